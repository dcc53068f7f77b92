import type { Carrier } from "../../carriers/carrier";
import type { DispatchSettings } from "./submission";

/**
 * What is done with messages of which nobody knows whether the carrier has taken them: their worker died, or no answer
 * came in time. `times` counts how often that has happened, this time included. A carrier that goes by our id may be
 * given them again without end; any other once at most, since each time somebody might get the message twice.
 */
export function afterUnknown(
  { idempotent }: Pick<Carrier, "idempotent">,
  { ambiguousSubmission }: Pick<DispatchSettings, "ambiguousSubmission">,
  times: number,
): "again" | "fail" {
  if (idempotent) return "again";
  return ambiguousSubmission === "fail" || times > 1 ? "fail" : "again";
}
