import type { IncomingHttpHeaders } from "node:http";
import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate } from "node:zlib";
import { Agent, type Dispatcher } from "undici";
import { untilAborted } from "../platform/with-timeout";
import type { CarrierError, SubmitOutcome } from "./carrier";
import { ConnectionTestError } from "./kind";

/** Connect timeout, in milliseconds. It distinguishes an unreachable address from a slow carrier. */
const CONNECT_MS = 5_000;
/**
 * Keep-alive timeout, in milliseconds. Load balancers of carriers mostly close idle connections after a
 * minute.
 */
const KEEP_ALIVE_MS = 20_000;
/** Default maximum size of a response, in bytes. */
const MAX_ANSWER_BYTES = 4 * 1_024 * 1_024;

/**
 * A request with a text body. The global `Request` copies the headers, makes a stream of the body and derives
 * another signal, which costs as much as sending the request.
 */
export class TextRequest {
  readonly method: string;
  readonly headers: Headers;
  readonly body: string | null;
  readonly signal: AbortSignal | null;

  constructor(
    readonly url: string,
    { method = "GET", headers, body = null, signal = null }: TextRequestInit = {},
  ) {
    this.method = method;
    this.headers = headers instanceof Headers ? headers : new Headers(headers);
    this.body = body;
    this.signal = signal;
  }
}

type TextRequestInit = Pick<RequestInit, "method" | "headers" | "signal"> & { body?: string | null };

/** HTTP client for one carrier, with persistent connections. */
export interface HttpClient {
  /** For openapi-fetch: `createClient<paths>({ baseUrl, ...http.forClients })`. */
  forClients: { fetch: (request: Request) => Promise<Response>; Request: typeof Request };
  /** Sends a request without following redirects. */
  fetch: (request: TextRequest) => Promise<Response>;
  /** Closes all connections. */
  close(): Promise<void>;
}

