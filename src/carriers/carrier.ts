import type { Channel } from "../messaging/channel";
import type { Content } from "../messaging/content";
import type { Instant } from "../platform/time";

/** One message on its way out. `messageId` serves the carrier as idempotency key where it takes one. */
export interface Submission {
  accountId: string;
  messageId: string;
  channel: Channel;
  from: string;
  to: string;
  content: Content;
  segments: number | null;
  /** Submissions of this message tried before. */
  attempt: number;
}

/** A message that the carrier has taken, to ask after. */
export interface SubmittedMessage extends Submission {
  submittedAt: Instant;
  /** The first of its references, where the carrier gave one. */
  reference?: string | null;
}

export interface CarrierError {
  code: "carrier_rejected" | "carrier_unreachable" | "undeliverable" | "expired";
  message: string;
  /** The carrier's own code, as its documents spell it. */
  carrierCode: string | null;
  /** The number does not have the channel at all, as a telephone without RCS: waiting for a delivery is of no use. */
  lacksChannel?: boolean;
}

/**
 * What became of one message of a submission.
 * - `accepted`: the carrier has it, and calls it by these references in its reports; several where a long message went
 *   out in parts.
 * - `refused`: for good.
 * - `retry`: not taken now, may be later.
 * - `throttled`: not taken because too many came at once; counts as no try, and the sender rests.
 * - `away`: nothing was handed over, because the carrier was not reached or does not take the credentials; counts as no
 *   try either.
 * - `unknown`: it was handed over, and no answer came.
 */
export type SubmitOutcome =
  | { type: "accepted"; references?: readonly string[] }
  | { type: "refused"; error: CarrierError }
  | { type: "retry"; error: CarrierError }
  | { type: "throttled"; error: CarrierError; retryAfterMs?: number }
  | { type: "away"; error: CarrierError; retryAfterMs?: number }
  | { type: "unknown" };

export type ReportedStatus = "delivered" | "read" | "undelivered" | "expired";

interface Reported {
  status: ReportedStatus;
  error: CarrierError | null;
  occurredAt: Instant;
}

/** A delivery report on a message of ours. */
export interface DeliveryReport extends Reported {
  accountId: string;
  messageId: string;
}

/** A delivery report on what the carrier calls by its own reference. */
export interface ReferenceReport extends Reported {
  reference: string;
  /** Another spelling of the same, for where no message is known by the first. */
  otherwise?: string;
}

/** Takes reports in; resolves when they are stored, so that a carrier may acknowledge them. */
export type DeliveryReportSink = (reports: readonly (DeliveryReport | ReferenceReport)[]) => Promise<void>;

/** What a person sent. A carrier that keeps pictures and the like elsewhere fetches them first. */
export type InboundContent =
  | { type: "text"; text: string }
  | { type: "file"; contentType: string; filename: string | null; bytes: Buffer }
  | { type: "location"; latitude: number; longitude: number }
  | { type: "suggestion"; text: string; postbackData: string | null };

interface InboundCommon {
  accountId: string;
  /** The person's number, E.164. */
  from: string;
  /** The sender's address that it came in at. */
  to: string;
  /** The message that it answers, where the carrier says so. */
  inReplyTo: string | null;
  /** The carrier's own id of it: what comes again under the same is recorded once. */
  reference: string | null;
}

/** A message from a person. */
export interface InboundMessage extends InboundCommon {
  kind: "message";
  channel: Channel;
  content: InboundContent;
  /** What the carrier itself has taken it for, and goes by from now on; without, the text decides. */
  consent?: "opt-out" | "opt-in";
}

/** Something else that a person did in an RCS conversation. */
export interface InboundRcsEvent extends InboundCommon {
  kind: "rcs-event";
  eventType: "action" | "typing" | "subscribe" | "unsubscribe";
  /** The text of the suggestion that was tapped. */
  actionLabel: string | null;
  postbackData: string | null;
}

export type Inbound = InboundMessage | InboundRcsEvent;

/**
 * The same from a carrier that knows addresses and its own references only: whose it is follows from the address that
 * it came in at, and `inReplyTo` is the carrier's reference of the message that it answers.
 */
export type AddressedInbound = Omit<InboundMessage, "accountId"> | Omit<InboundRcsEvent, "accountId">;

/** Takes in what persons send; resolves when it is stored, so that a carrier may acknowledge it. */
export type InboundSink = (items: readonly (Inbound | AddressedInbound)[]) => Promise<void>;

/** What became of the wish to take a message back. `unknown`: the carrier could not tell, it may be asked again. */
export type RevokeOutcome = "revoked" | "delivered" | "unknown";

/** Submissions to one carrier that a process has under way at once, where the carrier names no number. */
export const DEFAULT_WINDOW = 64;

/** What a submission or a status query may take where the carrier names no time, in milliseconds. */
export const DEFAULT_DEADLINE_MS = 35_000;

/** The port that every carrier implements. It knows neither routes nor tables. */
export interface Carrier {
  readonly name: string;
  readonly channels: readonly Channel[];
  /** Whether a message submitted twice under the same id goes out once. */
  readonly idempotent: boolean;
  /** Whether it reports deliveries; without, a message is settled once it is sent. */
  readonly reports: boolean;
  /** The most messages in one `submit`. */
  readonly batchSize: number;
  /**
   * Submissions under way at once in one process, at most; `DEFAULT_WINDOW` where absent. Where the carrier is not
   * idempotent, others with as many messages are being noted or written down: after a crash no more than these are
   * unsure.
   */
  readonly window?: number;
  /** How long a submission or a status query may take, in milliseconds; `DEFAULT_DEADLINE_MS` where absent. */
  readonly deadlineMs?: number;
  /** Messages a second over all its senders and all processes; as fast as these are where absent or null. */
  readonly maxPerSecond?: number | null;
  /** A sender's speed when the operator names none, in messages a second. */
  readonly defaultMaxPerSecond: number;
  /**
   * Submits messages; one outcome each, in order. A throw counts as `retry` for all. The signal ends with the deadline:
   * from then on nobody waits, and it is not known what became of the messages.
   */
  submit(messages: readonly Submission[], signal: AbortSignal): Promise<SubmitOutcome[]>;
  /** Asks after messages submitted at `submittedAt` whose reports may have been lost; reports go to the sink. */
  queryStatus?(messages: readonly SubmittedMessage[], signal: AbortSignal): Promise<void>;
  /** Takes back messages that have not been delivered; one outcome each, in order. Asking twice is no error. */
  revoke?(messages: readonly Submission[]): Promise<RevokeOutcome[]>;
  /** Resolves when what is under way has reached its sinks. */
  settled?(): Promise<void>;
  start(reports: DeliveryReportSink, inbound: InboundSink): Promise<void>;
  stop(): Promise<void>;
}

export type Carriers = ReadonlyMap<string, Carrier>;
