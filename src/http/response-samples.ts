import type { Logger } from "pino";
import type { Metrics } from "../platform/metrics";
import { isStreamed, type ApiResponse } from "./response";
import type { Route } from "../../generated/server/routes";
import type { ResponseCheck } from "./response-checks";

/** Maximum entries of a streamed list that are checked. The list itself is not kept in memory. */
const MAX_ENTRIES = 20;

/**
 * Returns the reply, and a function that returns the body once the reply is written. Keeps only the first
 * `MAX_ENTRIES` entries of a list.
 */
export function recordedResponse(response: ApiResponse): { response: ApiResponse; written(): unknown } {
  const { body } = response;
  if (!isStreamed(body)) return { response, written: () => body };
  const entries: unknown[] = [];
  return {
    response: { ...response, body: { ...body, data: recordedEntries(body.data, entries) } },
    written: () => ({ ...body, data: entries }),
  };
}

async function* recordedEntries(data: AsyncIterable<unknown>, first: unknown[]): AsyncGenerator<unknown> {
  for await (const entry of data) {
    if (first.length < MAX_ENTRIES) first.push(entry);
    yield entry;
  }
}

interface SampleDeps {
  log: Logger;
  metrics: Pick<Metrics, "contractViolations">;
}

interface Written {
  status: number;
  body: unknown;
}

/** Counts and logs a response that violates the contract. The log has paths and rules, but no values. */
export function reportViolations(
  { log, metrics }: SampleDeps,
  check: ResponseCheck,
  route: Route,
  { status, body }: Written,
): void {
  const { operationId: operation } = route;
  try {
    // The client has received JSON, in which dates are texts and undefined fields are absent.
    const json: unknown = body === undefined ? undefined : JSON.parse(JSON.stringify(body));
    const violations = check(route, status, json);
    if (violations.length === 0) return;
    metrics.contractViolations.inc({ operation });
    log.warn({ operation, status, violations }, "response violates the contract");
  } catch (error) {
    log.warn({ err: error, operation }, "failed to check a response against the contract");
  }
}
