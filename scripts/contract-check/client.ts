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
import { type Answer, judge } from "./judge";
import { readViolations } from "./prism";
import { EXCHANGE_HEADER, type Tap, TARGET_HEADER } from "./tap";

export const MAIN = "main";

export interface Client {
  /** Sends one request through Prism, and resolves with what both judges say of the answer. */
  send(probe: Probe): Promise<Exchange & { body: unknown }>;
  close(): Promise<void>;
}

export interface ClientParts {
  prismOrigin: string;
  tap: Tap;
  timeoutMs: number;
  record(exchange: Exchange): void;
  /** Told before the client waits for the account's rate limit. */
  onWait(seconds: number): void;
  /** Thrown before a request when the run is to end. */
  interrupted(): Error | null;
}

/** Requests that are left to others of the account before the client waits for the next minute. */
const LEAVE_TO_OTHERS = 3;
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

/** What Prism says that counts. That a request breaks the contract is no fault where it was meant to. */
function prismFaults(header: string | undefined, invalid: boolean): Fault[] {
  return readViolations(header)
    .filter(({ location, severity }) => severity === "Error" && (location[0] === "response" || !invalid))
    .map(({ location, message }) => ({
      judge: "Prism" as const,
      message:
        location[0] === "response"
          ? message
          : `the request, which was meant to be right, is refused: ${location.slice(1).join(".")} ${message}`,
    }));
}

function expectationFault({ expected, invalid, purpose }: Probe, { status }: Answer): Fault[] {
  if (expected === null || expected === status) return [];
  const accepted = invalid === true && expected === 400 && status < 300;
  const refused = expected !== 403 && status === 403;
  const hint = accepted
    ? `an invalid request is accepted (${purpose}): `
    : expected === 403 && status < 500
      ? "a key without the scope is let through: "
      : refused
        ? "a key with the scope is refused: "
        : "";
  return [{ judge: "expectation", message: `${hint}expected ${expected}, answered ${status}` }];
}

const seconds = (text: string | undefined) =>
  text !== undefined && /^\d+$/.test(text) ? Number(text) : null;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

export function openClient(parts: ClientParts): Client {
  const { prismOrigin, tap, timeoutMs, record } = parts;
  const dispatcher = new Agent({
    keepAliveTimeout: 4_000,
    headersTimeout: timeoutMs + 5_000,
    connections: 4,
  });
  let serial = 0;
  /** When the account's next minute begins, in milliseconds, where this one is used up. */
  let resumeAt = 0;

  async function once(probe: Probe): Promise<{ exchange: Exchange; answer: Answer | null }> {
    const operation = operationOfId(probe.operation);
    const { request, key, invalid = false, expected, purpose, target = MAIN } = probe;
    const exchange = String(++serial);
    const path = pathOf(operation, request.params) + queryText(request.query);
    const headers = headersOf(request, key);
    const body = bodyText(request);
    const through = await send(`${prismOrigin}${path}`, {
      dispatcher,
      method: operation.method as "GET",
      headers: { ...headers, [EXCHANGE_HEADER]: exchange, [TARGET_HEADER]: target },
      body,
    });
    const prismBody = await through.body.text();
    const violations = through.headers["sl-violations"];
    const taken = tap.take(exchange);
    const shown = {
      method: operation.method,
      url: redacted(path),
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, redacted(value)])),
      body: body === null ? "" : excerpt(body),
    };
    const base = { operation, purpose, expected, request: shown };
    if (taken === null || typeof taken === "string") {
      const why = taken ?? `Prism did not pass the request on: ${through.statusCode} ${excerpt(prismBody)}`;
      const faults: Fault[] = [{ judge: "expectation", message: `no answer: ${why}` }];
      return { exchange: { ...base, answer: null, faults }, answer: null };
    }
    const faults: Fault[] = [
      ...expectationFault(probe, taken),
      ...judge(operation, taken).map((message) => ({ judge: "contract" as const, message })),
      ...prismFaults(Array.isArray(violations) ? violations.join() : violations, invalid),
    ];
    const answer = {
      status: taken.status,
      headers: Object.fromEntries(
        Object.entries(taken.headers).map(([name, value]) => [name, redacted(value)]),
      ),
      body: excerpt(taken.body),
    };
    return { exchange: { ...base, answer, faults }, answer: taken };
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
            faults: exchange.faults.filter(({ judge }) => judge !== "expectation"),
          });
          resumeAt = Date.now() + (seconds(answer.headers["retry-after"]) ?? 5) * 1_000 + 50;
          continue;
        }
        record(exchange);
        return { ...exchange, body: jsonOf(answer) };
      }
    },
    close: () => dispatcher.close(),
  };
}
