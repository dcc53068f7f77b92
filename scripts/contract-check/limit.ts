import { setTimeout as pause } from "node:timers/promises";
import { harmlessRequest } from "./bodies";
import type { Operation } from "./contract";
import { headerNumber } from "./exchange";
import type { OtherAccount } from "./deployment";
import { senderOf } from "./generic";
import type { Run } from "./run-parts";

/**
 * Maximum rate limit that the check exhausts, in requests per minute. Under a larger limit, a process may
 * reserve several requests. It then still accepts requests while another process reports none left.
 */
const MAX_REQUESTS = 300;
/** Maximum time for provoking 429 of all operations, in milliseconds. */
const MAX_MS = 3 * 60_000;
/** Minimum milliseconds left in a window, so that the request to be refused arrives within that window. */
const MARGIN_MS = 2_000;

/** One rate-limit window of the account, as the `RateLimit-*` headers describe it. */
interface Window {
  limit: number;
  remaining: number;
  /** Number of requests that the run sent in this window. */
  sent: number;
  /** Earliest and latest end of the window, in milliseconds since 1970. The header has full seconds. */
  endsFrom: number;
  endsBy: number;
}

/** Returns the window that a response belongs to; null without valid `RateLimit-*` headers. */
export function windowAfter(
  before: Window | null,
  headers: Readonly<Record<string, string>>,
  now: number,
): Window | null {
  const limit = headerNumber(headers, "ratelimit-limit");
  const remaining = headerNumber(headers, "ratelimit-remaining");
  const reset = headerNumber(headers, "ratelimit-reset");
  if (limit === null || remaining === null || reset === null) return null;
  const endsBy = now + reset * 1_000;
  const isSame = before !== null && endsBy < before.endsBy + MARGIN_MS;
  return { limit, remaining, sent: (isSame ? before.sent : 0) + 1, endsFrom: endsBy - 1_000, endsBy };
}

/** Returns whether the window is exhausted, by the header or by the number of requests that the run sent. */
const isUsedUp = ({ limit, remaining, sent }: Window) => remaining === 0 || sent >= limit;

const TOO_MANY = (limit: number) =>
  `the account of --limited-key has ${limit} requests a minute: give a key of an account with at most ${MAX_REQUESTS}`;

const NO_LIMIT = "the responses have no RateLimit-* headers";

/** Returns a fault if `Retry-After` ends a second or more before the window of the rate limit. */
function tooEarly(headers: Readonly<Record<string, string>>): string[] {
  const [wait, reset] = [headerNumber(headers, "retry-after"), headerNumber(headers, "ratelimit-reset")];
  if (wait === null || reset === null || wait >= reset - 1) return [];
  return [`Retry-After is ${wait}, but the window ends in ${reset} seconds`];
}

/** Exhausts the rate limit of a window, then provokes 429 with one more request per operation. */
export async function probeLimit(run: Run, { key, target }: OtherAccount): Promise<void> {
  let window: Window | null = null;
  let status = 0;

  async function sendProbe(operation: Operation, expected: 429 | null): Promise<Window | null> {
    // The invalid query makes the request ineffective while the limit is not reached.
    const request = { ...harmlessRequest(operation, run.prefix), query: { parametro_desconhecido: "1" } };
    const purpose = expected === 429 ? "beyond the account's rate limit" : "uses up the account's requests";
    const send = senderOf(run, operation, key, target);
    const { response } = await send(purpose, expected, {
      request,
      invalid: true,
      holds: (_body, headers) => tooEarly(headers),
    });
    status = response?.status ?? 0;
    window = response && windowAfter(window, response.headers, Date.now());
    return window;
  }

  /** Returns why 429 cannot be provoked; null if the service must refuse the next request. */
  async function useUp(operation: Operation, deadline: number): Promise<string | null> {
    while (Date.now() < deadline) {
      const current = window ?? (await sendProbe(operation, null));
      if (current === null) return status === 401 ? "the key of --limited-key is refused" : NO_LIMIT;
      if (current.limit > MAX_REQUESTS) return TOO_MANY(current.limit);
      if (Date.now() > current.endsFrom - MARGIN_MS) {
        await pause(current.endsBy - Date.now() + 50);
        window = null;
      } else if (isUsedUp(current)) return null;
      else await sendProbe(operation, null);
    }
    return `not provoked within the ${MAX_MS / 60_000} minutes allowed for 429`;
  }

  const deadline = Date.now() + MAX_MS;
  for (const operation of run.tested) {
    const why = await useUp(operation, deadline);
    if (why === null) await sendProbe(operation, 429);
    else run.coverage.unable(operation.id, 429, why);
  }
}