/** Creates a client. Use as many connections as the window allows submissions. */
export function httpClient({
  connections,
  maxAnswerBytes = MAX_ANSWER_BYTES,
}: {
  connections: number;
  maxAnswerBytes?: number;
}): HttpClient {
  const agent = new Agent({
    connections,
    // When a connection breaks, the outcome of its requests is unknown. So each connection carries one at a
    // time.
    pipelining: 1,
    connect: { timeout: CONNECT_MS },
    keepAliveTimeout: KEEP_ALIVE_MS,
    maxResponseSize: maxAnswerBytes,
    // The caller's deadline is the only timeout.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  // Replaces undici's `fetch`: a third of its cost for a small request, and no redirects.
  async function ask(request: TextRequest): Promise<Response> {
    const { origin, pathname, search } = new URL(request.url);
    const { statusCode, headers, body } = await agent.request({
      ...{ origin, path: `${pathname}${search}` },
      method: request.method as Dispatcher.HttpMethod,
      headers: { ...OWN_HEADERS, ...Object.fromEntries(request.headers) },
      body: request.body,
      signal: request.signal,
    });
    const bytes = await body.arrayBuffer();
    return toResponse(statusCode, headers, await decoded(headers, bytes, maxAnswerBytes));
  }

  async function fetch(request: TextRequest): Promise<Response> {
    const { signal } = request;
    try {
      // The agent alone honours the signal only once it is connected.
      return await (signal === null ? ask(request) : untilAborted(ask(request), signal));
    } catch (error) {
      if (signal?.aborted) throw error;
      // An undici error may contain part of the response. The log omits causes, so the error becomes the
      // cause.
      throw new Error("the request was not answered", { cause: error });
    }
  }

  return {
    fetch,
    forClients: { fetch, Request: TextRequest } as unknown as HttpClient["forClients"],
    close: () => agent.destroy(),
  };
}

/** Decoders of content codings that servers use unasked. RFC 9110, 8.4.1 defines the names. */
const [unzip, expand, unbrotli] = [promisify(gunzip), promisify(inflate), promisify(brotliDecompress)];
const DECODERS = new Map([
  ["gzip", unzip],
  ["x-gzip", unzip],
  ["deflate", expand],
  ["br", unbrotli],
]);

/** Returns the decoded body. Rejects if it is malformed or larger than `most` bytes. */
async function decoded(
  headers: IncomingHttpHeaders,
  body: ArrayBuffer,
  most: number,
): Promise<ArrayBuffer | Uint8Array<ArrayBuffer>> {
  const decode = DECODERS.get(headers["content-encoding"]?.trim().toLowerCase() ?? "");
  return decode && body.byteLength > 0 ? new Uint8Array(await decode(body, { maxOutputLength: most })) : body;
}

/** RFC 9110, 12.5.3: without `accept-encoding`, the server may use any coding. */
const OWN_HEADERS = { accept: "*/*", "accept-encoding": "identity", "user-agent": "Recado" };
/** Highest valid status (RFC 9110, 15). A higher one is treated as a server error. */
const LAST_STATUS = 599;
/** Statuses for which the `Response` constructor accepts no body. */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

function toResponse(statusCode: number, given: IncomingHttpHeaders, body: BodyInit): Response {
  const headers = new Headers();
  for (const [name, values] of Object.entries(given)) {
    for (const value of [values ?? []].flat()) headers.append(name, value);
  }
  const status = Math.min(statusCode, LAST_STATUS);
  return new Response(BODILESS.has(status) ? null : body, { status, headers });
}

/**
 * Error codes of failures before the request was sent: unknown host, refused connection, wrong certificate.
 */
const NOT_CONNECTED =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT|CERT_|ERR_TLS|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|ERR_SSL)/;

/**
 * Returns the code of the error or of its nearest cause; without any code, the name of the innermost cause.
 */
export function causeOf(error: unknown): string {
  let name = "unknown";
  for (let one: unknown = error; one instanceof Error; one = one.cause) {
    const { code } = one as NodeJS.ErrnoException;
    if (typeof code === "string") return code;
    ({ name } = one);
    if (one instanceof AggregateError && one.errors[0] instanceof Error) return causeOf(one.errors[0]);
  }
  return name;
}

/**
 * Returns the outcome of a request without a response. If the carrier was not reached, it has taken nothing.
 * Otherwise the outcome is unknown. Rethrows the error of an aborted call; its caller judges the deadline.
 */
export function unanswered(error: unknown, signal: AbortSignal): SubmitOutcome {
  if (signal.aborted) throw error;
  const code = causeOf(error);
  if (!NOT_CONNECTED.test(code)) return { type: "unknown" };
  return { type: "away", error: unreachable(`the carrier could not be reached (${code})`) };
}

export const unreachable = (message: string, carrierCode: string | null = null): CarrierError => ({
  code: "carrier_unreachable",
  message,
  carrierCode,
});

/**
 * Returns the delay in `Retry-After`, in milliseconds; undefined without one. RFC 9110, 10.2.3 allows seconds
 * or a date.
 */
export function retryAfterMs(headers: Headers, now: number): number | undefined {
  const given = headers.get("retry-after");
  if (given === null) return undefined;
  const until = /^\d{1,9}$/.test(given) ? now + Number(given) * 1_000 : Date.parse(given);
  return Number.isNaN(until) ? undefined : Math.max(0, until - now);
}

/**
 * Returns the outcome of a failed request by its status alone:
 * - 429, and 503 with `Retry-After`: throttled.
 * - 503 otherwise: away.
 * - Other 5xx: unknown, because the carrier may have forwarded the message before it failed.
 * - 401, 403, 404 and redirects: away. The operator has to fix them; messages wait.
 * - 408: retry. Other 4xx: refused.
 */
export function failedAnswer(status: number, headers: Headers, now: number): SubmitOutcome {
  const error = unreachable(`the carrier answered ${status}`, String(status));
  if (status === 429 || (status === 503 && headers.has("retry-after"))) {
    return { type: "throttled", error, retryAfterMs: retryAfterMs(headers, now) };
  }
  if (status === 503) return { type: "away", error };
  if (status >= 500) return { type: "unknown" };
  if (status === 401 || status === 403 || status === 404 || status < 400) return { type: "away", error };
  if (status === 408) return { type: "retry", error };
  return {
    type: "refused",
    error: { code: "carrier_rejected", message: error.message, carrierCode: error.carrierCode },
  };
}

/** Returns the error of a connection test that got no response. */
export const notReached = (url: string, error: unknown): ConnectionTestError =>
  new ConnectionTestError(`${url} was not reached (${causeOf(error)})`);
