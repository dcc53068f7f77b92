import type { Logger } from "pino";
import type { Metrics } from "../platform/metrics";
import { isStreamed, type Reply } from "./answer";
import type { ResponseCheck } from "./contract";

/** Maximum entries of a streamed list that are checked. The list itself is not kept in memory. */
const MAX_ENTRIES = 20;
/** Maximum violations of a response that are logged. */
const MAX_LOGGED = 10;

/** Returns the reply, and a function that returns the written body, of a list only the first entries. */
export function recordedReply(reply: Reply): { reply: Reply; written(): unknown } {
  const { body } = reply;
  if (!isStreamed(body)) return { reply, written: () => body };
  const entries: unknown[] = [];
  return {
    reply: { ...reply, body: { ...body, data: recordedEntries(body.data, entries) } },
    written: () => ({ ...body, data: entries }),
  };
}

async function* recordedEntries(data: AsyncIterable<unknown>, first: unknown[]): AsyncGenerator<unknown> {
  for await (const entry of data) {
    if (first.length < MAX_ENTRIES) first.push(entry);
    yield entry;
  }
}

/** Counts and logs a response that violates the contract. The log has paths and rules, but no values. */
export async function reportViolations(
  { log, metrics }: { log: Logger; metrics: Pick<Metrics, "contractViolations"> },
  check: ResponseCheck,
  { operation, status, body }: { operation: string; status: number; body: unknown },
): Promise<void> {
  // The check may change the body, which other requests may share. JSON is what the client received.
  const copy: unknown = body === undefined ? undefined : JSON.parse(JSON.stringify(body));
  const violations = await check(status, copy);
  if (violations.length === 0) return;
  metrics.contractViolations.inc({ operation });
  log.warn(
    { operation, status, violations: violations.slice(0, MAX_LOGGED) },
    "response violates the contract",
  );
}
