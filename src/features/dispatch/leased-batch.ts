import type { Carrier, SubmitOutcome } from "../../carriers/carrier";
import type { Instant } from "../../platform/time";
import type { LeasedJob } from "../../queue/job";
import type { PriceTable } from "../accounts/prices";
import type { OutgoingMessage } from "../messages/outgoing.store";
import type { SubmissionPayload } from "../messages/submission-job";
import type { Step } from "../messages/transitions";
import type { Sender } from "../senders/sender";

export type LeasedSubmission = LeasedJob<SubmissionPayload>;

/** Up to this number of messages is read and written without letting requests go first. */
export const FEW = 50;

/** A leased job with what its messages need. It never changes: `BatchProgress` says what became of the messages. */
export interface LeasedBatch {
  readonly job: LeasedSubmission;
  readonly prices: PriceTable;
  /** Number of its messages that were pending when it was prepared. */
  readonly size: number;
  /** How often it stayed unknown whether the carrier has its messages. */
  readonly timesUnknown: number;
}

/** What became of the messages of a batch so far. A settlement makes a new one of the one before. */
export interface BatchProgress {
  /** Number of messages without a written outcome. */
  readonly open: number;
  /** Messages that a later job tries again, by the reason. */
  readonly refused: readonly string[];
  readonly unknown: readonly string[];
  /** Messages that this lease does not submit, and when they are due again. */
  readonly left: readonly string[];
  readonly leftUntil: Instant;
}

export const initialProgress = ({ size, job }: LeasedBatch): BatchProgress => ({
  ...{ open: size, refused: [], unknown: [], left: [], leftUntil: job.dueAt },
});

/** A message that is to be submitted. */
export interface Outgoing {
  readonly batch: LeasedBatch;
  readonly message: OutgoingMessage;
  /** When its campaign and its recipient's suppression were last checked. */
  readonly checkedAt: Instant;
  /** How often it may have reached a carrier without idempotency before, without an answer. */
  readonly unknownBefore: number;
  /** The intent to submit it is recorded, for this time as well. */
  readonly isIntentRecorded: boolean;
}

/** The sender of messages and the carrier that takes them. */
export interface Route {
  readonly sender: Sender;
  readonly carrier: Carrier;
}

/** What became of a message. `step`: decided without a submission. `left`: not submitted, and due again later. */
export type MessageOutcome =
  | Exclude<SubmitOutcome, { type: "throttled" | "away" }>
  | { type: "step"; step: Step }
  | { type: "left"; dueAt: Instant };

export interface Result extends Outgoing {
  readonly outcome: MessageOutcome;
}

export const batchesOf = (outgoing: readonly Outgoing[]): LeasedBatch[] => [
  ...new Set(outgoing.map(({ batch }) => batch)),
];
