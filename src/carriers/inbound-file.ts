import type { Logger } from "pino";
import { Agent, type buildConnector, fetch as undiciFetch, type Response } from "undici";
import { serviceUnavailable } from "../platform/problem";
import { guardedConnector } from "../platform/public-addresses";
import { causeOf } from "./http-client";

/** More of a file that a person sent is not fetched, in bytes: as much as the largest that can be sent. */
export const MAX_INBOUND_FILE_BYTES = 10 * 1_024 * 1_024;
const MOST_REDIRECTS = 3;
/** When a carrier may bring a message again whose file cannot be had now. */
const AGAIN_AFTER_SECONDS = 30;

export interface FetchedFile {
  contentType: string | null;
  bytes: Buffer;
}

/** What of fetching a file is the carrier's own. */
export interface FetchRules {
  /**
   * Where the operator's settings say that the carrier is. Its host alone may have a private address; where it is spoken
   * to without TLS, as on one machine, so may any host, and files need no TLS either.
   */
  carrierUrl: string;
  /** For all of it, redirects included. */
  timeoutMs: number;
  /** How many redirects are followed; `MOST_REDIRECTS` where absent. */
  redirects?: number;
  /** Shown to the carrier's own origin, and to nobody that it redirects to. */
  authorization?: string;
  /** What the carrier says that the file has; null where it says nothing. */
  announcedBytes?: number | null;
  /** Whether another answer than 200 is the last word; where absent, as HTTP has it. */
  isFinal?: (status: number) => boolean;
}

/** A file that cannot be had: for good, or only now. The message holds nothing of the address, which is a secret. */
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
 * What a person sent and a carrier keeps; null, with a line in the log, for what never will be had. Rejects with a
 * `Problem` of 503 while it may be, so that the carrier brings the message again, as long as it `comesAgain`.
 */
export async function takeInboundFile(
  url: string,
  rules: FetchRules,
  { log, comesAgain = true }: { log: Logger; comesAgain?: boolean },
): Promise<FetchedFile | null> {
  try {
    return await fetchInboundFile(url, rules);
  } catch (error) {
    if (!(error instanceof InboundFileError)) throw error;
    log.warn({ reason: error.message }, "a person's file was not taken in");
    if (error.isFinal || !comesAgain) return null;
    throw serviceUnavailable("the file of this message cannot be fetched now", AGAIN_AFTER_SECONDS);
  }
}

/** The same without a say on what follows. Throws an `InboundFileError`. */
export async function fetchInboundFile(url: string, rules: FetchRules): Promise<FetchedFile> {
  const { timeoutMs, announcedBytes } = rules;
  if ((announcedBytes ?? 0) > MAX_INBOUND_FILE_BYTES) throw tooLarge();
  const dispatcher = new Agent({ connections: 1, connect: connectorFor(rules) });
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await followed(url, rules, (next, headers) =>
      undiciFetch(next, { dispatcher, signal, headers, redirect: "manual" }),
    );
    return { contentType: response.headers.get("content-type"), bytes: await limitedBody(response) };
  } catch (error) {
    if (error instanceof InboundFileError) throw error;
    if (signal.aborted) throw new InboundFileError(`the file did not come within ${timeoutMs} ms`, false);
    const cause = causeOf(error);
    throw cause === "ADDRESS_BLOCKED"
      ? new InboundFileError("the file's address is not public", true)
      : new InboundFileError(`the file could not be fetched (${cause})`, false);
  } finally {
    await dispatcher.destroy();
  }
}

const isPlain = ({ carrierUrl }: FetchRules) => new URL(carrierUrl).protocol === "http:";

/** undici names hosts as sockets do: an IPv6 address without its brackets. */
const hostOf = (url: string) => new URL(url).hostname.replace(/^\[(.*)\]$/, "$1");

function connectorFor(rules: FetchRules): buildConnector.connector {
  const { carrierUrl, timeoutMs } = rules;
  const toAny = guardedConnector({ allowPrivate: true, timeoutMs });
  if (isPlain(rules)) return toAny;
  const toPublic = guardedConnector({ allowPrivate: false, timeoutMs });
  const own = hostOf(carrierUrl);
  return (options, callback) => (options.hostname === own ? toAny : toPublic)(options, callback);
}

/** Redirects lead nowhere that the first address could not have. */
async function followed(
  first: string,
  rules: FetchRules,
  get: (url: URL, headers: Record<string, string>) => Promise<Response>,
): Promise<Response> {
  const { carrierUrl, authorization, redirects = MOST_REDIRECTS } = rules;
  const own = new URL(carrierUrl).origin;
  let url = allowed(first, undefined, rules);
  for (let left = redirects; ; left--) {
    const response = await get(url, authorization && url.origin === own ? { authorization } : {});
    const { status, headers } = response;
    const location = status >= 300 && status < 400 ? headers.get("location") : null;
    if (location === null || left === 0) return answered(response, rules);
    await response.body?.cancel();
    url = allowed(location, url, rules);
  }
}

function allowed(address: string, base: URL | undefined, rules: FetchRules): URL {
  const url = URL.canParse(address, base) ? new URL(address, base) : null;
  if (url?.protocol === "https:" || (isPlain(rules) && url?.protocol === "http:")) return url;
  throw new InboundFileError("the file's address is not an https URL", true);
}

const PASSING: ReadonlySet<number> = new Set([408, 425, 429]);
const isLastWord = (status: number) => status < 500 && !PASSING.has(status);

function answered(response: Response, { isFinal = isLastWord }: FetchRules): Response {
  const { status } = response;
  if (status === 200) return response;
  throw new InboundFileError(`the file's address answered ${status}`, isFinal(status));
}

const tooLarge = () =>
  new InboundFileError(`the file has more than ${MAX_INBOUND_FILE_BYTES} bytes, which are the most`, true);

/** Counts what comes, unpacked where it comes packed, and breaks off as soon as it is too much. */
async function limitedBody({ body, headers }: Response): Promise<Buffer> {
  if (Number(headers.get("content-length") ?? 0) > MAX_INBOUND_FILE_BYTES) throw tooLarge();
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of (body ?? []) as AsyncIterable<Uint8Array>) {
    length += part.length;
    if (length > MAX_INBOUND_FILE_BYTES) throw tooLarge();
    parts.push(part);
  }
  return Buffer.concat(parts);
}
