import type { IncomingHttpHeaders } from "node:http";
import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate } from "node:zlib";
import { Agent, type Dispatcher } from "undici";
import { untilAborted } from "../platform/with-timeout";
import type { CarrierError, SubmitOutcome } from "./carrier";
import { ConnectionTestError } from "./kind";

/** How long a connection may take to be made, in milliseconds: an address that nobody answers at is told from a slow carrier. */
const CONNECT_MS = 5_000;
/** How long a connection rests before it is closed: carriers' balancers mostly end them after a minute. */
const KEEP_ALIVE_MS = 20_000;
/** More of an answer is not read where the caller names no number, in bytes. */
const MAX_ANSWER_BYTES = 4 * 1_024 * 1_024;

/**
 * A request whose body is a text. The global one copies the headers, makes a stream of the body and a signal that follows
 * the given one, which costs as much as sending it.
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

/** Requests to one carrier, over connections that are kept. */
export interface HttpClient {
  /** For openapi-fetch: `createClient<paths>({ baseUrl, ...http.forClients })`. */
  forClients: { fetch: (request: Request) => Promise<Response>; Request: typeof Request };
  /** Follows no redirect. */
  fetch: (request: TextRequest) => Promise<Response>;
  /** Ends all connections. */
  close(): Promise<void>;
}

/** As many connections as the window has submissions. */
export function httpClient({
  connections,
  maxAnswerBytes = MAX_ANSWER_BYTES,
}: {
  connections: number;
  maxAnswerBytes?: number;
}): HttpClient {
  const agent = new Agent({
    connections,
    // A request over a connection that breaks is not known to have come to nothing: each has its own.
    pipelining: 1,
    connect: { timeout: CONNECT_MS },
    keepAliveTimeout: KEEP_ALIVE_MS,
    maxResponseSize: maxAnswerBytes,
    // The deadline of the call is the only one.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  // As undici's `fetch` would, at a third of its cost for a small request, and without its redirects.
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
      // By itself the agent would go by the signal only once there is a connection.
      return await (signal === null ? ask(request) : untilAborted(ask(request), signal));
    } catch (error) {
      if (signal?.aborted) throw error;
      // What undici throws may carry a piece of the answer, which a log would write down; of causes it writes none.
      throw new Error("the request was not answered", { cause: error });
    }
  }

  return {
    fetch,
    forClients: { fetch, Request: TextRequest } as unknown as HttpClient["forClients"],
    close: () => agent.destroy(),
  };
}

/** How codings are undone that servers use unasked; RFC 9110, 8.4.1 has their names. */
const [unzip, expand, unbrotli] = [promisify(gunzip), promisify(inflate), promisify(brotliDecompress)];
const DECODERS = new Map([
  ["gzip", unzip],
  ["x-gzip", unzip],
  ["deflate", expand],
  ["br", unbrotli],
]);

/** The body as it was before it was coded. Rejects where it is broken, or comes to more than `most` bytes. */
async function decoded(
  headers: IncomingHttpHeaders,
  body: ArrayBuffer,
  most: number,
): Promise<ArrayBuffer | Uint8Array<ArrayBuffer>> {
  const decode = DECODERS.get(headers["content-encoding"]?.trim().toLowerCase() ?? "");
  return decode && body.byteLength > 0 ? new Uint8Array(await decode(body, { maxOutputLength: most })) : body;
}

/** RFC 9110, 12.5.3: without a word on it, any coding may be used. */
const OWN_HEADERS = { accept: "*/*", "accept-encoding": "identity", "user-agent": "Recado" };
/** RFC 9110, 15: a status beyond is an error of the server's. */
const LAST_STATUS = 599;
/** Answers with these have no body, by the constructor's rule. */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

function toResponse(statusCode: number, given: IncomingHttpHeaders, body: BodyInit): Response {
  const headers = new Headers();
  for (const [name, values] of Object.entries(given)) {
    for (const value of [values ?? []].flat()) headers.append(name, value);
  }
  const status = Math.min(statusCode, LAST_STATUS);
  return new Response(BODILESS.has(status) ? null : body, { status, headers });
}

/** Failures before anything was handed over: the name is unknown, nobody listens, the certificate is wrong. */
const NOT_CONNECTED =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT|CERT_|ERR_TLS|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|ERR_SSL)/;

/** The code of what went wrong beneath a failed request; where nothing has one, the name of what lies deepest. */
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
 * What a request that was not answered comes to: whoever was not reached has taken nothing; of anything else nobody
 * knows. A call that was given up is thrown on, since its deadline is somebody else's to judge.
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

/** Milliseconds that a `Retry-After` asks for: seconds, or a date as RFC 9110, 10.2.3 has it; undefined without one. */
export function retryAfterMs(headers: Headers, now: number): number | undefined {
  const given = headers.get("retry-after");
  if (given === null) return undefined;
  const until = /^\d{1,9}$/.test(given) ? now + Number(given) * 1_000 : Date.parse(given);
  return Number.isNaN(until) ? undefined : Math.max(0, until - now);
}

/**
 * What an answer without a result for each message comes to, by its status alone: 429, and 503 that says when to come
 * back, ask for patience; of what another 5xx was about nobody knows whether it was handed on before it failed; 401, 403,
 * 404 and redirects are the operator's to mend while messages wait.
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

/** The line that says why a test of a connection got no answer. */
export const notReached = (url: string, error: unknown): ConnectionTestError =>
  new ConnectionTestError(`${url} was not reached (${causeOf(error)})`);
