import type { CarrierKind } from "../../../src/carriers/kind";
import type { Channel } from "../../../src/messaging/channel";

export type Behaviour =
  | "accepts"
  | "refuses"
  | "retries"
  | "throttles"
  /** Reads messages and never responds. */
  | "hangs"
  /** Reads messages and closes the connection. */
  | "cuts"
  | "is unreachable"
  | "denies the credentials";

/** A carrier's request to the connection's callback URL. */
export interface Posted {
  /** Path below the connection's URL. Includes the token if the kind expects the token in the URL. */
  path: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

export type Status = "delivered" | "undelivered";

export interface CarrierPeer {
  readonly kind: CarrierKind;
  readonly channel: Channel;
  /** Sender address and content of messages that the carrier accepts. */
  readonly address: string;
  readonly content: object;
  /** File to send instead of the content, for voice messages. */
  readonly file?: { contentType: string; bytes: Buffer };
  readonly settings: Readonly<Record<string, string | number | boolean>>;
  readonly secrets: Readonly<Record<string, string>>;
  readonly wrongSecrets: Readonly<Record<string, string>>;
  behave(next: Behaviour): Promise<void>;
  /** Accepted messages in order, with their references. */
  readonly accepted: { to: string; reference: string }[];
  /** Number of received submissions, accepted or not. */
  readonly received: number;
  /** Expected outcome of a failure report. By default, the status is `undelivered`. */
  readonly failure?: { status: "expired"; code: "expired"; carrierCode: string | null };
  /** Reports a message's status to the service with `post`. Returns the status of the HTTP response. */
  report(post: Post, reference: string, status: Status): Promise<number>;
  /** Delivers a person's reply. Null for a kind without replies. */
  reply: ((post: Post, reply: { from: string; text: string; reference: string }) => Promise<number>) | null;
  /** Sends a report with a wrong signature or token. Null for a kind without callbacks. */
  forge: ((post: Post, reference: string) => Promise<number>) | null;
  /** Makes the carrier report the delivery of the next submission before it responds. */
  reportsEarly(post: Post): void;
  close(): Promise<void>;
}

/** Sends a callback and returns the response's status. Some kinds have `token` in the URL. */
export type Post = ((posted: Posted) => Promise<number>) & { token: string };
