import type { Carrier } from "../../carriers/carrier";
import type { MessageError, MessageErrorCode } from "../messages/message";
import type { OutgoingMessage } from "../messages/outgoing.store";
import type { LeasedSubmission } from "./leased-batch";
import type { DispatchParts, DispatchSettings } from "./submit";
import { timesSubmitted } from "./unconfirmed-submissions.store";
import { waitingKeys } from "./unmatched-reports.store";

export const messageError = (code: MessageErrorCode, message: string): MessageError => ({
  ...{ code, message, carrier_code: null },
});

/** The error of a message that fails because its carrier may have it. */
export const AMBIGUOUS = messageError(
  "carrier_unreachable",
  "it is not known whether the carrier took the message",
);

/**
 * Decides about a message that the carrier may have: no answer came by the deadline, or the worker crashed. `times` is how
 * often that has happened to the message. An idempotent carrier may be given it again without end. Any other carrier gets
 * it a second time at most, since the recipient may receive each.
 */
export function onAmbiguousOutcome(
  { idempotent }: Pick<Carrier, "idempotent">,
  { ambiguousSubmission }: Pick<DispatchSettings, "ambiguousSubmission">,
  times: number,
): "again" | "fail" {
  if (idempotent) return "again";
  return ambiguousSubmission === "fail" || times > 1 ? "fail" : "again";
}

/** Messages of a job whose earlier holder crashed, by how they continue. */
export interface AfterCrash {
  /** Submitted now, whether for the first time or again. */
  again: OutgoingMessage[];
  /** The carrier has reported on them, so it has them. */
  accepted: OutgoingMessage[];
  failed: OutgoingMessage[];
  /** How often each message may have reached the carrier without an answer. */
  timesUnknown: ReadonlyMap<string, number>;
}

/**
 * Decides about messages that the carrier may have since the job's earlier holder crashed. A carrier without idempotency
 * may have those with a recorded intent, and no others.
 */
export async function afterCrash(
  { db, carriers, config, log, metrics }: DispatchParts,
  job: LeasedSubmission,
  messages: readonly OutgoingMessage[],
  carrier: Carrier,
): Promise<AfterCrash> {
  const ids = messages.map(({ id }) => id);
  const timesUnknown = carrier.idempotent
    ? new Map(ids.map((id) => [id, 1]))
    : await timesSubmitted(db, job.accountId, ids);
  // The sender may have had another carrier when the message was submitted.
  const names = [...carriers.keys()].flatMap((name) =>
    ids.map((reference) => ({ carrier: name, reference })),
  );
  const waiting = await waitingKeys(db, names);
  const reported = new Set(waiting.flatMap(({ reference, accountId }) => (accountId ? reference : [])));
  const fails = ({ id }: OutgoingMessage) => {
    const times = timesUnknown.get(id);
    return times !== undefined && onAmbiguousOutcome(carrier, config, times) === "fail";
  };
  const unreported = messages.filter(({ id }) => !reported.has(id));
  const failed = unreported.filter(fails);
  const again = unreported.filter((message) => !fails(message));
  const resubmitted = again.filter(({ id }) => timesUnknown.has(id)).length;
  const about = { jobId: job.id, accountId: job.accountId, carrier: carrier.name };
  if (failed.length > 0)
    log.warn({ ...about, messages: failed.length }, "failed messages of unknown outcome");
  if (resubmitted > 0) {
    log.warn({ ...about, messages: resubmitted }, "resubmitting messages of unknown outcome");
    metrics.resubmissions.inc({ carrier: carrier.name }, resubmitted);
  }
  return { again, accepted: messages.filter(({ id }) => reported.has(id)), failed, timesUnknown };
}
