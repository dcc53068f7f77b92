import { isRecadoError } from "../../../../client";
import { useFieldFault } from "../parts/failure";
import { useTexts } from "../texts/language";

/** Tells what is wrong with a list's name, in the person's words. */
export function useNameFault(): (failure: unknown) => string | null {
  const { t } = useTexts();
  const fieldFault = useFieldFault();
  return (failure) => {
    const fault = fieldFault(failure, "name");
    return fault !== null && isRecadoError(failure, "conflict") ? t.lists.nameTaken : fault;
  };
}

export const LIVE_STATUSES: readonly string[] = ["pending", "running"];
