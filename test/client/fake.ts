import { type OperationId, shapes } from "../../generated/client/operations";
import type { Environment } from "../../src/client/environment";
import type { RecadoOptions } from "../../src/client/options";
import { type Recado, recadoIn } from "../../src/client/recado";
import { noon } from "../support/clock";

/** Result of a request to the fake service: a response, a network failure, or a function of the test. */
export type FakeResponse = Response | Error | ((request: Request, signal: AbortSignal) => Promise<Response>);

interface SentRequest {
  method: string;
  url: URL;
  headers: Headers;
  body: string;
}

interface FakeService {
  recado: Recado;
  sent: SentRequest[];
  /** Waits between attempts, in milliseconds. */
  waits: number[];
}

export const testEnvironment = (changes: Partial<Environment> = {}): Environment => {
  let keys = 0;
  return {
    now: () => noon,
    random: () => 0.5,
    newKey: () => `key-${(keys += 1)}`,
    sleep: () => Promise.resolve(),
    ...changes,
  };
};

/** A request beyond the last response throws. */
export function clientThatGets(
  responses: readonly FakeResponse[],
  options: Partial<RecadoOptions> = {},
  environment: Partial<Environment> = {},
): FakeService {
  const sent: SentRequest[] = [];
  const waits: number[] = [];
  const fetch: RecadoOptions["fetch"] = async (request, { signal }) => {
    const { method, url, headers } = request;
    sent.push({ method, url: new URL(url), headers, body: await request.clone().text() });
    const response = responses[sent.length - 1];
    if (response === undefined) throw new RangeError(`${method} ${url} has no answer`);
    if (response instanceof Error) throw response;
    return typeof response === "function" ? response(request, signal) : response.clone();
  };
  const sleep = async (ms: number) => void waits.push(ms);
  const recado = recadoIn(testEnvironment({ sleep, ...environment }), {
    baseUrl: "https://messages.example.com/v3",
    apiKey: "st_key",
    fetch,
    ...options,
  });
  return { recado, sent, waits };
}

export const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json", ...headers } });

/** Returns a success of the operation, with the body unless the operation has none. */
export function success(id: OperationId, body: unknown = {}): Response {
  return "isVoid" in shapes[id] ? new Response(null, { status: 204 }) : json(200, body);
}

export const refusal = (status: number, code: string, headers: Record<string, string> = {}) =>
  json(status, { error: { code, message: "Not so", request_id: "request-1" } }, headers);

/** Returns an error of Node's fetch, which has the reason in its cause. */
export const networkFailure = (code: string) =>
  new TypeError("fetch failed", { cause: Object.assign(new Error(code), { code }) });

export const pageOf = (data: readonly unknown[], offset = 0, limit = 25, has_more = false) =>
  json(200, { data, pagination: { total: data.length, limit, offset, has_more } });
