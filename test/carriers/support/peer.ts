import type { CarrierKind } from "../../../src/carriers/kind";
import type { Channel } from "../../../src/messaging/channel";

/** What a peer does with messages from now on. */
export type Behaviour =
  | "accepts"
  | "refuses"
  /** Not now, may be later. */
  | "retries"
  | "throttles"
  /** Takes them and never answers. */
  | "hangs"
  /** Takes them and ends the connection. */
  | "cuts"
  /** Takes no connections. */
  | "is away"
  | "denies the credentials";

/** A request as the carrier makes it to the connection's callback URL. */
export interface Posted {
  /** Below the connection's URL, with the token where the kind has it there. */
  path: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

export type Status = "delivered" | "undelivered";

/** The other side of a connection: a carrier that does what a test tells it. */
export interface CarrierPeer {
  readonly kind: CarrierKind;
  readonly channel: Channel;
  /** The sender's address, and a content that the carrier takes. */
  readonly address: string;
  readonly content: object;
  /** A file that goes out in the place of the content, as a voice message has it. */
  readonly file?: { contentType: string; bytes: Buffer };
  readonly settings: Readonly<Record<string, string | number | boolean>>;
  readonly secrets: Readonly<Record<string, string>>;
  /** Secrets of the same kind that the carrier does not know. */
  readonly wrongSecrets: Readonly<Record<string, string>>;
  behave(next: Behaviour): Promise<void>;
  /** Messages that it has accepted, by the references that it gave them, in order. */
  readonly accepted: { to: string; reference: string }[];
  /** How many messages it was handed, whatever it did with them. */
  readonly handed: number;
  /** What its report of a failure comes to, where that is not `undelivered`. */
  readonly failure?: { status: "expired"; code: "expired"; carrierCode: string | null };
  /** How it tells what became of a message. `post` reaches the service, and answers the status. */
  report(post: Post, reference: string, status: Status): Promise<number>;
  /** How it tells of what a person has sent; null where the kind has no replies. */
  reply: ((post: Post, reply: { from: string; text: string; reference: string }) => Promise<number>) | null;
  /** The same report with a signature or token that is not the carrier's; null where nothing is posted. */
  forge: ((post: Post, reference: string) => Promise<number>) | null;
  /** From now on a submission is reported before it is answered. */
  reportsEarly(post: Post): void;
  close(): Promise<void>;
}

/** `token`: the one of the connection, for URLs that hold it. */
export type Post = ((posted: Posted) => Promise<number>) & { token: string };
