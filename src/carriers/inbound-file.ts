import type { Logger } from "pino";
import { Agent, type buildConnector, fetch as undiciFetch, type Response } from "undici";
import { FairSemaphore, type Permit } from "../platform/concurrency/fair-semaphore";
import { Problem, serviceUnavailable } from "../platform/problem";
import { guardedConnector } from "../platform/public-addresses";
import { causeOf } from "./http-client";

const MIB = 1_024 * 1_024;
/** Maximum size of an inbound file, in bytes. Outbound videos, the largest media, have an equal limit. */
export const MAX_INBOUND_FILE_BYTES = 10 * MIB;
const MAX_REDIRECTS = 3;
/** `Retry-After` for a callback whose file is temporarily unavailable, in seconds. */
const AGAIN_AFTER_SECONDS = 30;

const tooMany = () => serviceUnavailable("Too many files are being downloaded", AGAIN_AFTER_SECONDS);

/**
 * Limits the bytes of bodies being read, in total and per connection. A body counts with the size that its
 * response announces, or else with the maximum size. The limit does not cover files that are read and not yet
 * stored.
 */
const bodies = new FairSemaphore({ total: 64 * MIB, perGroup: 48 * MIB, waiting: 200, refusal: tooMany });

export interface FetchedFile {
  contentType: string | null;
  bytes: Buffer;
}

export interface FetchRules {
  /** Name of the carrier connection, whose downloads share a limit. */
  connection: string;
  /**
   * Carrier's URL in the operator's settings. Only the host of this URL may have a private address. If this
   * URL is plain HTTP, as in local tests, any host may have a private address and files may use HTTP.
   */
  carrierUrl: string;
  /** Timeout in milliseconds, including redirects and the wait for other downloads. */
  timeoutMs: number;
  redirects?: number;
  /** `Authorization` header, sent only to the carrier's origin. */
  authorization?: string;
  announcedBytes?: number | null;
  /**
   * Returns whether a status other than 200 is a permanent failure. By default 408, 425, 429 and 5xx are
   * temporary.
   */
  isFinal?: (status: number) => boolean;
}

/** Failed download. The message omits the URL, which is secret. */
export class InboundFileError extends Error {
  override readonly name = "InboundFileError";
  constructor(
    message: string,
    readonly isFinal: boolean,
  ) {
    super(message);
  }
}

/**
 * Downloads an inbound file. Logs and returns null if the file is permanently unavailable. For a temporary
 * failure, throws a 503 `Problem`, so that the carrier repeats the callback. Without `carrierRetries`,
 * returns null for a temporary failure of the carrier, and throws only if too many files are being read.
 */
export async function takeInboundFile(
  url: string,
  rules: FetchRules,
  { log, carrierRetries = true }: { log: Logger; carrierRetries?: boolean },
): Promise<FetchedFile | null> {
  try {
    return await fetchInboundFile(url, rules);
  } catch (error) {
    if (!(error instanceof InboundFileError)) throw error;
    log.warn({ reason: error.message }, "failed to download an inbound file");
    if (error.isFinal || !carrierRetries) return null;
    throw serviceUnavailable("the file of this message cannot be fetched now", AGAIN_AFTER_SECONDS);
  }
}

/** Downloads the files of one callback, whose other contents are stored even if a file is missing. */
export class CallbackFiles {
  /** 503 `Problem` of the last temporarily unavailable file; undefined if there was none. */
  failure: Problem | undefined;

  constructor(private readonly rules: FetchRules) {}

  /** Returns null if the file is unavailable. Sets `failure` if it is only temporarily unavailable. */
  async take(url: string, log: Logger): Promise<FetchedFile | null> {
    try {
      return await takeInboundFile(url, this.rules, { log });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.failure = error;
      return null;
    }
  }
}

