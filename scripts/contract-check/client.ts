import { setTimeout as pause } from "node:timers/promises";
import { Agent, request as send } from "undici";
import { operationOfId } from "./contract";
import {
  type Exchange,
  excerpt,
  type Fault,
  fault,
  headerNumber,
  type ParsedExchange,
  pathOf,
  type Probe,
  queryText,
  redacted,
  type RequestParts,
  type ServiceResponse,
} from "./exchange";
import { expectationFault, meaningFaults, noResponseFault, prismFaults } from "./faults";
import { responseFaults } from "./response-check";
import { parseJson } from "./invariants/values";
import type { ProxyChain } from "./proxy-chain";
import { EXCHANGE_HEADER, TARGET_HEADER } from "./recording-proxy";

export const MAIN = "main";

/** Target name of the second account. Its requests must not count as requests of the first account. */
export const OTHER_ACCOUNT = "another account";

export interface Client {
  /** Sends one request through Prism. Resolves with the faults that Prism and this check find. */
  send(probe: Probe): Promise<ParsedExchange>;
  close(): Promise<void>;
}

interface ClientOptions {
  proxyChain: ProxyChain;
  timeoutMs: number;
  record(exchange: Exchange): void;
  onWait(seconds: number): void;
  /** Returns the error that ends the run before the next request; null to continue. */
  interrupted(): Error | null;
}

/** Remaining requests of the rate limit below which the client waits for the next minute. */
const LEAVE_TO_OTHERS = 3;
/** Time by which Prism's timeout exceeds the service's timeout, in milliseconds. */
const PRISM_EXTRA_MS = 10_000;
/** Maximum number of times that a request is sent while the rate limit refuses it. */
const TRIES = 4;

/** Reason of a request without a result, because the account's rate limit refused it each time. */
export const OVER_LIMIT = `the account's rate limit refused the request ${TRIES} times: other clients use it up`;

export const isOverLimit = (
  { expected }: Pick<Probe, "expected">,
  { response }: Pick<Exchange, "response">,
) => response?.status === 429 && expected !== 429;

function headersOf(
  { headers = {}, body, rawBody }: RequestParts,
  key: string | null,
): Record<string, string> {
  const given = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return {
    accept: "application/json",
    ...(key === null ? {} : { "x-api-key": key }),
    ...(rawBody ? { "content-type": rawBody.contentType } : {}),
    ...(!rawBody && body !== undefined ? { "content-type": "application/json" } : {}),
    ...(Object.fromEntries(given) as Record<string, string>),
  };
}

const bodyText = ({ body, rawBody }: RequestParts): string | null =>
  rawBody?.text ?? (body === undefined ? null : JSON.stringify(body));

const withoutSecrets = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, redacted(value)]));

/** A request's exchange, with the unredacted response. */
interface Attempt {
  exchange: Exchange;
  response: ServiceResponse | null;
}

