import type { CarrierKind } from "../../../src/carriers/kind";
import type { Channel } from "../../../src/messaging/channel";

/** Behaviour of a peer towards messages. */
export type Behaviour =
  | "accepts"
  | "refuses"
  /** Refuses for now. */
  | "retries"
  | "throttles"
  /** Receives messages and never responds. */
  | "hangs"
  /** Receives messages and ends the connection. */
  | "cuts"
  /** Accepts no connections. */
  | "is unreachable"
  | "denies the credentials";

/** A carrier's request to the connection's callback URL. */
export interface Posted {
  /** Path below the connection's URL, with the token if the kind has it in the URL. */
  path: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

export type Status = "delivered" | "undelivered";

/** The carrier's side of a connection, which behaves as a test requests. */
export interface CarrierPeer {
  readonly kind: CarrierKind;
  readonly channel: Channel;
  /** The sender's address, and a content that the carrier accepts. */
  readonly address: string;
  readonly content: object;
  /** File that is sent instead of the content, as for a voice message. */
  readonly file?: { contentType: string; bytes: Buffer };
  readonly settings: Readonly<Record<string, string | number | boolean>>;
  readonly secrets: Readonly<Record<string, string>>;
  /** Secrets that the carrier refuses. */
  readonly wrongSecrets: Readonly<Record<string, string>>;
  behave(next: Behaviour): Promise<void>;
  /** Accepted messages with their references, in order. */
  readonly accepted: { to: string; reference: string }[];
  /** Number of submitted messages, accepted or not. */
  readonly received: number;
  /** Outcome of a report of a failure, if that is not `undelivered`. */
  readonly failure?: { status: "expired"; code: "expired"; carrierCode: string | null };
  /** Reports a message's status. `post` sends a request to the service and returns the response's status. */
  report(post: Post, reference: string, status: Status): Promise<number>;
  /** Delivers a person's reply; null for a kind without replies. */
  reply: ((post: Post, reply: { from: string; text: string; reference: string }) => Promise<number>) | null;
  /** Sends a report with a wrong signature or token; null for a kind without callbacks. */
  forge: ((post: Post, reference: string) => Promise<number>) | null;
  /** Makes the carrier report the next submission before it responds. */
  reportsEarly(post: Post): void;
  close(): Promise<void>;
}

/** `token` is the connection's token, for URLs that contain it. */
export type Post = ((posted: Posted) => Promise<number>) & { token: string };
