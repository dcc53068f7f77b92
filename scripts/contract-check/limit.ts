import { harmlessRequest } from "./bodies";
import type { Client } from "./client";
import type { Operation } from "./contract";
import type { CoverageTally } from "./coverage";
import type { Elsewhere } from "./generic";

/**
 * Largest limit that is used up, in requests a minute. With larger ones a deployment of several processes may let each
 * of them take several requests at a time, so that one of them still has some when another says that none is left.
 */
const MOST_REQUESTS = 300;
/** How long it may take to provoke 429 of all operations. */
const MOST_MS = 3 * 60_000;
/** Time that must be left of a window, so that the request that is to be refused still falls into it. */
const MARGIN_MS = 2_000;

/** What the answers say of the account's limit, which holds for a window of time. */
interface Window {
  limit: number;
  /** Requests that are left, as the last answer says. */
  remaining: number;
  /** Requests that the run sent in this window. */
  sent: number;
  /** The earliest and the latest instant at which the window may end: the header has full seconds. */
  endsFrom: number;
  endsBy: number;
}

const header = (headers: Readonly<Record<string, string>>, name: string): number | null =>
  /^\d+$/.test(headers[name] ?? "") ? Number(headers[name]) : null;

/** Returns the window that an answer belongs to; null where its `RateLimit-*` headers do not say it. */
export function windowAfter(
  before: Window | null,
  headers: Readonly<Record<string, string>>,
  now: number,
): Window | null {
  const limit = header(headers, "ratelimit-limit");
  const remaining = header(headers, "ratelimit-remaining");
  const reset = header(headers, "ratelimit-reset");
  if (limit === null || remaining === null || reset === null) return null;
  const endsBy = now + reset * 1_000;
  const isSame = before !== null && endsBy < before.endsBy + MARGIN_MS;
  return { limit, remaining, sent: (isSame ? before.sent : 0) + 1, endsFrom: endsBy - 1_000, endsBy };
}

/** Whether the account has no request left: by the header, or since the run sent as many as the limit allows. */
const isUsedUp = ({ limit, remaining, sent }: Window) => remaining === 0 || sent >= limit;

const TOO_MANY = (limit: number) =>
  `the account of --limited-key may make ${limit} requests a minute: give a key of one with at most ${MOST_REQUESTS}`;

const NO_LIMIT = "the answers do not say the account's limit";

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

export interface LimitParts {
  client: Client;
  coverage: CoverageTally;
  operations: readonly Operation[];
  prefix: string;
  /** The account whose requests are used up. */
  account: Elsewhere;
}

/**
 * Provokes 429 of every operation: uses up the account's requests of a window, as the `RateLimit-*` headers say them,
 * and sends one request more for each operation.
 */
export async function probeLimit({
  client,
  coverage,
  operations,
  prefix,
  account,
}: LimitParts): Promise<void> {
  let window: Window | null = null;
  let status = 0;

  async function ask(operation: Operation, expected: 429 | null): Promise<Window | null> {
    // The query is invalid, so that nothing happens while the limit is not reached.
    const request = { ...harmlessRequest(operation, prefix), query: { parametro_desconhecido: "1" } };
    const purpose = expected === 429 ? "beyond the account's rate limit" : "uses up the account's requests";
    const probe = { operation: operation.id, request, ...account, invalid: true };
    const { answer } = await client.send({ ...probe, expected, purpose });
    status = answer?.status ?? 0;
    window = answer && windowAfter(window, answer.headers, Date.now());
    return window;
  }

  /** Returns why 429 cannot be provoked; null where the next request has to be refused. */
  async function useUp(operation: Operation, deadline: number): Promise<string | null> {
    while (Date.now() < deadline) {
      const current = window ?? (await ask(operation, null));
      if (current === null) return status === 401 ? "the key of --limited-key is refused" : NO_LIMIT;
      if (current.limit > MOST_REQUESTS) return TOO_MANY(current.limit);
      if (Date.now() > current.endsFrom - MARGIN_MS) {
        await pause(current.endsBy - Date.now() + 50);
        window = null;
      } else if (isUsedUp(current)) return null;
      else await ask(operation, null);
    }
    return `not provoked within the ${MOST_MS / 60_000} minutes that 429 may take in all`;
  }

  const deadline = Date.now() + MOST_MS;
  for (const operation of operations) {
    const why = await useUp(operation, deadline);
    if (why === null) await ask(operation, 429);
    else coverage.unable(operation.id, 429, why);
  }
}
