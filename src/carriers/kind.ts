import type { Logger } from "pino";
import type { Channel } from "../messaging/channel";
import type { Content } from "../messaging/content-types";
import type { Clock } from "../platform/time";
import type { AddressedInbound, Carrier, ReferenceReport } from "./carrier";
import type { SecretSpecs, SecretValues, SettingSpecs, SettingValues } from "./settings";

/** A carrier account of the operator's: what its kind needs to know, checked and completed with the kind's defaults. */
export interface Connection<S extends SettingSpecs = SettingSpecs, X extends SecretSpecs = SecretSpecs> {
  readonly name: string;
  readonly settings: SettingValues<S> & CommonSettings;
  readonly secrets: SecretValues<X>;
  /**
   * Made with the connection, 43 characters of base64url. For carriers that sign nothing: who posts it is the carrier.
   * It is part of the URL that is registered with the carrier: `<callbackUrl>/<token>`.
   */
  readonly token: string;
}

/** What every connection can be told. */
export interface CommonSettings {
  /** Submissions under way at once. */
  readonly window: number;
  /** How long a submission or a status query may take, in seconds. */
  readonly timeout_seconds: number;
  /** Messages a second over all its senders; null: as fast as the senders are. */
  readonly max_per_second: number | null;
}

/** An uploaded file as a carrier fetches it. */
export interface Media {
  /** Unguessable, and good for a day and more. */
  url: string;
  contentType: string;
  sizeBytes: number;
}

/** What the service gives to a connection. */
export interface CarrierParts {
  clock: Clock;
  /** Names the connection on each line. */
  log: Logger;
  /** Where the carrier posts to: `<RECADO_PUBLIC_URL>/carriers/<name>`, without a slash at the end. */
  callbackUrl: string;
  /** The file of a content, for the carrier to fetch. Rejects with a `Problem` of 404 where it is gone. */
  media(accountId: string, fileId: string): Promise<Media>;
}

/** Something that a carrier has posted to us. */
export interface Callback {
  method: string;
  /** Below the connection's URL, such as `/reports`; `/` where there is nothing more. The token is not part of it. */
  path: string;
  /** What stood in the token's place, or null. */
  token: string | null;
  /** The whole URL as the carrier knows it, for signatures that cover it. */
  url: string;
  query: URLSearchParams;
  /** Names in lower case; of several of one name the first. */
  headers: Readonly<Record<string, string | undefined>>;
  body: Buffer;
}

/** What a callback comes to. It is answered once all of it is stored. */
export interface Received {
  reports: readonly ReferenceReport[];
  inbound: readonly AddressedInbound[];
  /** 204 without a body where absent. */
  answer?: { status: number; contentType?: string; body?: string };
}

/** A callback whose body has not been received yet. */
export type CallbackHead = Omit<Callback, "body">;

/** What a connection decides about a callback from its URL and headers alone. */
export interface Admission {
  /** Whether URL and headers prove that the carrier sends it. If not, the signature of its body has to. */
  isAuthenticated: boolean;
  /** Largest body, in bytes. */
  maxBodyBytes: number;
}

/** How the callbacks of a connection are received. */
export interface CallbackReader {
  /**
   * Decides before the body is received. Throws a `Problem`: 401 for a wrong token, 404 for an unknown path, 415 for
   * another media type.
   */
  admit(head: CallbackHead): Admission;
  read: ReadCallback;
}

/**
 * Reads what a carrier posts, after `admit`. Rejects with a `Problem`: 401 for what the carrier did not send, before anything of it is
 * believed; 400 for what cannot be read. What is well formed and of no use comes to nothing.
 */
export type ReadCallback = (callback: Callback) => Promise<Received>;

/** What of a content the carrier cannot express. */
export interface UnsupportedContent {
  /** As the contract names it below `content`, such as `cards[1].suggestions[0]`. */
  field: string;
  message: string;
}

/** The files that a content names, by id, as far as they are there. */
export type NamedFiles = ReadonlyMap<string, Pick<Media, "contentType">>;

/** Tells what carriers cannot express, by the names of their connections. */
export interface ContentSupport {
  /** The first thing in the content that the carrier has no way to say; null where it takes all of it, or is unknown. */
  unsupportedContent(
    carrier: string,
    channel: Channel,
    content: Content,
    files: NamedFiles,
  ): UnsupportedContent | null;
}

/** A kind of carrier: how its connections are set up, and what they do. */
export interface CarrierKind<S extends SettingSpecs = SettingSpecs, X extends SecretSpecs = SecretSpecs> {
  readonly name: string;
  /** What it is, in a few words, for the operator. */
  readonly summary: string;
  readonly channels: readonly Channel[];
  readonly settings: S;
  readonly secrets: X;
  /** The window where the operator names none; `DEFAULT_WINDOW` where absent. */
  readonly window?: number;
  /** Whether senders may have this address beside those of the usual forms, as a carrier's own name for one. */
  takesAddress?(channel: Channel, address: string): boolean;
  /** Why these settings do not go together, in one line that names them; null where they do. */
  check?(connection: Connection<S, X>): string | null;
  /** The connection, ready to be started. Opens nothing by itself. */
  open(connection: Connection<S, X>, parts: CarrierParts): Carrier;
  /** For carriers that post their reports and replies. */
  callbacks?(connection: Connection<S, X>, parts: CarrierParts): CallbackReader;
  /** Below the connection's URL: what is to be registered with the carrier, and for what. */
  callbackPaths?(connection: Connection<S, X>): { path: string; purpose: string }[];
  /**
   * Whether the carrier is reached and takes the credentials. Sends no message. Answers what it has seen in one line;
   * throws a `ConnectionTestError` with the line that says what is wrong.
   */
  test(connection: Connection<S, X>, parts: CarrierParts, signal: AbortSignal): Promise<string>;
  /** Sets up at the carrier what the connection needs; safe to repeat. Answers a line for each thing done. */
  register?(connection: Connection<S, X>, parts: CarrierParts, signal: AbortSignal): Promise<string[]>;
  /** Takes back at the carrier what `register` has set up. Answers a line for each thing done. */
  unregister?(connection: Connection<S, X>, parts: CarrierParts, signal: AbortSignal): Promise<string[]>;
  /** The first thing in the content that the carrier has no way to say; null where it takes all of it. */
  unsupportedContent?(channel: Channel, content: Content, files: NamedFiles): UnsupportedContent | null;
}

/** What is wrong with a connection, in one line for the operator. It holds no secret. */
export class ConnectionTestError extends Error {
  override readonly name = "ConnectionTestError";
}

/** Gives a kind its types. */
export const defineKind = <const S extends SettingSpecs, const X extends SecretSpecs>(
  kind: CarrierKind<S, X>,
): CarrierKind<S, X> => kind;
