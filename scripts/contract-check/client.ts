import { setTimeout as pause } from "node:timers/promises";
import { Agent, request as send } from "undici";
import { operationOfId } from "./contract";
import {
  type Exchange,
  excerpt,
  type Fault,
  headerNumber,
  pathOf,
  type Probe,
  queryText,
  redacted,
  type RequestParts,
} from "./exchange";
import { expectationFault, meaningFaults, noResponseFault, prismFaults } from "./faults";
import { type ServiceResponse, responseFaults } from "./response-check";
import { parseJson } from "./invariants/values";
import { EXCHANGE_HEADER, type RecordingProxy, TARGET_HEADER } from "./recording-proxy";

export const MAIN = "main";

export interface Client {
  /** Sends one request through Prism. Resolves with the responseFaults of Prism and of this check. */
  send(probe: Probe): Promise<Exchange & { body: unknown }>;
  close(): Promise<void>;
}

export interface ClientParts {
  prism: {
    origin: string;
    /** Replaces a Prism process that did not respond. Returns how the process ended. */
    replace(): Promise<string>;
  };
  proxy: RecordingProxy;
  timeoutMs: number;
  record(exchange: Exchange): void;
  onWait(seconds: number): void;
  /** Returns the error that ends the run before the next request; null to continue. */
  interrupted(): Error | null;
}

/** Remaining requests of the rate limit below which the client waits for the next minute. */
const LEAVE_TO_OTHERS = 3;
/** Time that Prism has beyond the service's timeout. */
const PRISM_EXTRA_MS = 10_000;
/** Maximum number of times that a request is sent while the rate limit refuses it. */
const TRIES = 4;

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

interface Sent {
  method: string;
  headers: Readonly<Record<string, string>>;
  body: string | null;
}

export function openClient(parts: ClientParts): Client {
  const { prism, proxy, timeoutMs, record } = parts;
  // Prism has more time than the service, so that a timeout of the service is not attributed to Prism.
  const prismMs = timeoutMs + PRISM_EXTRA_MS;
  const dispatcher = new Agent({
    keepAliveTimeout: 4_000,
    headersTimeout: prismMs,
    bodyTimeout: prismMs,
    connections: 4,
  });
  let serial = 0;
  /** Start of the next rate-limit window, in milliseconds, while the current window is exhausted. */
  let resumeAt = 0;

  async function throughPrism(
    path: string,
    { method, headers, body }: Sent,
    exchange: string,
    target: string,
  ) {
    try {
      const {
        headers: responseHeaders,
        body: text,
        statusCode,
      } = await send(`${prism.origin}${path}`, {
        dispatcher,
        method: method as "GET",
        headers: { ...headers, [EXCHANGE_HEADER]: exchange, [TARGET_HEADER]: target },
        body,
      });
      const violations = [responseHeaders["sl-violations"] ?? []].flat();
      const prismResponse = `${statusCode} ${excerpt(await text.text())}`;
      return {
        violations: violations.length === 0 ? undefined : violations.join(),
        prismResponse,
        prismEnded: null,
      };
    } catch {
      return { violations: undefined, prismResponse: "", prismEnded: await prism.replace() };
    }
  }

  async function once(
    probe: Probe,
    isSecondTry = false,
  ): Promise<{ exchange: Exchange; response: ServiceResponse | null }> {
    const operation = operationOfId(probe.operation);
    const { request, key, invalid = false, expected, purpose, target = MAIN } = probe;
    const id = String(++serial);
    const path = pathOf(operation, request.params) + queryText(request.query);
    const sent = { method: operation.method, headers: headersOf(request, key), body: bodyText(request) };
    const { violations, prismResponse, prismEnded } = await throughPrism(path, sent, id, target);
    const outcome = proxy.take(id);
    const { headers, body } = sent;
    const shown = {
      method: operation.method,
      url: redacted(path),
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, redacted(value)])),
      body: body === null ? "" : excerpt(body),
    };
    const base = { operation, purpose, expected, request: shown };
    const verdictMissing: Fault[] =
      prismEnded === null ? [] : [{ by: "Prism", message: `no verdict: ${prismEnded}` }];
    if (outcome === null) {
      // The request did not reach the service, so Prism's failure is not the service's fault: try again.
      if (prismEnded !== null && !isSecondTry) return once(probe, true);
      const message = `no response: Prism did not pass the request on: ${prismEnded ?? prismResponse}`;
      const faults: Fault[] = [{ by: "expectation", message }];
      return { exchange: { ...base, response: null, tookMs: null, faults }, response: null };
    }
    if (outcome.response === null) {
      const faults = [noResponseFault(operation.id, outcome), ...verdictMissing];
      return { exchange: { ...base, response: null, tookMs: null, faults }, response: null };
    }
    const { response: given, tookMs } = outcome;
    const departures = responseFaults(operation, given);
    const faults: Fault[] = [
      ...expectationFault(probe, given),
      // A malformed response would otherwise be reported twice for one cause.
      ...(departures.length === 0 ? meaningFaults(probe, given) : []),
      ...departures,
      ...prismFaults(violations, invalid),
      ...verdictMissing,
    ];
    const response = {
      status: given.status,
      headers: Object.fromEntries(
        Object.entries(given.headers).map(([name, value]) => [name, redacted(value)]),
      ),
      body: excerpt(given.body),
    };
    return {
      exchange: { ...base, response, tookMs: target === MAIN ? tookMs : null, faults },
      response: given,
    };
  }

  async function waitForRateLimit(target: string): Promise<void> {
    const wait = target === MAIN ? resumeAt - Date.now() : 0;
    if (wait <= 0) return;
    parts.onWait(Math.ceil(wait / 1_000));
    for (const until = Date.now() + wait; Date.now() < until;) {
      const stop = parts.interrupted();
      if (stop) throw stop;
      await pause(Math.min(500, until - Date.now()));
    }
    resumeAt = 0;
  }

  function learnLimit(target: string, { headers }: ServiceResponse): void {
    const remaining = headerNumber(headers, "ratelimit-remaining");
    const reset = headerNumber(headers, "ratelimit-reset");
    if (target !== MAIN || remaining === null || reset === null) return;
    if (remaining < LEAVE_TO_OTHERS) resumeAt = Date.now() + reset * 1_000 + 50;
  }

  return {
    async send(probe) {
      const { target = MAIN } = probe;
      for (let tries = 1; ; tries++) {
        const stop = parts.interrupted();
        if (stop) throw stop;
        await waitForRateLimit(target);
        const { exchange, response } = await once(probe);
        if (response) learnLimit(target, response);
        const limited = response?.status === 429 && probe.expected !== 429 && target === MAIN;
        if (limited && tries < TRIES) {
          // The rate limit refused the request. Record the 429 separately and send the request again.
          record({
            ...exchange,
            purpose: "the account's limit was reached",
            expected: 429,
            faults: exchange.faults.filter(({ by }) => by !== "expectation"),
          });
          resumeAt = Date.now() + (headerNumber(response.headers, "retry-after") ?? 5) * 1_000 + 50;
          continue;
        }
        record(exchange);
        return { ...exchange, body: response === null ? undefined : parseJson(response.body) };
      }
    },
    close: () => dispatcher.destroy(),
  };
}