/** Throws an `InboundFileError`, or a 503 `Problem` if too many files are being downloaded. */
export async function fetchInboundFile(url: string, rules: FetchRules): Promise<FetchedFile> {
  const { connection, timeoutMs, announcedBytes } = rules;
  if ((announcedBytes ?? 0) > MAX_INBOUND_FILE_BYTES) throw tooLarge();
  const dispatcher = new Agent({ connections: 1, connect: connectorFor(rules) });
  const signal = AbortSignal.timeout(timeoutMs);
  let permit: Permit | null = null;
  let hasWaited = false;
  try {
    const response = await followed(url, rules, (next, headers) =>
      undiciFetch(next, { dispatcher, signal, headers, redirect: "manual" }),
    );
    const bytes = expectedBytes(response);
    permit = bodies.tryAcquire(connection, bytes);
    hasWaited = permit === null;
    permit ??= await bodies.acquire(connection, bytes, signal);
    return { contentType: response.headers.get("content-type"), bytes: await limitedBody(response) };
  } catch (error) {
    if (error instanceof InboundFileError || error instanceof Problem) throw error;
    if (signal.aborted && hasWaited) throw tooMany();
    if (signal.aborted) throw new InboundFileError(`the file did not arrive within ${timeoutMs} ms`, false);
    const cause = causeOf(error);
    throw cause === "ADDRESS_BLOCKED"
      ? new InboundFileError("the file's address is not public", true)
      : new InboundFileError(`the file could not be fetched (${cause})`, false);
  } finally {
    permit?.release();
    await dispatcher.destroy();
  }
}

const isPlain = ({ carrierUrl }: FetchRules) => new URL(carrierUrl).protocol === "http:";

/** Returns the host without the brackets of an IPv6 address, as undici names the host. */
const hostOf = (url: string) => new URL(url).hostname.replace(/^\[(.*)\]$/, "$1");

function connectorFor(rules: FetchRules): buildConnector.connector {
  const { carrierUrl, timeoutMs } = rules;
  const toAny = guardedConnector({ allowPrivate: true, timeoutMs });
  if (isPlain(rules)) return toAny;
  const toPublic = guardedConnector({ allowPrivate: false, timeoutMs });
  const own = hostOf(carrierUrl);
  return (options, callback) => (options.hostname === own ? toAny : toPublic)(options, callback);
}

/** Follows redirects. Every target must satisfy the rules of the first URL. */
async function followed(
  first: string,
  rules: FetchRules,
  get: (url: URL, headers: Record<string, string>) => Promise<Response>,
): Promise<Response> {
  const { carrierUrl, authorization, redirects = MAX_REDIRECTS } = rules;
  const own = new URL(carrierUrl).origin;
  let url = allowed(first, undefined, rules);
  for (let left = redirects; ; left--) {
    const response = await get(url, authorization && url.origin === own ? { authorization } : {});
    const { status, headers } = response;
    const location = status >= 300 && status < 400 ? headers.get("location") : null;
    if (location === null || left === 0) return checkedResponse(response, rules);
    await response.body?.cancel();
    url = allowed(location, url, rules);
  }
}

function allowed(address: string, base: URL | undefined, rules: FetchRules): URL {
  const url = URL.canParse(address, base) ? new URL(address, base) : null;
  if (url?.protocol === "https:" || (isPlain(rules) && url?.protocol === "http:")) return url;
  throw new InboundFileError("the file's URL is not an https URL", true);
}

const PASSING: ReadonlySet<number> = new Set([408, 425, 429]);
const isLastWord = (status: number) => status < 500 && !PASSING.has(status);

function checkedResponse(response: Response, { isFinal = isLastWord }: FetchRules): Response {
  const { status } = response;
  if (status === 200) return response;
  throw new InboundFileError(`the file's URL returned ${status}`, isFinal(status));
}

const tooLarge = () => new InboundFileError(`the file exceeds ${MAX_INBOUND_FILE_BYTES} bytes`, true);

/** Returns the announced size in bytes, or the maximum size for a compressed body or one without a length. */
function expectedBytes({ headers }: Response): number {
  const announced = Number(headers.get("content-length") ?? MAX_INBOUND_FILE_BYTES);
  if (announced > MAX_INBOUND_FILE_BYTES) throw tooLarge();
  return headers.has("content-encoding") ? MAX_INBOUND_FILE_BYTES : announced;
}

async function limitedBody({ body }: Response): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of (body ?? []) as AsyncIterable<Uint8Array>) {
    length += part.length;
    if (length > MAX_INBOUND_FILE_BYTES) throw tooLarge();
    parts.push(part);
  }
  return Buffer.concat(parts);
}
