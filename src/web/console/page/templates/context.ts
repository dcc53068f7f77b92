import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { useFieldFault } from "../parts/failure";

export const EditorContext = createContext<{
  failure: unknown;
  names: readonly string[];
  /** Returns a text with the number of contacts that have the variable `name`; null while unknown. */
  countOf(name: string): string | null;
}>({ failure: null, names: [], countOf: () => null });

/** Returns the error text for a field, by its path such as `content.cards[0].title`; null if it is valid. */
export function useFault(path: string): string | null {
  const fieldFault = useFieldFault();
  return fieldFault(useContext(EditorContext).failure, path);
}
