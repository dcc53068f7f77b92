import type { Channel } from "../messaging/channel";
import type { Content } from "../messaging/content";
import type { Instant } from "../platform/time";

/** One message to submit. Carriers that accept an idempotency key use `messageId`. */
export interface Submission {
  accountId: string;
  messageId: string;
  channel: Channel;
  from: string;
  to: string;
  content: Content;
  segments: number | null;
  /** Number of earlier submissions of this message. */
  attempt: number;
}

/** An accepted message whose status may be queried. */
export interface SubmittedMessage extends Submission {
  submittedAt: Instant;
  /** The message's first carrier reference, if the carrier gave one. */
  reference?: string | null;
}

export interface CarrierError {
  code: "carrier_rejected" | "carrier_unreachable" | "undeliverable" | "expired";
  message: string;
  /** The carrier's error code, as the carrier documents it. */
  carrierCode: string | null;
  /**
   * Whether the number lacks the channel, such as a phone without RCS. Waiting for a delivery is then
   * pointless.
   */
  lacksChannel?: boolean;
}

/**
 * Outcome of one submitted message.
 * - `accepted`: the carrier has it and uses these references in its reports; several if a long message was
 * sent in parts.
 * - `refused`: permanent.
 * - `retry`: not accepted now, possibly later.
 * - `throttled`: not accepted because of the rate; does not count as an attempt, and the sender pauses.
 * - `away`: not submitted, because the carrier was unreachable or rejects the credentials; does not count as
 * an attempt either.
 * - `unknown`: submitted, but no response arrived.
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

/** A delivery report that names the account and the message id. */
export interface DeliveryReport extends Reported {
  accountId: string;
  messageId: string;
}

/** A delivery report that names the message by the carrier's reference. */
export interface ReferenceReport extends Reported {
  reference: string;
  /** Alternative spelling of the reference, tried if no message matches the first one. */
  otherwise?: string;
}

/** Stores delivery reports. The carrier may acknowledge them once the promise resolves. */
export type DeliveryReportSink = (reports: readonly (DeliveryReport | ReferenceReport)[]) => Promise<void>;

/** Content of an inbound message. A carrier that stores files elsewhere downloads them first. */
export type InboundContent =
  | { type: "text"; text: string }
  | { type: "file"; contentType: string; filename: string | null; bytes: Buffer }
  | { type: "location"; latitude: number; longitude: number }
  | { type: "suggestion"; text: string; postbackData: string | null };

interface InboundCommon {
  accountId: string;
  /** The person's number, E.164. */
  from: string;
  /** The sender address that received it. */
  to: string;
  /** The message that this one replies to, if the carrier reports it. */
  inReplyTo: string | null;
  /** The carrier's id of the inbound item. Items with the same id are recorded once. */
  reference: string | null;
}

/** A message from a person. */
export interface InboundMessage extends InboundCommon {
  kind: "message";
  channel: Channel;
  content: InboundContent;
  /** Consent change that the carrier detected and applies from now on. If absent, the text decides. */
  consent?: "opt-out" | "opt-in";
}

/** An RCS event other than a message. */
export interface InboundRcsEvent extends InboundCommon {
  kind: "rcs-event";
  eventType: "action" | "typing" | "subscribe" | "unsubscribe";
  /** The text of the suggestion that was tapped. */
  actionLabel: string | null;
  postbackData: string | null;
}

export type Inbound = InboundMessage | InboundRcsEvent;

/**
 * An inbound item from a carrier that knows only addresses and its own references. The address `to`
 * determines the account. `inReplyTo` is the carrier's reference of the original message.
 */
export type AddressedInbound = Omit<InboundMessage, "accountId"> | Omit<InboundRcsEvent, "accountId">;

/** Stores inbound items. The carrier may acknowledge them once the promise resolves. */
export type InboundSink = (items: readonly (Inbound | AddressedInbound)[]) => Promise<void>;

/** Outcome of a revocation. `unknown`: the carrier does not know; the request may be repeated. */
export type RevokeOutcome = "revoked" | "delivered" | "unknown";

/** Maximum concurrent submissions to one carrier per process, if the carrier sets no window. */
export const DEFAULT_WINDOW = 64;

/** Timeout of a submission or a status query, if the carrier sets none, in milliseconds. */
export const DEFAULT_DEADLINE_MS = 35_000;

/** The port that every carrier implements. It knows neither routes nor tables. */
export interface Carrier {
  readonly name: string;
  readonly channels: readonly Channel[];
  /** Whether the carrier sends a message once if it is submitted twice under the same id. */
  readonly idempotent: boolean;
  /** Whether the carrier sends delivery reports. Without them, a message is final once it is sent. */
  readonly reports: boolean;
  /** Maximum messages per `submit`. */
  readonly batchSize: number;
  /**
   * Maximum concurrent submissions per process; `DEFAULT_WINDOW` if absent. If the carrier is not idempotent,
   * up to as many messages again are having their intent or outcome recorded. After a crash, only these are
   * uncertain.
   */
  readonly window?: number;
  /** Timeout of a submission or a status query, in milliseconds; `DEFAULT_DEADLINE_MS` if absent. */
  readonly deadlineMs?: number;
  /**
   * Maximum messages per second over all senders and processes. Absent or null: only the senders' rates
   * apply.
   */
  readonly maxPerSecond?: number | null;
  /** Default rate of a sender, in messages per second. */
  readonly defaultMaxPerSecond: number;
  /**
   * Submits messages and returns one outcome each, in order. A rejection counts as `retry` for all messages.
   * The signal aborts at the deadline. After that the caller ignores the result and the outcomes are unknown.
   */
  submit(messages: readonly Submission[], signal: AbortSignal): Promise<SubmitOutcome[]>;
  /** Queries the status of messages whose reports may be lost. The reports go to the sink. */
  queryStatus?(messages: readonly SubmittedMessage[], signal: AbortSignal): Promise<void>;
  /**
   * Revokes undelivered messages and returns one outcome each, in order. Repeating a revocation is not an
   * error.
   */
  revoke?(messages: readonly Submission[]): Promise<RevokeOutcome[]>;
  /** Resolves once all in-flight work has reached the sinks. */
  settled?(): Promise<void>;
  start(reports: DeliveryReportSink, inbound: InboundSink): Promise<void>;
  stop(): Promise<void>;
}

export type Carriers = ReadonlyMap<string, Carrier>;
