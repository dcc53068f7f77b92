import type { IncomingHttpHeaders } from "node:http";
import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate } from "node:zlib";
import { Agent, buildConnector, type Dispatcher } from "undici";
import { retryAfterMs } from "../platform/retry-after";
import { activeSpan } from "../platform/tracing/tracing";
import { untilAborted } from "../platform/with-timeout";
import { DEFAULT_DEADLINE_MS, type SubmitOutcome } from "./carrier";
import { ConnectionTestError } from "./kind";
import { refused, unreachable } from "./outcomes";

/** Maximum connect timeout, in milliseconds. Distinguishes an unreachable host from a slow carrier. */
const CONNECT_MS = 5_000;
/** Keep-alive timeout, in milliseconds. Most load balancers close idle connections after a minute. */
const KEEP_ALIVE_MS = 20_000;
const MAX_RESPONSE_BYTES = 4 * 1_024 * 1_024;

/** Request with a text body. Creating a global `Request` costs as much time as sending the request. */
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

export interface HttpClient {
  /** Sends a request. Redirects are not followed. */
  fetch: (request: TextRequest) => Promise<Response>;
  close(): Promise<void>;
}

/** Creates a client for one carrier. `connections` should equal the number of concurrent submissions. */
export function httpClient({
  connections,
  deadlineMs = DEFAULT_DEADLINE_MS,
  maxResponseBytes = MAX_RESPONSE_BYTES,
}: {
  connections: number;
  /** Timeout of a submission, in milliseconds. A connection attempt ends earlier. */
  deadlineMs?: number;
  maxResponseBytes?: number;
}): HttpClient {
  const agent = new Agent({
    connections,
    // A connection carries one request at a time, because a broken connection makes the outcome of its
    // requests unknown.
    pipelining: 1,
    connect: connectorWithin(Math.min(CONNECT_MS, deadlineMs / 2)),
    keepAliveTimeout: KEEP_ALIVE_MS,
    maxResponseSize: maxResponseBytes,
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  // Replaces undici's `fetch`, which takes three times as long for a small request and follows redirects.
  async function send(request: TextRequest): Promise<Response> {
    const { origin, pathname, search } = new URL(request.url);
    const { statusCode, headers, body } = await agent.request({
      origin,
      path: `${pathname}${search}`,
      method: request.method as Dispatcher.HttpMethod,
      headers: { ...OWN_HEADERS, ...traceHeader(), ...Object.fromEntries(request.headers) },
      body: request.body,
      signal: request.signal,
    });
    const bytes = await body.arrayBuffer();
    return toResponse(statusCode, headers, await decoded(headers, bytes, maxResponseBytes));
  }

  async function fetch(request: TextRequest): Promise<Response> {
    const { signal } = request;
    try {
      // While the agent connects, the agent ignores the signal. `untilAborted` rejects at once.
      return await (signal === null ? send(request) : untilAborted(send(request), signal));
    } catch (error) {
      if (signal?.aborted) throw error;
      // An undici error may contain part of the response. Logs omit causes, so the error is passed as cause.
      throw new Error("the request got no response", { cause: error });
    }
  }

  return { fetch, close: () => agent.destroy() };
}

export async function withHttpClient<T>(work: (http: HttpClient) => Promise<T>): Promise<T> {
  const http = httpClient({ connections: 1 });
  try {
    return await work(http);
  } finally {
    await http.close();
  }
}

function traceHeader(): { traceparent?: string } {
  const { traceParent } = activeSpan();
  return traceParent === null ? {} : { traceparent: traceParent };
}

/** Decoders of content codings that servers use without being asked (RFC 9110, 8.4.1). */
const [unzip, expand, unbrotli] = [promisify(gunzip), promisify(inflate), promisify(brotliDecompress)];
const DECODERS = new Map([
  ["gzip", unzip],
  ["x-gzip", unzip],
  ["deflate", expand],
  ["br", unbrotli],
]);

/** Returns the decoded body. Rejects if the body is malformed or exceeds `maxBytes` bytes. */
async function decoded(
  headers: IncomingHttpHeaders,
  body: ArrayBuffer,
  maxBytes: number,
): Promise<ArrayBuffer | Uint8Array<ArrayBuffer>> {
  const decode = DECODERS.get(headers["content-encoding"]?.trim().toLowerCase() ?? "");
  return decode && body.byteLength > 0
    ? new Uint8Array(await decode(body, { maxOutputLength: maxBytes }))
    : body;
}

/** Default headers. Without `accept-encoding`, a server may use any coding (RFC 9110, 12.5.3). */
const OWN_HEADERS = { accept: "*/*", "accept-encoding": "identity", "user-agent": "Recado" };
/** Highest valid status (RFC 9110, 15). A higher status becomes 599, a server error. */
const LAST_STATUS = 599;
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

function toResponse(statusCode: number, given: IncomingHttpHeaders, body: BodyInit): Response {
  const headers = new Headers();
  for (const [name, values] of Object.entries(given)) {
    for (const value of [values ?? []].flat()) headers.append(name, value);
  }
  const status = Math.min(statusCode, LAST_STATUS);
  return new Response(BODILESS.has(status) ? null : body, { status, headers });
}

/** Failed connection attempt: the request was not sent. The cause has the reason. */
class NotConnectedError extends Error {
  override readonly name = "NotConnectedError";
}

/** Returns undici's connector. An error code alone does not show whether the connection was established. */
function connectorWithin(timeout: number): buildConnector.connector {
  const connect = buildConnector({ timeout });
  return (options, callback) =>
    connect(options, (...result) => {
      const [cause] = result;
      if (cause === null) callback(...result);
      else callback(new NotConnectedError("the connection could not be made", { cause }), null);
    });
}

/** Returns the error code of the nearest cause that has one, or else the name of the innermost cause. */
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
 * Returns the outcome of a request without a response: `away` if no connection was made, else `unknown`.
 * Rethrows the error if the signal aborted.
 */
export function outcomeWithoutResponse(error: unknown, signal: AbortSignal): SubmitOutcome {
  if (signal.aborted) throw error;
  if (!(error instanceof Error && error.cause instanceof NotConnectedError)) return { type: "unknown" };
  return { type: "away", error: unreachable(`the carrier could not be reached (${causeOf(error)})`) };
}

/**
 * Returns the outcome of a failed request by HTTP status:
 * - 429, and 503 with a valid `Retry-After`: throttled.
 * - Other 503: away.
 * - Other 5xx: unknown, because the carrier may have forwarded the message before the error.
 * - 401, 403, 404 and redirects: away. Messages wait until the operator fixes the connection.
 * - 408: retry. Other 4xx: refused.
 */
export function failedResponse(status: number, headers: Headers, now: number): SubmitOutcome {
  const error = unreachable(`the carrier returned ${status}`, String(status));
  const delayMs = retryAfterMs(headers.get("retry-after"), now);
  if (status === 429 || (status === 503 && delayMs !== undefined)) {
    return { type: "throttled", error, retryAfterMs: delayMs };
  }
  if (status === 503) return { type: "away", error };
  if (status >= 500) return { type: "unknown" };
  if (status === 401 || status === 403 || status === 404 || status < 400) return { type: "away", error };
  if (status === 408) return { type: "retry", error };
  return refused(error.message, error.carrierCode);
}

export const notReached = (url: string, error: unknown): ConnectionTestError =>
  new ConnectionTestError(`${url} was not reached (${causeOf(error)})`);
