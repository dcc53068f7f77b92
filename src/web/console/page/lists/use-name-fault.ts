import { isRecadoError } from "../../../../client";
import { useFieldFault } from "../parts/failure";
import { useTexts } from "../texts/language";

/**
 * Returns a function that returns the error text for a contact list's name; null if the failure does not
 * concern it.
 */
export function useNameFault(): (failure: unknown) => string | null {
  const { t } = useTexts();
  const fieldFault = useFieldFault();
  return (failure) => {
    const fault = fieldFault(failure, "name");
    return fault !== null && isRecadoError(failure, "conflict") ? t.lists.nameTaken : fault;
  };
}

export const LIVE_STATUSES: readonly string[] = ["pending", "running"];
