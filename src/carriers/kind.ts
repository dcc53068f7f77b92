import type { Logger } from "pino";
import type { Channel } from "../messaging/channel";
import type { Content } from "../messaging/content-types";
import type { Problem } from "../platform/problem";
import type { Clock } from "../platform/time";
import type { AddressedInbound, Carrier, ReferenceReport } from "./carrier";
import type { SecretSpecs, SecretValues, SettingSpecs, SettingValues } from "./settings";

/** Operator's account at a carrier: validated settings, with defaults, and secrets. */
export interface Connection<S extends SettingSpecs = SettingSpecs, X extends SecretSpecs = SecretSpecs> {
  readonly name: string;
  readonly settings: SettingValues<S> & CommonSettings;
  readonly secrets: SecretValues<X>;
  /**
   * Random token (43 characters, base64url) in the callback URL of a carrier that does not sign callbacks.
   */
  readonly token: string;
}

interface CommonSettings {
  readonly window: number;
  /** Timeout of a submission or a status query, in seconds. */
  readonly timeout_seconds: number;
  /** Maximum messages per second over all senders. If null, only the senders' rates apply. */
  readonly max_per_second: number | null;
}

export interface Media {
  /** Signed URL, valid for at least three days. */
  url: string;
  contentType: string;
  sizeBytes: number;
}

export interface CarrierDeps {
  clock: Clock;
  log: Logger;
  /** Callback URL without a trailing slash: `<RECADO_PUBLIC_URL>/carriers/<name>`. */
  callbackUrl: string;
  /** Returns a file for the carrier to download; null if the file does not exist. */
  media(accountId: string, fileId: string): Promise<Media | null>;
}

export interface Callback {
  method: string;
  /** Path below the connection's URL and token, such as `/reports`. The default is `/`. */
  path: string;
  /** Token in the callback's URL; null if the URL has none. */
  token: string | null;
  /** Full URL as the carrier knows it, because some signatures cover the URL. */
  url: string;
  query: URLSearchParams;
  /** Headers by lower-case name. Node joins or drops the further values of a repeated header. */
  headers: Readonly<Record<string, string | undefined>>;
  body: Buffer;
}

/** Reports and inbound items of a callback. The service responds after storing all items. */
export interface Received {
  reports: readonly ReferenceReport[];
  inbound: readonly AddressedInbound[];
  /** Response to the carrier. The default is 204 without a body. */
  response?: { status: number; contentType?: string; body?: string };
  /** Response that replaces `response` once the contents are stored: the carrier repeats the callback. */
  failure?: Problem;
}

export type CallbackHead = Omit<Callback, "body">;

interface Admission {
  /** Whether the URL and headers authenticate the carrier. Otherwise `read` must verify a signature. */
  isAuthenticated: boolean;
  maxBodyBytes: number;
}

export interface CallbackReader {
  /**
   * Checks URL and headers. Throws a `Problem`: 401 for a wrong token or a missing signature, 404 for the
   * path, 415 for the media type.
   */
  admit(head: CallbackHead): Admission;
  read: ReadCallback;
}

/**
 * Parses an admitted callback; the result is empty for an irrelevant callback. Throws a `Problem`: 401 for an
 * invalid signature, before the content is used, and 400 for a malformed body that is genuine.
 */
type ReadCallback = (callback: Callback) => Promise<Received>;

export interface UnsupportedContent {
  /** Path of the field below `content`, such as `cards[1].suggestions[0]`. */
  field: string;
  message: string;
}

export type NamedFiles = ReadonlyMap<string, Pick<Media, "contentType">>;

export interface ContentSupport {
  /** Returns the first unsupported part, or null. An unknown carrier counts as supporting every content. */
  unsupportedContent(
    carrier: string,
    channel: Channel,
    content: Content,
    files: NamedFiles,
  ): UnsupportedContent | null;
}

export interface CarrierKind<S extends SettingSpecs = SettingSpecs, X extends SecretSpecs = SecretSpecs> {
  readonly name: string;
  readonly summary: string;
  readonly channels: readonly Channel[];
  readonly settings: S;
  readonly secrets: X;
  readonly window?: number;
  /** Returns whether the carrier also accepts an address of an unusual form, such as an alias. */
  takesAddress?(channel: Channel, address: string): boolean;
  /** Returns why the settings contradict each other, in one line with their names, or null. */
  check?(connection: Connection<S, X>): string | null;
  /**
   * Creates the carrier. The network connection begins in `start`. `before` is the carrier with the former
   * settings, which may still be running.
   */
  open(connection: Connection<S, X>, deps: CarrierDeps, before?: Carrier): Carrier;
  callbacks?(connection: Connection<S, X>, deps: CarrierDeps): CallbackReader;
  callbackPaths?(connection: Connection<S, X>): { path: string; purpose: string }[];
  /**
   * Tests connection and credentials without sending. Returns the result in one line; throws
   * `ConnectionTestError`.
   */
  test(connection: Connection<S, X>, deps: CarrierDeps, signal: AbortSignal): Promise<string>;
  /**
   * Configures the operator's account at the carrier. Safe to repeat. Returns the results as lines for the
   * operator.
   */
  register?(connection: Connection<S, X>, deps: CarrierDeps, signal: AbortSignal): Promise<string[]>;
  /** Reverts `register`. Returns the results as lines for the operator. */
  unregister?(connection: Connection<S, X>, deps: CarrierDeps, signal: AbortSignal): Promise<string[]>;
  /** Returns the first part that the carrier does not support, or null. */
  unsupportedContent?(channel: Channel, content: Content, files: NamedFiles): UnsupportedContent | null;
}

/** Failed connection test. The message is one line for the operator, without secrets. */
export class ConnectionTestError extends Error {
  override readonly name = "ConnectionTestError";
}

export const defineKind = <const S extends SettingSpecs, const X extends SecretSpecs>(
  kind: CarrierKind<S, X>,
): CarrierKind<S, X> => kind;
