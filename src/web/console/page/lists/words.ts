import { isRecadoError } from "../../../../client";
import { fieldFault } from "../parts/failure";
import type { Texts } from "../texts/en";

/** What is wrong with a list's name, in the person's words. */
export function nameFault(failure: unknown, t: Texts): string | null {
  const fault = fieldFault(failure, "name");
  return fault !== null && isRecadoError(failure) && failure.status === 409 ? t.lists.nameTaken : fault;
}

export const LIVE_STATUSES: readonly string[] = ["pending", "running"];