export function openClient(options: ClientOptions): Client {
  const { timeoutMs, record } = options;
  const { prism, proxy } = options.proxyChain;
  // Prism has more time than the service, so that a timeout of the service is not attributed to Prism.
  const prismMs = timeoutMs + PRISM_EXTRA_MS;
  const timeouts = { keepAliveTimeout: 4_000, headersTimeout: prismMs, bodyTimeout: prismMs };
  const dispatcher = new Agent({ ...timeouts, connections: 4 });
  let serial = 0;
  // The run exhausts the limits of all other targets on purpose, so it does not wait for them.
  const limits = new Map([MAIN, OTHER_ACCOUNT].map((target) => [target, rateLimit(options)]));

  /** Sends a request through Prism. Returns Prism's report and the response, or how Prism ended. */
  async function throughPrism(
    path: string,
    request: { method: string; headers: object; body: string | null },
  ) {
    try {
      const response = await send(prism.origin + path, { dispatcher, ...request } as Parameters<
        typeof send
      >[1]);
      const report = response.headers["sl-violations"];
      const text = `${response.statusCode} ${excerpt(await response.body.text())}`;
      return { report: report === undefined ? undefined : [report].flat().join(), text, ended: null };
    } catch {
      return { report: undefined, text: "", ended: await prism.replace() };
    }
  }

  async function once(probe: Probe, isSecondTry = false): Promise<Attempt> {
    const operation = operationOfId(probe.operation);
    const { request, key, invalid = false, expected, purpose, target = MAIN } = probe;
    const id = String(++serial);
    const path = pathOf(operation, request.params) + queryText(request.query);
    const { method } = operation;
    const [headers, body] = [headersOf(request, key), bodyText(request)];
    const marked = { ...headers, [EXCHANGE_HEADER]: id, [TARGET_HEADER]: target };
    const { report, text, ended } = await throughPrism(path, { method, headers: marked, body });
    const outcome = proxy.take(id);
    const shown = { url: redacted(path), headers: withoutSecrets(headers), body: excerpt(body ?? "") };
    const base = { operation, purpose, expected, request: { method, ...shown } };
    const noVerdict = ended === null ? [] : [fault("Prism", `no verdict: ${ended}`)];
    const failed = (...faults: readonly Fault[]): Attempt => ({
      exchange: { ...base, response: null, tookMs: null, faults },
      response: null,
    });
    if (outcome === null) {
      // The request did not reach the service, so Prism's failure is not the service's fault: try again.
      if (ended !== null && !isSecondTry) return once(probe, true);
      return failed(fault("expectation", `no response: Prism did not pass the request on: ${ended ?? text}`));
    }
    if (outcome.response === null) return failed(noResponseFault(operation.id, outcome), ...noVerdict);
    const { response, tookMs } = outcome;
    const departures = responseFaults(operation, response);
    const faults: Fault[] = [
      ...expectationFault(probe, response),
      // A malformed response would otherwise be reported twice for one cause.
      ...(departures.length === 0 ? meaningFaults(probe, response) : []),
      ...departures,
      ...prismFaults(report, invalid),
      ...noVerdict,
    ];
    const { status } = response;
    const returned = { status, headers: withoutSecrets(response.headers), body: excerpt(response.body) };
    const timed = target === MAIN ? tookMs : null;
    return { exchange: { ...base, response: returned, tookMs: timed, faults }, response };
  }

  return {
    async send(probe) {
      const limit = limits.get(probe.target ?? MAIN);
      for (let tries = 1; ; tries++) {
        const stop = options.interrupted();
        if (stop) throw stop;
        await limit?.wait();
        const { exchange, response } = await once(probe);
        if (response) limit?.learn(response);
        const isLimited = response?.status === 429 && probe.expected !== 429;
        const refusal = { purpose: "the account's limit was reached", expected: 429 };
        const faults = exchange.faults.filter(({ by }) => by !== "expectation");
        // The probe tests another status, so a refusal by the rate limit counts as an expected 429.
        const recorded = limit && isLimited ? { ...exchange, ...refusal, faults } : exchange;
        record(recorded);
        if (limit && isLimited && tries < TRIES) {
          limit.resumeAfter(headerNumber(response.headers, "retry-after") ?? 5);
          continue;
        }
        return { ...recorded, body: response === null ? undefined : parseJson(response.body) };
      }
    },
    close: () => dispatcher.destroy(),
  };
}

/**
 * Reads an account's rate limit from its responses. Waits until the limit resets if fewer than
 * `LEAVE_TO_OTHERS` requests remain, and after a refusal.
 */
function rateLimit({ onWait, interrupted }: Pick<ClientOptions, "onWait" | "interrupted">) {
  /** Time before which no request is sent, in milliseconds since 1970. */
  let resumeAt = 0;
  const resumeAfter = (seconds: number) => {
    resumeAt = Date.now() + seconds * 1_000 + 50;
  };
  return {
    resumeAfter,
    learn({ headers }: ServiceResponse): void {
      const remaining = headerNumber(headers, "ratelimit-remaining");
      const reset = headerNumber(headers, "ratelimit-reset");
      if (remaining === null || reset === null) return;
      if (remaining < LEAVE_TO_OTHERS) resumeAfter(reset);
    },
    async wait(): Promise<void> {
      const wait = resumeAt - Date.now();
      if (wait <= 0) return;
      onWait(Math.ceil(wait / 1_000));
      while (Date.now() < resumeAt) {
        const stop = interrupted();
        if (stop) throw stop;
        await pause(Math.min(500, resumeAt - Date.now()));
      }
    },
  };
}
