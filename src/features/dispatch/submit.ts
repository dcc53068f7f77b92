import type { MessageEffects } from "../messages/message-effects";
import type { Platform } from "../../platform/platform";
import type { Wakeups } from "../../queue/wakeups";
import type { Carriers } from "../../carriers/carrier";
import {
  type Carrier,
  DEFAULT_DEADLINE_MS,
  type Submission,
  type SubmitOutcome,
} from "../../carriers/carrier";
import { isReference } from "../../carriers/untrusted";
import { withTimeout } from "../../platform/with-timeout";
import { type Instant, MINUTE, SECOND } from "../../platform/time";
import type { DeliveryReports } from "./delivery-reports";
import type { OutgoingMessage } from "../messages/outgoing.store";
import type { Sender } from "../senders/sender";
import type { MessageOutcome, Outgoing, Result, Route } from "./leased-batch";

export interface DispatchSettings {
  /** How long a sent message waits for a delivery report, in seconds. */
  deliveryReportTimeoutSeconds: number;
  /** How long a message may stay pending before it expires, in seconds. */
  submissionTimeoutSeconds: number;
  /** Whether messages that a carrier without idempotency may have are submitted again. */
  ambiguousSubmission: "resend" | "fail";
}

export type DispatchParts = Pick<Platform, "db" | "clock" | "ids" | "log" | "metrics" | "foreground"> & {
  wakeups: Wakeups;
  carriers: Carriers;
  /** Loads connections that are newer than the last refresh of the carriers. */
  connections?: { ensure(names: Iterable<string>): Promise<void> };
  deliveryReports: DeliveryReports;
  config: DispatchSettings;
} & MessageEffects;

/** Returns a message in the form that carriers take. */
export function toSubmission(message: OutgoingMessage, sender: Sender, attempt: number): Submission {
  if (message.content === null) throw new Error(`the pending message ${message.id} has no content`);
  return {
    accountId: message.accountId,
    messageId: message.id,
    channel: message.channel,
    from: message.sender ?? sender.address,
    to: message.recipient,
    content: message.content,
    segments: message.segments,
    attempt,
  };
}

const AWAY = {
  code: "carrier_unreachable",
  message: "the carrier could not be reached",
  carrierCode: null,
} as const;

/** Thrown when the deadline of an answer has passed. */
class DeadlinePassed extends Error {}

/** Runs a call to a carrier under its deadline. The signal aborts at the deadline, and a later result is ignored. */
export async function withinDeadline<T>(
  { deadlineMs = DEFAULT_DEADLINE_MS }: Pick<Carrier, "deadlineMs">,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const passed = new DeadlinePassed(`no answer within ${deadlineMs} ms`);
  const answered = work(controller.signal);
  // The deadline has passed by then: ignore a late rejection.
  answered.catch(() => {});
  try {
    return await withTimeout(deadlineMs, answered, () => passed);
  } catch (error) {
    if (error === passed) controller.abort(passed);
    throw error;
  }
}

/** How long a sender rests after its carrier throttled it or was away, if the carrier names no time, in milliseconds. */
const REST = { throttled: SECOND, away: 5 * SECOND };
/** Longer rests are cut: the carrier may recover before, and messages expire. */
const LONGEST_REST = 5 * MINUTE;

/** Submits messages of one sender and returns one outcome each, in order, whatever the carrier does. */
export async function submit(
  { log, clock, metrics }: Pick<DispatchParts, "log" | "clock" | "metrics">,
  { sender, carrier }: Route,
  outgoing: readonly Outgoing[],
): Promise<Result[]> {
  const all = (outcome: MessageOutcome) => outgoing.map((one): Result => ({ ...one, outcome }));
  try {
    const messages = outgoing.map(({ message, batch }) => toSubmission(message, sender, batch.job.attempt));
    const stopTimer = metrics.submissionSeconds.startTimer({ carrier: carrier.name });
    const outcomes = await withinDeadline(carrier, (signal) => carrier.submit(messages, signal));
    stopTimer();
    reportUntaken({ log, metrics }, carrier, outcomes);
    const now = clock.now();
    // A missing outcome was not answered.
    return outgoing.map((one, index) => ({
      ...one,
      outcome: toMessageOutcome(outcomes[index] ?? { type: "unknown" }, now),
    }));
  } catch (error) {
    const about = { err: error, carrier: carrier.name, senderId: sender.id, messages: outgoing.length };
    if (error instanceof DeadlinePassed) {
      log.error(about, "a carrier did not answer a submission in time");
      return all({ type: "unknown" });
    }
    log.error(about, "a submission failed");
    return all({ type: "retry", error: AWAY });
  }
}

function toMessageOutcome(outcome: SubmitOutcome, now: Instant): MessageOutcome {
  if (outcome.type === "throttled" || outcome.type === "away") {
    const pause = Math.min(outcome.retryAfterMs ?? REST[outcome.type], LONGEST_REST);
    return { type: "left", dueAt: now + pause };
  }
  if (outcome.type !== "accepted" || !outcome.references) return outcome;
  // A reference that cannot be stored must not prevent the other outcomes from being written.
  return { ...outcome, references: outcome.references.filter(isReference) };
}

/** Counts and logs, once per submission, messages that the carrier did not take now. */
function reportUntaken(
  { log, metrics }: Pick<DispatchParts, "log" | "metrics">,
  { name }: Carrier,
  outcomes: readonly SubmitOutcome[],
): void {
  for (const type of ["throttled", "away"] as const) {
    const alike = outcomes.flatMap((outcome) => (outcome.type === type ? outcome.error : []));
    if (alike.length === 0) continue;
    metrics.submissions.inc({ carrier: name, outcome: type }, alike.length);
    const reason = alike[0]?.message;
    log.warn({ carrier: name, messages: alike.length, reason }, `messages wait: the carrier is ${type}`);
  }
}
