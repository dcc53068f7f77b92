import type { Carrier, SubmitOutcome } from "../../carriers/carrier";
import type { BlockReason } from "../../messaging/block-reason";
import type { RulesInForce } from "../../messaging/sending-rules/rule-in-force";
import type { Instant } from "../../platform/time";
import type { Span } from "../../platform/tracing/tracing";
import type { LeasedJob } from "../../queue/job";
import type { PriceTable } from "../accounts/prices";
import type { OutgoingMessage } from "../messages/outgoing.store";
import { PRIORITY, type SubmissionPayload } from "../messages/submission-job";
import type { Step } from "../messages/transitions";
import type { Sender } from "../senders/sender";

export type LeasedSubmission = LeasedJob<SubmissionPayload>;

/** Maximum messages that are read or written without first yielding to HTTP requests. */
export const SMALL_BATCH = 50;

/** A leased job with the data for its messages. Immutable: `BatchProgress` holds the outcomes. */
export interface LeasedBatch {
  readonly job: LeasedSubmission;
  readonly prices: PriceTable;
  /** Time at which the job's messages were read. */
  readonly preparedAt: Instant;
  /** Number of the job's messages that were pending when the job was prepared. */
  readonly size: number;
  /** Number of earlier attempts at the job that ended with unknown outcomes. */
  readonly timesUnknown: number;
  /** Span of the job. The span ends with the lease. */
  readonly span: Span;
}

/** Outcomes of a batch so far. Immutable: each settlement computes a new value. */
export interface BatchProgress {
  /** Number of messages without a written outcome. */
  readonly open: number;
  /** Messages that a later job submits again after a temporary failure. */
  readonly retries: readonly string[];
  /** Messages that a later job submits again because their outcome is unknown. */
  readonly unknown: readonly string[];
  /** Messages that no carrier accepted. They become due again in one job at `deferredUntil`. */
  readonly deferred: readonly string[];
  /** Latest due time of the deferred messages. An earlier submission could be refused. */
  readonly deferredUntil: Instant;
  /** Whether the carrier was throttled or away for some of the deferred messages. */
  readonly isDeferredByCarrier: boolean;
  /** Messages that wait for the next opening of their sending rule. */
  readonly moved: readonly { messageId: string; notBefore: Instant }[];
}

export const initialProgress = ({ size }: LeasedBatch): BatchProgress => ({
  open: size,
  retries: [],
  unknown: [],
  deferred: [],
  deferredUntil: 0,
  isDeferredByCarrier: false,
  moved: [],
});

export interface Outgoing {
  readonly batch: LeasedBatch;
  readonly message: OutgoingMessage;
  /** Time of the last check that the campaign is running and the recipient is not suppressed. */
  readonly checkedAt: Instant;
  /** Number of earlier submissions with an unknown outcome; at most 1 for idempotent carriers. */
  readonly unknownBefore: number;
  readonly isIntentRecorded: boolean;
  /** Sending rules of the account at the last check. */
  readonly rules: RulesInForce;
  /** Whether a reservation counts, or may count, the submission against a cap. */
  readonly isReserved: boolean;
}

/**
 * Returns whether messages are written ahead of other messages: at most `SMALL_BATCH`, without marketing and
 * without campaigns. The recipient may be waiting for a one-time password.
 */
export const isUrgent = (messages: number, batches: readonly LeasedBatch[]): boolean =>
  messages <= SMALL_BATCH && batches.every(({ job }) => job.priority <= PRIORITY.transactional);

export interface Route {
  readonly sender: Sender;
  readonly carrier: Carrier;
}

/**
 * Outcome of a message. `step`: decided without a submission. `deferred`: due later, because it was not
 * submitted, or because the carrier was throttled or away (`byCarrier`). `moved`: not submitted, waits for
 * the next opening of its sending rule.
 */
export type MessageOutcome =
  | Exclude<SubmitOutcome, { type: "throttled" | "away" }>
  | { type: "step"; step: Step; skipsFollowUps?: boolean }
  | { type: "deferred"; dueAt: Instant; byCarrier?: true }
  | { type: "moved"; notBefore: Instant };

// Node 20 copies an object ten times faster if the added fields come first: `{ outcome, ...outgoing }`.
export interface Result extends Outgoing {
  readonly outcome: MessageOutcome;
}

export interface Checked {
  readonly due: readonly Outgoing[];
  /** Messages that are not submitted now, with their outcomes. */
  readonly decided: readonly Result[];
}

/** Divides messages by a check that returns null for a submittable message, and an outcome otherwise. */
export function partitionDue(
  outgoing: readonly Outgoing[],
  outcomeOf: (one: Outgoing) => MessageOutcome | null,
): Checked {
  const decided: Result[] = [];
  const due = outgoing.filter((one) => {
    const outcome = outcomeOf(one);
    if (outcome !== null) decided.push({ ...one, outcome });
    return outcome === null;
  });
  return { due, decided };
}

export const blockedOutcome = (blockReason: BlockReason, at: Instant): MessageOutcome => ({
  type: "step",
  step: { status: "blocked", at, blockReason },
});

/** Returns the outcome of a message whose job keeps its due time, so that its age stays visible. */
export const deferredOutcome = ({ batch: { job } }: Outgoing): MessageOutcome => ({
  type: "deferred",
  dueAt: job.readyAt,
});

export const batchesOf = (outgoing: readonly Outgoing[]): LeasedBatch[] => [
  ...new Set(outgoing.map(({ batch }) => batch)),
];
