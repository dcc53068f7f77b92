import type { Channel } from "../messaging/channel";
import type { Content } from "../messaging/content";
import type { Purpose } from "../messaging/purpose";
import type { Instant } from "../platform/time";

/** Message to submit. `messageId` serves as idempotency key. */
export interface Submission {
  accountId: string;
  messageId: string;
  channel: Channel;
  purpose: Purpose;
  from: string;
  to: string;
  content: Content;
  segments: number | null;
  /** Number of earlier submissions of this message. */
  attempt: number;
  /**
   * Time for which the carrier may try to deliver the message, in seconds from now; absent without a limit.
   */
  validitySeconds?: number;
  /**
   * End of the window in which the message may be submitted; absent without a limit. A carrier that makes
   * messages wait for a slot returns `throttled` after this time.
   */
  openUntil?: Instant;
}

export const isClosed = ({ openUntil }: Pick<Submission, "openUntil">, now: Instant): boolean =>
  openUntil !== undefined && now >= openUntil;

export interface SubmittedMessage extends Submission {
  submittedAt: Instant;
  /** Id, or else first reference, that the carrier returned for the message. */
  reference?: string | null;
}

export interface CarrierError {
  code: "carrier_rejected" | "carrier_unreachable" | "undeliverable" | "expired";
  message: string;
  /** Error code as the carrier documents it; null if there is none. */
  carrierCode: string | null;
  /** Whether the number does not support the channel, such as a phone without RCS. */
  lacksChannel?: boolean;
}

/**
 * Outcome of one submitted message.
 * - `accepted`: the carrier accepted the message; its delivery reports use these references, one per SMS
 *   part. `id` is the carrier's own id of the message; absent if it is the first reference.
 * - `refused`: permanent error.
 * - `retry`: temporary error.
 * - `throttled`: over the carrier's rate; not counted as an attempt, and the sender pauses.
 * - `away`: not accepted, because the carrier is unavailable or rejects the credentials; not counted as an
 *   attempt.
 * - `unknown`: submitted, but no response shows whether the carrier accepted the message.
 */
export type SubmitOutcome =
  | { type: "accepted"; references?: readonly string[]; id?: string }
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

export interface DeliveryReport extends Reported {
  accountId: string;
  messageId: string;
}

export interface ReferenceReport extends Reported {
  reference: string;
  /** Second reference, tried if no message has the first one. */
  otherwise?: string;
}

/** Stores delivery reports. The carrier may be acknowledged when the promise resolves. */
export type DeliveryReportSink = (reports: readonly (DeliveryReport | ReferenceReport)[]) => Promise<void>;

/** Content of an inbound message. Files are already downloaded. */
export type InboundContent =
  | { type: "text"; text: string }
  | { type: "file"; contentType: string; filename: string | null; bytes: Buffer }
  | { type: "location"; latitude: number; longitude: number }
  | { type: "suggestion"; text: string; postbackData: string | null };

interface InboundCommon {
  accountId: string;
  /** Person's number, in E.164. */
  from: string;
  /** Address of the sender that received the item. */
  to: string;
  /** Id of the message that the person replied to; null if the carrier does not report the message. */
  inReplyTo: string | null;
  /** Carrier's id of the inbound item. Items with an identical id are recorded once. */
  reference: string | null;
}

export interface InboundMessage extends InboundCommon {
  kind: "message";
  channel: Channel;
  content: InboundContent;
  /** Consent change that the carrier detected and enforces. If absent, the text determines the consent. */
  consent?: "opt-out" | "opt-in";
}

export interface InboundRcsEvent extends InboundCommon {
  kind: "rcs-event";
  eventType: "action" | "typing" | "subscribe" | "unsubscribe";
  actionLabel: string | null;
  postbackData: string | null;
}

export type Inbound = InboundMessage | InboundRcsEvent;

/** Inbound item whose address `to` determines its account. `inReplyTo` is the carrier's reference. */
export type AddressedInbound = Omit<InboundMessage, "accountId"> | Omit<InboundRcsEvent, "accountId">;

/** Stores inbound items. The carrier may be acknowledged when the promise resolves. */
export type InboundSink = (items: readonly (Inbound | AddressedInbound)[]) => Promise<void>;

/** Outcome of a revocation. A request with the outcome `unknown` may be repeated. */
export type RevokeOutcome = "revoked" | "delivered" | "unknown";

export const DEFAULT_WINDOW = 64;

export const DEFAULT_DEADLINE_MS = 35_000;

export interface Carrier {
  readonly name: string;
  readonly channels: readonly Channel[];
  /** Whether the carrier sends a message only once if the id is submitted twice. */
  readonly idempotent: boolean;
  /** Whether the carrier sends delivery reports. Without reports, status `sent` is final. */
  readonly reports: boolean;
  readonly batchSize: number;
  /**
   * Maximum concurrent submissions per process; `DEFAULT_WINDOW` if absent. For a carrier that is not
   * idempotent, a larger window leaves more messages with an uncertain outcome after a crash.
   */
  readonly window?: number;
  /** Timeout of a submission or a status query, in milliseconds; `DEFAULT_DEADLINE_MS` if absent. */
  readonly deadlineMs?: number;
  /** Maximum messages per second over all senders and processes; no overall limit if null or absent. */
  readonly maxPerSecond?: number | null;
  /** Whether the permanent connection to the carrier is open; absent for a carrier without one. */
  readonly isConnected?: boolean;
  /** Default rate of a sender, in messages per second. */
  readonly defaultMaxPerSecond: number;
  /**
   * Submits messages and returns one outcome each, in order. A rejected promise counts as `retry` for all
   * messages. The signal aborts at the deadline; the caller then ignores the result and treats the outcomes
   * as unknown.
   */
  submit(messages: readonly Submission[], signal: AbortSignal): Promise<SubmitOutcome[]>;
  /**
   * Returns the reference in the reports on a message whose submission got no response. Without this method,
   * the reference is the message's id.
   */
  referenceOf?(messageId: string): string;
  /** Queries the status of messages without a report, and passes the results to the sink. */
  queryStatus?(messages: readonly SubmittedMessage[], signal: AbortSignal): Promise<void>;
  /**
   * Revokes undelivered messages and returns one outcome each, in order. When the signal aborts, promptly
   * returns `unknown` for messages without a response, and keeps the other outcomes: a carrier may report a
   * message that is revoked twice as delivered.
   */
  revoke?(messages: readonly Submission[], signal: AbortSignal): Promise<RevokeOutcome[]>;
  /** Resolves when the sinks have stored all items in flight. */
  settled?(): Promise<void>;
  start(reports: DeliveryReportSink, inbound: InboundSink): Promise<void>;
  /**
   * Waits for work that `stop` would interrupt and that `next`, the carrier with the changed settings, cannot
   * continue. Also resolves after a time limit, and when the signal aborts.
   */
  drained?(next: Carrier, signal: AbortSignal): Promise<void>;
  stop(): Promise<void>;
}

export type Carriers = ReadonlyMap<string, Carrier>;
