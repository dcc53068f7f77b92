import type { SuppressionKey } from "../consents/number-hash";
import type { MessageEffects } from "../messages/message-effects";
import type { Platform } from "../../platform/platform";
import type { HoldView } from "../../queue/hold";
import type { Polls } from "../../queue/polls";
import type { Wakeups } from "../../queue/wakeups";
import type { Carriers } from "../../carriers/carrier";
import {
  type Carrier,
  DEFAULT_DEADLINE_MS,
  type Submission,
  type SubmitOutcome,
} from "../../carriers/carrier";
import { unreachable } from "../../carriers/outcomes";
import { isReference } from "../../carriers/untrusted";
import { joinCauses, runInSpan, type Span, storedTraceParent } from "../../platform/tracing/tracing";
import { withTimeout } from "../../platform/with-timeout";
import { type Instant, MINUTE, SECOND } from "../../platform/time";
import type { DeliveryReports } from "./delivery-reports";
import type { OutgoingMessage } from "../messages/outgoing.store";
import type { Sender } from "../senders/sender";
import { closesAt } from "./sending-hours";
import { secondsLeft } from "./validity";
import { batchesOf, type MessageOutcome, type Outgoing, type Result, type Route } from "./leased-batch";

export interface DispatchSettings {
  /** Maximum time that a sent message waits for a delivery report, in seconds. */
  deliveryReportTimeoutSeconds: number;
  /** Maximum time that a message stays pending before it expires, in seconds. */
  submissionTimeoutSeconds: number;
  /** Whether to resubmit or fail a message with an unknown outcome, for carriers without idempotency. */
  ambiguousSubmission: "resend" | "fail";
}

export type DispatchDeps = Pick<
  Platform,
  "db" | "clock" | "ids" | "log" | "metrics" | "foreground" | "tracing"
> & {
  wakeups: Wakeups;
  hold: HoldView;
  /** Polls that the dispatcher shares with workers. Without them, the dispatcher polls by itself. */
  polls?: Polls;
  carriers: Carriers;
  /** Loads connections that were created after the last refresh of the carriers. */
  connections?: { ensure(names: Iterable<string>): Promise<void> };
  deliveryReports: DeliveryReports;
  suppressionKey: SuppressionKey;
  config: DispatchSettings;
} & MessageEffects;

export function toSubmission(
  message: OutgoingMessage,
  sender: Sender,
  attempt: number,
  limits: Pick<Submission, "validitySeconds" | "openUntil"> = {},
): Submission {
  if (message.content === null) throw new Error(`the pending message ${message.id} has no content`);
  return {
    accountId: message.accountId,
    messageId: message.id,
    channel: message.channel,
    purpose: message.purpose,
    from: message.sender ?? sender.address,
    to: message.recipient,
    content: message.content,
    segments: message.segments,
    attempt,
    ...limits,
  };
}

function limitsOf(one: Outgoing, now: Instant): Pick<Submission, "validitySeconds" | "openUntil"> {
  const [validitySeconds, openUntil] = [secondsLeft(one.batch.job, now), closesAt(one, now)];
  return {
    ...(validitySeconds === null ? {} : { validitySeconds }),
    ...(openUntil === undefined ? {} : { openUntil }),
  };
}

/**
 * Returns the known number of earlier submissions of a message. `job.attempt` counts them, except submissions
 * that a crash interrupted. The message's intents add those, until the job is retried. An idempotent carrier
 * has no intents, so its number never includes interrupted submissions.
 */
function earlierSubmissions({ batch: { job }, unknownBefore }: Outgoing, { idempotent }: Carrier): number {
  if (idempotent) return job.attempt;
  const interrupted = Math.max(0, unknownBefore - (job.payload.unknown ?? 0));
  return Math.max(unknownBefore, job.attempt + interrupted);
}

const AWAY = unreachable("the carrier could not be reached");

class DeadlinePassed extends Error {}

/** Calls a carrier. At the carrier's deadline, aborts the signal, throws and ignores a later result. */
export async function withinDeadline<T>(
  { deadlineMs = DEFAULT_DEADLINE_MS }: Pick<Carrier, "deadlineMs">,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const passed = new DeadlinePassed(`no response within ${deadlineMs} ms`);
  const result = work(controller.signal);
  // Prevent an unhandled rejection after the deadline.
  result.catch(() => {});
  try {
    return await withTimeout(deadlineMs, result, () => passed);
  } catch (error) {
    if (error === passed) controller.abort(passed);
    throw error;
  }
}

