import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { useFieldFault } from "../parts/failure";

/** Values that all fields of the editor share. */
export const EditorContext = createContext<{
  failure: unknown;
  names: readonly string[];
  /** Text with the number of contacts that have a variable; null if unknown. */
  countOf(name: string): string | null;
}>({ failure: null, names: [], countOf: () => null });

/**
 * Returns why the service rejected a field, by its path such as `content.cards[0].title`; null if it did not.
 */
export function useFault(path: string): string | null {
  const fieldFault = useFieldFault();
  return fieldFault(useContext(EditorContext).failure, path);
}
