import { Agent, request as send } from "undici";
import { operationOfId } from "./contract";
import {
  type Exchange,
  excerpt,
  type Fault,
  pathOf,
  type Probe,
  queryText,
  redacted,
  type RequestParts,
} from "./exchange";
import { expectationFault, meaningFaults, noAnswerFault, prismFaults } from "./faults";
import { type Answer, findings } from "./answer-check";
import { EXCHANGE_HEADER, type RecordingProxy, TARGET_HEADER } from "./recording-proxy";

export const MAIN = "main";

export interface Client {
  /** Sends one request through Prism, and resolves with what both checks say of the answer. */
  send(probe: Probe): Promise<Exchange & { body: unknown }>;
  close(): Promise<void>;
}

export interface ClientParts {
  prism: {
    origin: string;
    /** Puts another Prism in place of one that did not answer, and says how that one ended. */
    replace(): Promise<string>;
  };
  proxy: RecordingProxy;
  timeoutMs: number;
  record(exchange: Exchange): void;
  /** Told before the client waits for the account's rate limit. */
  onWait(seconds: number): void;
  /** Thrown before a request when the run is to end. */
  interrupted(): Error | null;
}

/** Requests that are left to others of the account before the client waits for the next minute. */
const LEAVE_TO_OTHERS = 3;
/** What Prism gets on top of the time that the service has for an answer. */
const PRISM_EXTRA_MS = 10_000;
/** How often a request is sent again that the rate limit refused. */
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

function jsonOf(answer: Answer | null): unknown {
  try {
    return answer === null || answer.body === "" ? undefined : (JSON.parse(answer.body) as unknown);
  } catch {
    return undefined;
  }
}

const seconds = (text: string | undefined) =>
  text !== undefined && /^\d+$/.test(text) ? Number(text) : null;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

interface Sent {
  method: string;
  headers: Readonly<Record<string, string>>;
  body: string | null;
}

export function openClient(parts: ClientParts): Client {
  const { prism, proxy, timeoutMs, record } = parts;
  // Prism has a little more time than the service: who is late is told apart by it.
  const prismMs = timeoutMs + PRISM_EXTRA_MS;
  const dispatcher = new Agent({
    keepAliveTimeout: 4_000,
    headersTimeout: prismMs,
    bodyTimeout: prismMs,
    connections: 4,
  });
  let serial = 0;
  /** When the account's next minute begins, in milliseconds, where this one is used up. */
  let resumeAt = 0;

  /** What came through Prism; null, with how Prism ended, where nothing did. */
  async function throughPrism(
    path: string,
    { method, headers, body }: Sent,
    exchange: string,
    target: string,
  ) {
    try {
      const {
        headers: came,
        body: text,
        statusCode,
      } = await send(`${prism.origin}${path}`, {
        dispatcher,
        method: method as "GET",
        headers: { ...headers, [EXCHANGE_HEADER]: exchange, [TARGET_HEADER]: target },
        body,
      });
      const violations = [came["sl-violations"] ?? []].flat();
      const said = `${statusCode} ${excerpt(await text.text())}`;
      return { violations: violations.length === 0 ? undefined : violations.join(), said, prismEnded: null };
    } catch {
      return { violations: undefined, said: "", prismEnded: await prism.replace() };
    }
  }

  async function once(
    probe: Probe,
    isSecondTry = false,
  ): Promise<{ exchange: Exchange; answer: Answer | null }> {
    const operation = operationOfId(probe.operation);
    const { request, key, invalid = false, expected, purpose, target = MAIN } = probe;
    const id = String(++serial);
    const path = pathOf(operation, request.params) + queryText(request.query);
    const sent = { method: operation.method, headers: headersOf(request, key), body: bodyText(request) };
    const { violations, said, prismEnded } = await throughPrism(path, sent, id, target);
    const taken = proxy.take(id);
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
    if (taken === null) {
      // The service never got it: whoever ended Prism, it was not this answer.
      if (prismEnded !== null && !isSecondTry) return once(probe, true);
      const message = `no answer: Prism did not pass the request on: ${prismEnded ?? said}`;
      const faults: Fault[] = [{ by: "expectation", message }];
      return { exchange: { ...base, answer: null, tookMs: null, faults }, answer: null };
    }
    if (taken.answer === null) {
      const faults = [noAnswerFault(operation.id, taken), ...verdictMissing];
      return { exchange: { ...base, answer: null, tookMs: null, faults }, answer: null };
    }
    const { answer: given, tookMs } = taken;
    const departures = findings(operation, given);
    const faults: Fault[] = [
      ...expectationFault(probe, given),
      // An answer of the wrong form would be blamed twice for one cause.
      ...(departures.length === 0 ? meaningFaults(probe, given) : []),
      ...departures.map(({ message, cause }) => ({
        by: "contract" as const,
        message,
        causes: [cause],
      })),
      ...prismFaults(violations, invalid),
      ...verdictMissing,
    ];
    const answer = {
      status: given.status,
      headers: Object.fromEntries(
        Object.entries(given.headers).map(([name, value]) => [name, redacted(value)]),
      ),
      body: excerpt(given.body),
    };
    return {
      exchange: { ...base, answer, tookMs: target === MAIN ? tookMs : null, faults },
      answer: given,
    };
  }

  async function keepToLimit(target: string): Promise<void> {
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

  function learnLimit(target: string, { headers }: Answer): void {
    const remaining = seconds(headers["ratelimit-remaining"]);
    const reset = seconds(headers["ratelimit-reset"]);
    if (target !== MAIN || remaining === null || reset === null) return;
    if (remaining < LEAVE_TO_OTHERS) resumeAt = Date.now() + reset * 1_000 + 50;
  }

  return {
    async send(probe) {
      const { target = MAIN } = probe;
      for (let tries = 1; ; tries++) {
        const stop = parts.interrupted();
        if (stop) throw stop;
        await keepToLimit(target);
        const { exchange, answer } = await once(probe);
        if (answer) learnLimit(target, answer);
        const limited = answer?.status === 429 && probe.expected !== 429 && target === MAIN;
        if (limited && tries < TRIES) {
          // It was the limit and not the request: the 429 counts by itself, and the request is sent again.
          record({
            ...exchange,
            purpose: "the account's limit was reached",
            expected: 429,
            faults: exchange.faults.filter(({ by }) => by !== "expectation"),
          });
          resumeAt = Date.now() + (seconds(answer.headers["retry-after"]) ?? 5) * 1_000 + 50;
          continue;
        }
        record(exchange);
        return { ...exchange, body: jsonOf(answer) };
      }
    },
    close: () => dispatcher.destroy(),
  };
}
