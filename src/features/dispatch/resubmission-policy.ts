import type { Carrier, SubmitOutcome } from "../../carriers/carrier";
import { AMBIGUOUS_OUTCOME } from "../../messaging/ambiguous-outcome";
import type { MessageError, MessageErrorCode } from "../messages/message";
import type { OutgoingMessage } from "../messages/outgoing.store";
import type { LeasedSubmission } from "./leased-batch";
import type { DispatchDeps, DispatchSettings } from "./submit";
import { timesSubmitted } from "./unconfirmed-submissions.store";
import { unmatchedKeys } from "./unmatched-reports.store";

export const messageError = (code: MessageErrorCode, message: string): MessageError => ({
  code,
  message,
  carrier_code: null,
});

/** Error of a message with an unknown outcome that must not be submitted again. */
export const AMBIGUOUS = messageError("carrier_unreachable", AMBIGUOUS_OUTCOME);

/**
 * Decides whether to resubmit a message after submissions with an unknown outcome (a missed deadline or a
 * crash). `times` is the number of these submissions. An idempotent carrier may receive a message repeatedly.
 * Any other carrier receives a message at most twice, or once with the setting `fail`, because the recipient
 * may get each copy.
 */
export function onAmbiguousOutcome(
  { idempotent }: Pick<Carrier, "idempotent">,
  { ambiguousSubmission }: Pick<DispatchSettings, "ambiguousSubmission">,
  times: number,
): "again" | "fail" {
  if (idempotent) return "again";
  return ambiguousSubmission === "fail" || times > 1 ? "fail" : "again";
}

/** A message with a delivery report, which has certainly reached the carrier. */
export interface ReportedMessage {
  message: OutgoingMessage;
  outcome: Extract<SubmitOutcome, { type: "accepted" }>;
}

/** Decisions about the messages of a job after a crash of its holder or an earlier unknown outcome. */
export interface AfterCrash {
  again: readonly OutgoingMessage[];
  accepted: ReportedMessage[];
  failed: OutgoingMessage[];
  /** Number of submissions with an unknown outcome, by message id. */
  submissions: ReadonlyMap<string, number>;
}

interface Divided {
  accepted: ReportedMessage[];
  unreported: OutgoingMessage[];
}

/**
 * Divides messages by whether a delivery report waits for them. A report proves that a carrier has the
 * message.
 */
export async function divideReported(
  { db, carriers }: Pick<DispatchDeps, "db" | "carriers">,
  messages: readonly OutgoingMessage[],
  carrierOfSender: Carrier | undefined,
): Promise<Divided> {
  const referenceOf = (id: string) => carrierOfSender?.referenceOf?.(id) ?? id;
  // Search the reports of every carrier: the sender may have used another carrier for the submission.
  // Limit: a report without an account counts only if it comes from the sender's present carrier, because the
  // settlement stores the reference under that carrier.
  const names = [...carriers.keys()].flatMap((carrier) =>
    messages.map(({ id: reference }) => ({ carrier, reference })),
  );
  const predicted = messages.flatMap(({ id }) => {
    const reference = referenceOf(id);
    return carrierOfSender && reference !== id ? { carrier: carrierOfSender.name, reference } : [];
  });
  const keys = [...names, ...predicted];
  const waiting = keys.length === 0 ? [] : await unmatchedKeys(db, keys);
  const byId = new Set(waiting.flatMap(({ reference, accountId }) => (accountId ? reference : [])));
  const byReference = new Set(
    waiting.flatMap(({ carrier, reference, accountId }) =>
      accountId === null && carrier === carrierOfSender?.name ? reference : [],
    ),
  );
  const divided: Divided = { accepted: [], unreported: [] };
  for (const message of messages) {
    const reference = referenceOf(message.id);
    if (byId.has(message.id)) divided.accepted.push({ message, outcome: { type: "accepted" } });
    else if (byReference.has(reference)) {
      divided.accepted.push({ message, outcome: { type: "accepted", references: [reference] } });
    } else divided.unreported.push(message);
  }
  return divided;
}

/**
 * Divides messages that the service will not submit again by what is known of earlier submissions. A delivery
 * report proves that the carrier has `accepted` a message. For an `unconfirmed` message, the service recorded
 * the intent to submit, so the carrier may have it. An `unsubmitted` message has no recorded intent.
 */
export async function divideEnding(
  { db, carriers }: Pick<DispatchDeps, "db" | "carriers">,
  accountId: string,
  messages: readonly OutgoingMessage[],
  carrierOfSender: Carrier | undefined,
): Promise<Pick<Divided, "accepted"> & Record<"unconfirmed" | "unsubmitted", readonly OutgoingMessage[]>> {
  const { accepted, unreported } = await divideReported({ db, carriers }, messages, carrierOfSender);
  const ids = unreported.map(({ id }) => id);
  const submissions = await timesSubmitted(db, accountId, ids);
  return {
    accepted,
    unconfirmed: unreported.filter(({ id }) => submissions.has(id)),
    unsubmitted: unreported.filter(({ id }) => !submissions.has(id)),
  };
}

/**
 * Decides which messages to submit after a crash of their job's holder or an earlier unknown outcome. Only
 * messages with a recorded intent can have reached a carrier without idempotency.
 */
export async function afterCrash(
  { db, carriers, config, log, metrics }: DispatchDeps,
  job: LeasedSubmission,
  messages: readonly OutgoingMessage[],
  carrier: Carrier,
): Promise<AfterCrash> {
  const ids = messages.map(({ id }) => id);
  const submissions = carrier.idempotent
    ? new Map(ids.map((id) => [id, 1]))
    : await timesSubmitted(db, job.accountId, ids);
  const { accepted, unreported } = await divideReported({ db, carriers }, messages, carrier);
  const fails = ({ id }: OutgoingMessage) => {
    const times = submissions.get(id);
    return times !== undefined && onAmbiguousOutcome(carrier, config, times) === "fail";
  };
  const failed = unreported.filter(fails);
  const again = unreported.filter((message) => !fails(message));
  const resubmitted = again.filter(({ id }) => submissions.has(id)).length;
  const about = { jobId: job.id, accountId: job.accountId, carrier: carrier.name };
  if (failed.length > 0)
    log.warn({ ...about, messages: failed.length }, "marked messages of unknown outcome as failed");
  if (resubmitted > 0) {
    log.warn({ ...about, messages: resubmitted }, "resubmitting messages of unknown outcome");
    metrics.resubmissions.inc({ carrier: carrier.name }, resubmitted);
  }
  return { again, accepted, failed, submissions };
}
