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
import { MINUTE, SECOND } from "../../platform/time";
import type { DeliveryReports } from "./delivery-reports";
import type { OutgoingMessage } from "../messages/outgoing.store";
import type { Sender } from "../senders/sender";
import type { MessageOutcome, Outgoing, Route } from "./leased-batch";

export interface DispatchSettings {
  /** How long a sent message waits for a report before it counts as settled, in seconds. */
  receiptWindowSeconds: number;
  /** How long a pending message may wait for its submission before it expires, in seconds. */
  pendingWindowSeconds: number;
  /** What becomes of messages that may have reached a carrier when their worker died. */
  ambiguousSubmission: "resend" | "fail";
}

export type DispatchParts = Pick<Platform, "db" | "clock" | "ids" | "log" | "metrics" | "foreground"> & {
  wakeups: Wakeups;
  carriers: Carriers;
  /** Makes sure that connections younger than the last look at them are among the carriers. */
  connections?: { ensure(names: Iterable<string>): Promise<void> };
  deliveryReports: DeliveryReports;
  config: DispatchSettings;
} & MessageEffects;

/** A message as a carrier takes it. */
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

/** Thrown where the time for an answer is over. */
class DeadlineOver extends Error {}

/** Does the carrier's work within its deadline; then the signal ends, and nobody waits any longer. */
export async function withinDeadline<T>(
  { deadlineMs = DEFAULT_DEADLINE_MS }: Pick<Carrier, "deadlineMs">,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  let over: DeadlineOver | null = null;
  const answered = work(controller.signal);
  // Nobody is there any more for what comes of it later.
  answered.catch(() => {});
  try {
    return await withTimeout(
      deadlineMs,
      answered,
      () => (over = new DeadlineOver(`no answer within ${deadlineMs} ms`)),
    );
  } catch (error) {
    if (over !== null && error === over) controller.abort(over);
    throw error;
  }
}

/** How long a sender rests that its carrier found too fast, or that is away, where it names no time, in milliseconds. */
const REST = { throttled: SECOND, away: 5 * SECOND };
/** However long a carrier asks for, somebody may change its mind before: a day's patience would be lost messages. */
const LONGEST_REST = 5 * MINUTE;

/** Submits messages of one sender; one outcome each, in order, whatever the carrier does. */
export async function submit(
  { log, clock, metrics }: Pick<DispatchParts, "log" | "clock" | "metrics">,
  { sender, carrier }: Route,
  outgoing: readonly Outgoing[],
): Promise<MessageOutcome[]> {
  try {
    const messages = outgoing.map(({ message, work }) => toSubmission(message, sender, work.job.attempt));
    const answered = metrics.submissionSeconds.startTimer({ carrier: carrier.name });
    const outcomes = await withinDeadline(carrier, (signal) => carrier.submit(messages, signal));
    answered();
    noteUntaken({ log, metrics }, carrier, outcomes);
    const now = clock.now();
    return outgoing.map((_, index): MessageOutcome => {
      // One that is missing was not answered.
      const outcome = outcomes[index] ?? { type: "unknown" };
      // One that no key can be made of must not keep the others of its submission from being written.
      if (outcome.type === "accepted" && outcome.references?.every(isReference) === false) {
        return { ...outcome, references: outcome.references.filter(isReference) };
      }
      if (outcome.type !== "throttled" && outcome.type !== "away") return outcome;
      return {
        type: "left",
        dueAt: now + Math.min(outcome.retryAfterMs ?? REST[outcome.type], LONGEST_REST),
      };
    });
  } catch (error) {
    const about = { err: error, carrier: carrier.name, senderId: sender.id, messages: outgoing.length };
    if (error instanceof DeadlineOver) {
      log.error(about, "a carrier did not answer a submission in time");
      return outgoing.map(() => ({ type: "unknown" }));
    }
    log.error(about, "a submission failed");
    return outgoing.map(() => ({ type: "retry", error: AWAY }));
  }
}

/** Messages that wait on account of their carrier are told of once a submission. */
function noteUntaken(
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
