import type { PriceTable } from "../accounts/prices";
import type { Carrier, SubmitOutcome } from "../../carriers/carrier";
import type { OutgoingMessage } from "../messages/outgoing.store";
import type { SubmissionPayload } from "../messages/submission-job";
import type { Step } from "../messages/transitions";
import type { LeasedJob } from "../../queue/job";
import type { Sender } from "../senders/sender";
import type { Instant } from "../../platform/time";
import type { CarrierReport } from "./unmatched-reports.store";

export type LeasedSubmission = LeasedJob<SubmissionPayload>;

/** So many messages take too little time to keep anybody waiting. */
export const FEW = 50;

/** A leased job, and what has become of its messages so far. */
export interface Work {
  job: LeasedSubmission;
  prices: PriceTable;
  /** Its messages, and those of them without an outcome that is written. */
  readonly messages: number;
  open: number;
  /** Messages that go on in a later job, by why. */
  refused: string[];
  unknown: string[];
  /** Messages that this lease does not come to, and when they are due again. */
  left: string[];
  leftUntil: Instant;
  /** How often it stayed unknown whether the carrier has its messages. */
  timesUnknown: number;
  /** The lease is lost: nothing more of it is begun. */
  lost: boolean;
}

export const newWork = (job: LeasedSubmission, prices: PriceTable, messages: number): Work => ({
  job,
  prices,
  messages,
  open: messages,
  refused: [],
  unknown: [],
  left: [],
  leftUntil: job.dueAt,
  timesUnknown: (job.payload.unknown ?? 0) + job.leases - 1,
  lost: false,
});

/** A message on its way to the carrier. */
export interface Outgoing {
  work: Work;
  message: OutgoingMessage;
  /** When it was last looked at whether it may go out. */
  checkedAt: Instant;
  /** How often it may have been handed over before, to a carrier that does not go by our ids, without an answer. */
  unknownBefore: number;
  /** It was noted as about to be handed over, this time as well. */
  isNoted: boolean;
}

/** Where a message goes out. */
export interface Route {
  sender: Sender;
  carrier: Carrier;
}

/** What became of a message; `step`: something other than a submission; `left`: nothing yet. */
export type MessageOutcome =
  | Exclude<SubmitOutcome, { type: "throttled" | "away" }>
  | { type: "step"; step: Step }
  | { type: "left"; dueAt: Instant };

export interface Result {
  work: Work;
  message: OutgoingMessage;
  outcome: MessageOutcome;
  /** Reports on it so far; more may come until it is written. */
  readonly reports: readonly CarrierReport[];
  /** How many of them were written along with it. */
  reportsWritten: number;
  /** As of its hand-over. */
  unknownBefore: number;
  isNoted: boolean;
}

export const resultOf = (
  { work, message, unknownBefore, isNoted }: Omit<Outgoing, "checkedAt">,
  outcome: MessageOutcome,
): Result => ({ work, message, outcome, reports: [], reportsWritten: 0, unknownBefore, isNoted });
