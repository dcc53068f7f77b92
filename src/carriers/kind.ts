import type { Logger } from "pino";
import type { Channel } from "../messaging/channel";
import type { Content } from "../messaging/content-types";
import type { Clock } from "../platform/time";
import type { AddressedInbound, Carrier, ReferenceReport } from "./carrier";
import type { SecretSpecs, SecretValues, SettingSpecs, SettingValues } from "./settings";

/** An operator's account at a carrier: validated settings and secrets, completed with the kind's defaults. */
export interface Connection<S extends SettingSpecs = SettingSpecs, X extends SecretSpecs = SecretSpecs> {
  readonly name: string;
  readonly settings: SettingValues<S> & CommonSettings;
  readonly secrets: SecretValues<X>;
  /**
   * Random token of the connection, 43 characters of base64url. It authenticates callbacks of carriers that
   * sign nothing. It is part of the callback URL that is registered with the carrier:
   * `<callbackUrl>/<token>`.
   */
  readonly token: string;
}

/** Settings that every connection has. */
export interface CommonSettings {
  /** Maximum concurrent submissions. */
  readonly window: number;
  /** Timeout of a submission or a status query, in seconds. */
  readonly timeout_seconds: number;
  /** Maximum messages per second over all senders. Null: only the senders' rates apply. */
  readonly max_per_second: number | null;
}

/** An uploaded file that the carrier can download. */
export interface Media {
  /** Unguessable URL, valid for more than a day. */
  url: string;
  contentType: string;
  sizeBytes: number;
}

/** Dependencies that the service provides to a connection. */
export interface CarrierParts {
  clock: Clock;
  /** Logger that adds the connection's name to each line. */
  log: Logger;
  /** Callback URL: `<RECADO_PUBLIC_URL>/carriers/<name>`, without a trailing slash. */
  callbackUrl: string;
  /**
   * Returns a file of a content for the carrier to download. Rejects with a `Problem` of 404 if the file is
   * gone.
   */
  media(accountId: string, fileId: string): Promise<Media>;
}

/** A callback request from a carrier. */
export interface Callback {
  method: string;
  /** Path below the connection's URL and token, such as `/reports`; `/` if there is none. */
  path: string;
  /** The token from the URL, or null. */
  token: string | null;
  /** The full URL as the carrier knows it, for signatures that cover it. */
  url: string;
  query: URLSearchParams;
  /** Header names in lower case. Of a repeated header, only the first value. */
  headers: Readonly<Record<string, string | undefined>>;
  body: Buffer;
}

/** Reports and inbound items of a callback. The response is sent once all of them are stored. */
export interface Received {
  reports: readonly ReferenceReport[];
  inbound: readonly AddressedInbound[];
  /** Response to the carrier; 204 without a body if absent. */
  answer?: { status: number; contentType?: string; body?: string };
}

/** A callback whose body has not been received yet. */
export type CallbackHead = Omit<Callback, "body">;

/** Decision about a callback, based on its URL and headers alone. */
export interface Admission {
  /** Whether URL and headers prove that the carrier sent it. If not, the body's signature has to. */
  isAuthenticated: boolean;
  /** Largest body, in bytes. */
  maxBodyBytes: number;
}

/** Reader of a connection's callbacks. */
export interface CallbackReader {
  /**
   * Decides before the body is received. Throws a `Problem`: 401 for a wrong token, 404 for an unknown path,
   * 415 for another media type.
   */
  admit(head: CallbackHead): Admission;
  read: ReadCallback;
}

/**
 * Reads a callback that `admit` has accepted. Rejects with a `Problem`: 401 if the carrier did not send it,
 * before any of its content is used; 400 if it is malformed. A well-formed callback of no interest yields an
 * empty result.
 */
export type ReadCallback = (callback: Callback) => Promise<Received>;

/** A part of a content that the carrier cannot express. */
export interface UnsupportedContent {
  /** Path of the field below `content`, as in the contract, such as `cards[1].suggestions[0]`. */
  field: string;
  message: string;
}

/** The existing files that a content refers to, by id. */
export type NamedFiles = ReadonlyMap<string, Pick<Media, "contentType">>;

/** Checks contents against what a carrier connection, named by `carrier`, can express. */
export interface ContentSupport {
  /** Returns the first unsupported part of the content; null if there is none or the carrier is unknown. */
  unsupportedContent(
    carrier: string,
    channel: Channel,
    content: Content,
    files: NamedFiles,
  ): UnsupportedContent | null;
}

/** A kind of carrier: its settings, and how its connections work. */
export interface CarrierKind<S extends SettingSpecs = SettingSpecs, X extends SecretSpecs = SecretSpecs> {
  readonly name: string;
  /** Short description for the operator. */
  readonly summary: string;
  readonly channels: readonly Channel[];
  readonly settings: S;
  readonly secrets: X;
  /** Default window; `DEFAULT_WINDOW` if absent. */
  readonly window?: number;
  /**
   * Whether senders may have this address besides the usual forms, such as an alias defined by the carrier.
   */
  takesAddress?(channel: Channel, address: string): boolean;
  /** Returns why the settings are inconsistent, in one line that names them; null if they are consistent. */
  check?(connection: Connection<S, X>): string | null;
  /** Creates the carrier without opening a connection; `start` does that. */
  open(connection: Connection<S, X>, parts: CarrierParts): Carrier;
  /** Creates the callback reader, for carriers that post their reports and replies. */
  callbacks?(connection: Connection<S, X>, parts: CarrierParts): CallbackReader;
  /** Returns the callback paths to register with the carrier, and their purpose. */
  callbackPaths?(connection: Connection<S, X>): { path: string; purpose: string }[];
  /**
   * Tests that the carrier is reachable and accepts the credentials. Sends no message. Returns one line about
   * what it found; throws a `ConnectionTestError` whose message says what is wrong.
   */
  test(connection: Connection<S, X>, parts: CarrierParts, signal: AbortSignal): Promise<string>;
  /** Sets up at the carrier what the connection needs; safe to repeat. Returns one line per change. */
  register?(connection: Connection<S, X>, parts: CarrierParts, signal: AbortSignal): Promise<string[]>;
  /** Removes at the carrier what `register` has set up. Returns one line per change. */
  unregister?(connection: Connection<S, X>, parts: CarrierParts, signal: AbortSignal): Promise<string[]>;
  /** Returns the first unsupported part of the content; null if there is none. */
  unsupportedContent?(channel: Channel, content: Content, files: NamedFiles): UnsupportedContent | null;
}

/** A failed connection test. The message is one line for the operator and holds no secret. */
export class ConnectionTestError extends Error {
  override readonly name = "ConnectionTestError";
}

/** Infers the types of a kind's settings and secrets. */
export const defineKind = <const S extends SettingSpecs, const X extends SecretSpecs>(
  kind: CarrierKind<S, X>,
): CarrierKind<S, X> => kind;
