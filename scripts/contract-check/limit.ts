import { setTimeout as pause } from "node:timers/promises";
import { harmlessRequest } from "./bodies";
import type { Client } from "./client";
import type { Operation } from "./contract";
import type { CoverageTally } from "./coverage";
import { headerNumber } from "./exchange";
import type { OtherAccount } from "./generic";

/**
 * Largest limit that is used up, in requests a minute. With a larger one, each process of a deployment may
 * reserve several requests at a time, so that one process still has some when another reports none left.
 */
const MAX_REQUESTS = 300;
/** Maximum time to provoke 429 of all operations. */
const MAX_MS = 3 * 60_000;
/** Time that must be left in a window, so that the request to be refused still falls into it. */
const MARGIN_MS = 2_000;

/** The account's limit in one window of time, by the headers of its answers. */
interface Window {
  limit: number;
  /** Remaining requests, by the last answer. */
  remaining: number;
  /** Requests that the run sent in this window. */
  sent: number;
  /** The earliest and the latest instant at which the window may end: the header has full seconds. */
  endsFrom: number;
  endsBy: number;
}

/** Returns the window that an answer belongs to; null without valid `RateLimit-*` headers. */
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

/**
 * Returns whether the account has no request left: by the header, or because the run sent as many as the
 * limit allows.
 */
const isUsedUp = ({ limit, remaining, sent }: Window) => remaining === 0 || sent >= limit;

const TOO_MANY = (limit: number) =>
  `the account of --limited-key has ${limit} requests a minute: give a key of an account with at most ${MAX_REQUESTS}`;

const NO_LIMIT = "the answers have no RateLimit-* headers";

export interface LimitParts {
  client: Client;
  coverage: CoverageTally;
  operations: readonly Operation[];
  prefix: string;
  /** The account whose requests are used up. */
  account: OtherAccount;
}

/**
 * Provokes 429 of every operation: uses up the account's requests of a window, by the `RateLimit-*` headers,
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
    // An invalid query, so that the request has no effect while the limit is not reached.
    const request = { ...harmlessRequest(operation, prefix), query: { parametro_desconhecido: "1" } };
    const purpose = expected === 429 ? "beyond the account's rate limit" : "uses up the account's requests";
    const probe = { operation: operation.id, request, ...account, invalid: true };
    const { answer } = await client.send({ ...probe, expected, purpose });
    status = answer?.status ?? 0;
    window = answer && windowAfter(window, answer.headers, Date.now());
    return window;
  }

  /** Returns why 429 cannot be provoked; null if the next request has to be refused. */
  async function useUp(operation: Operation, deadline: number): Promise<string | null> {
    while (Date.now() < deadline) {
      const current = window ?? (await ask(operation, null));
      if (current === null) return status === 401 ? "the key of --limited-key is refused" : NO_LIMIT;
      if (current.limit > MAX_REQUESTS) return TOO_MANY(current.limit);
      if (Date.now() > current.endsFrom - MARGIN_MS) {
        await pause(current.endsBy - Date.now() + 50);
        window = null;
      } else if (isUsedUp(current)) return null;
      else await ask(operation, null);
    }
    return `not provoked within the ${MAX_MS / 60_000} minutes allowed for 429`;
  }

  const deadline = Date.now() + MAX_MS;
  for (const operation of operations) {
    const why = await useUp(operation, deadline);
    if (why === null) await ask(operation, 429);
    else coverage.unable(operation.id, 429, why);
  }
}