/** Default pause of a sender after the outcome `throttled` or `away`, in milliseconds. */
const PAUSE = { throttled: SECOND, away: 5 * SECOND };
/**
 * Maximum pause that a carrier can request, in milliseconds. The carrier may recover earlier, and waiting
 * messages expire.
 */
export const MAX_PAUSE = 5 * MINUTE;

type SubmitDeps = Pick<DispatchDeps, "log" | "clock" | "metrics" | "tracing">;

/** Starts the span of one request to a carrier. The jobs of its messages are its parent and its links. */
const startSubmissionSpan = (
  { tracing }: SubmitDeps,
  { name }: Carrier,
  outgoing: readonly Outgoing[],
): Span =>
  tracing.follow(
    `submit ${name}`,
    joinCauses(batchesOf(outgoing).map(({ span }) => ({ parent: storedTraceParent(span), links: [] }))),
    {
      kind: "client",
      attributes: {
        "messaging.system": "recado",
        "messaging.operation.name": "submit",
        "messaging.operation.type": "send",
        "messaging.destination.name": name,
        "messaging.batch.message_count": outgoing.length,
      },
    },
  );

function endSubmissionSpan(span: Span, outcomes: readonly SubmitOutcome[]): void {
  const accepted = outcomes.filter(({ type }) => type === "accepted").length;
  span.set({ "recado.accepted": accepted });
  span.end(accepted > 0 ? undefined : (outcomes[0]?.type ?? "unknown"));
}

/** Submits messages of one sender. Returns one result per message, in order. Never throws. */
export async function submit(
  deps: SubmitDeps,
  { sender, carrier }: Route,
  outgoing: readonly Outgoing[],
): Promise<Result[]> {
  const { log, clock, metrics } = deps;
  const span = startSubmissionSpan(deps, carrier, outgoing);
  const all = (outcome: MessageOutcome) => outgoing.map((one): Result => ({ outcome, ...one }));
  try {
    const startedAt = clock.now();
    const messages = outgoing.map((one) => {
      return toSubmission(one.message, sender, earlierSubmissions(one, carrier), limitsOf(one, startedAt));
    });
    const stopTimer = metrics.submissionSeconds.startTimer({ carrier: carrier.name });
    const outcomes = await runInSpan(span, () =>
      withinDeadline(carrier, (signal) => carrier.submit(messages, signal)),
    );
    stopTimer();
    endSubmissionSpan(span, outcomes);
    reportDeferred({ log, metrics }, carrier, outcomes);
    const now = clock.now();
    // If the carrier returns too few outcomes, the remaining outcomes are unknown.
    return outgoing.map((one, index) => ({
      outcome: toMessageOutcome(outcomes[index] ?? { type: "unknown" }, now),
      ...one,
    }));
  } catch (error) {
    const about = { err: error, carrier: carrier.name, senderId: sender.id, messages: outgoing.length };
    if (error instanceof DeadlinePassed) {
      span.end("timeout");
      log.error(about, "carrier submission timed out");
      return all({ type: "unknown" });
    }
    span.end("_OTHER");
    log.error(about, "carrier submission failed");
    return all({ type: "retry", error: AWAY });
  }
}

function toMessageOutcome(outcome: SubmitOutcome, now: Instant): MessageOutcome {
  if (outcome.type === "throttled" || outcome.type === "away") {
    const { retryAfterMs = 0 } = outcome;
    // `Retry-After: 0` and a date in the past would repeat the submission at once, again and again.
    const pause = Math.min(retryAfterMs > 0 ? retryAfterMs : PAUSE[outcome.type], MAX_PAUSE);
    return { type: "deferred", dueAt: now + pause, byCarrier: true };
  }
  if (outcome.type !== "accepted" || !outcome.references) return outcome;
  // Drop invalid references and ids. One that cannot be stored would fail the write of all outcomes.
  const { references, id } = outcome;
  return { type: "accepted", references: references.filter(isReference), ...(isReference(id) ? { id } : {}) };
}

function reportDeferred(
  { log, metrics }: Pick<DispatchDeps, "log" | "metrics">,
  { name }: Carrier,
  outcomes: readonly SubmitOutcome[],
): void {
  for (const type of ["throttled", "away"] as const) {
    const errors = outcomes.flatMap((outcome) => (outcome.type === type ? outcome.error : []));
    if (errors.length === 0) continue;
    metrics.submissions.inc({ carrier: name, outcome: type }, errors.length);
    const reason = errors[0]?.message;
    log.warn({ carrier: name, outcome: type, messages: errors.length, reason }, "carrier deferred messages");
  }
}
