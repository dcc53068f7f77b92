import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { useFieldFault } from "../parts/failure";

/** What all fields of the editor share. */
export const EditorContext = createContext<{
  failure: unknown;
  names: readonly string[];
  /** How many contacts have a variable, in words; null where that is not known. */
  countOf(name: string): string | null;
}>({ failure: null, names: [], countOf: () => null });

/** What the service holds against a field, by its path: `content.cards[0].title`. */
export function useFault(path: string): string | null {
  const fieldFault = useFieldFault();
  return fieldFault(useContext(EditorContext).failure, path);
}
