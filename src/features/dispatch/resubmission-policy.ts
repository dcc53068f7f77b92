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

/** The error of a message that fails because its carrier may already have it. */
export const AMBIGUOUS = messageError(
  "carrier_unreachable",
  "it is not known whether the carrier took the message",
);

/**
 * Decides whether to resubmit a message that the carrier may have, after a missed deadline or a crash of the
 * worker. `times` counts such submissions of the message. An idempotent carrier receives it any number of
 * times. Any other carrier receives it twice at most, because the recipient may get every submission.
 */
export function onAmbiguousOutcome(
  { idempotent }: Pick<Carrier, "idempotent">,
  { ambiguousSubmission }: Pick<DispatchSettings, "ambiguousSubmission">,
  times: number,
): "again" | "fail" {
  if (idempotent) return "again";
  return ambiguousSubmission === "fail" || times > 1 ? "fail" : "again";
}

/** Messages of a job whose previous holder crashed. */
export interface AfterCrash {
  /** Messages to submit, for the first time or again. */
  again: readonly OutgoingMessage[];
  /** Messages with a delivery report; they have certainly reached the carrier. */
  accepted: OutgoingMessage[];
  failed: OutgoingMessage[];
  /** Number of submissions with an unknown outcome, by message. */
  submissions: ReadonlyMap<string, number>;
}

/**
 * Decides about messages of a job whose previous holder crashed. A carrier without idempotency may have the
 * messages with a recorded intent; no other message can have reached it.
 */
export async function afterCrash(
  { db, carriers, config, log, metrics }: DispatchParts,
  job: LeasedSubmission,
  messages: readonly OutgoingMessage[],
  carrier: Carrier,
): Promise<AfterCrash> {
  const ids = messages.map(({ id }) => id);
  const submissions = carrier.idempotent
    ? new Map(ids.map((id) => [id, 1]))
    : await timesSubmitted(db, job.accountId, ids);
  // Check every carrier: the sender may have used another one at the submission.
  const names = [...carriers.keys()].flatMap((name) =>
    ids.map((reference) => ({ carrier: name, reference })),
  );
  const waiting = await waitingKeys(db, names);
  const reported = new Set(waiting.flatMap(({ reference, accountId }) => (accountId ? reference : [])));
  const fails = ({ id }: OutgoingMessage) => {
    const times = submissions.get(id);
    return times !== undefined && onAmbiguousOutcome(carrier, config, times) === "fail";
  };
  const unreported = messages.filter(({ id }) => !reported.has(id));
  const failed = unreported.filter(fails);
  const again = unreported.filter((message) => !fails(message));
  const resubmitted = again.filter(({ id }) => submissions.has(id)).length;
  const about = { jobId: job.id, accountId: job.accountId, carrier: carrier.name };
  if (failed.length > 0)
    log.warn({ ...about, messages: failed.length }, "failed messages of unknown outcome");
  if (resubmitted > 0) {
    log.warn({ ...about, messages: resubmitted }, "resubmitting messages of unknown outcome");
    metrics.resubmissions.inc({ carrier: carrier.name }, resubmitted);
  }
  return { again, accepted: messages.filter(({ id }) => reported.has(id)), failed, submissions };
}
