import type { Carrier, SubmitOutcome } from "../../carriers/carrier";
import type { Instant } from "../../platform/time";
import type { LeasedJob } from "../../queue/job";
import type { PriceTable } from "../accounts/prices";
import type { OutgoingMessage } from "../messages/outgoing.store";
import type { SubmissionPayload } from "../messages/submission-job";
import type { Step } from "../messages/transitions";
import type { Sender } from "../senders/sender";

export type LeasedSubmission = LeasedJob<SubmissionPayload>;

/** Maximum messages that are read and written without yielding to requests first. */
export const FEW = 50;

/** A leased job with the data for its messages. Immutable: `BatchProgress` holds the outcomes. */
export interface LeasedBatch {
  readonly job: LeasedSubmission;
  readonly prices: PriceTable;
  /** Number of its messages that were pending at preparation. */
  readonly size: number;
  /** Number of ambiguous submissions of its messages so far. */
  readonly timesUnknown: number;
}

/** The outcomes of a batch so far. Each settlement computes the next progress from the previous one. */
export interface BatchProgress {
  /** Number of messages without a written outcome. */
  readonly open: number;
  /** Messages that a later job submits again after a temporary failure. */
  readonly retries: readonly string[];
  /** Messages that a later job submits again because their outcome is unknown. */
  readonly unknown: readonly string[];
  /** Messages that this lease does not submit. They are due again at `deferredUntil`. */
  readonly deferred: readonly string[];
  readonly deferredUntil: Instant;
}

export const initialProgress = ({ size, job }: LeasedBatch): BatchProgress => ({
  ...{ open: size, retries: [], unknown: [], deferred: [], deferredUntil: job.dueAt },
});

/** A message to submit. */
export interface Outgoing {
  readonly batch: LeasedBatch;
  readonly message: OutgoingMessage;
  /** Time of the last check of its campaign and of its recipient's suppression. */
  readonly checkedAt: Instant;
  /** Earlier submissions with an unknown outcome; only counted for carriers without idempotency. */
  readonly unknownBefore: number;
  /** Whether the intent of the current submission is recorded. */
  readonly isIntentRecorded: boolean;
}

/** A sender and the carrier of its messages. */
export interface Route {
  readonly sender: Sender;
  readonly carrier: Carrier;
}

/** Outcome of a message. `step`: decided without a submission. `deferred`: not submitted, due later. */
export type MessageOutcome =
  | Exclude<SubmitOutcome, { type: "throttled" | "away" }>
  | { type: "step"; step: Step }
  | { type: "deferred"; dueAt: Instant };

export interface Result extends Outgoing {
  readonly outcome: MessageOutcome;
}

export const batchesOf = (outgoing: readonly Outgoing[]): LeasedBatch[] => [
  ...new Set(outgoing.map(({ batch }) => batch)),
];
