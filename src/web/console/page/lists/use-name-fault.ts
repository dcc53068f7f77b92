import { isRecadoError } from "../../../../client";
import { useFieldFault } from "../parts/failure";
import { useTexts } from "../texts/language";

/** Returns a function that returns a failure's error text for the list's name; null if it has none. */
export function useNameFault(): (failure: unknown) => string | null {
  const { t } = useTexts();
  const fieldFault = useFieldFault();
  return (failure) => {
    const fault = fieldFault(failure, "name");
    return fault !== null && isRecadoError(failure, "conflict") ? t.lists.nameTaken : fault;
  };
}

export const LIVE_STATUSES: readonly string[] = ["pending", "running"];
