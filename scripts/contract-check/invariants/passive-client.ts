import type { OperationId } from "../../../generated/server/binding";
import { type Client, MAIN } from "../client";
import { operationOfId, resolved, generalInvariants } from "../contract";
import type { RequestParts } from "../exchange";
import {
  checkHistory,
  checkInternals,
  checkRequestId,
  checkSameId,
  eachNamed,
  objectFaults,
  type ParsedResponse,
  rateLimitCheck,
} from "./checks/passive";
import { curlOf, sentOf } from "./curl";
import type { Finding, Verdicts } from "./verdicts";
import { invariantsOf, responseSchema } from "./vocabulary";

/** Returns the results of the invariants that apply to every exchange. */
function exchangeFindings(operation: OperationId, request: RequestParts, parsed: ParsedResponse): Finding[] {
  const found: Finding[] = [];
  const add = (invariant: string, faults: readonly string[]) =>
    void found.push({ invariant, operation, faults });
  const { request_id, no_internals } = generalInvariants;
  if (parsed.status >= 400) {
    if (request_id) add("request_id", checkRequestId(request_id, parsed));
    if (no_internals) add("no_internals", checkInternals(no_internals, parsed, JSON.stringify(request)));
    return found;
  }
  const { same_id, history } = invariantsOf(operation);
  if (same_id) add("same_id", checkSameId(same_id, request.params ?? {}, parsed));
  if (history) add("history", checkHistory(history, parsed));
  const schema = responseSchema(operationOfId(operation), parsed.status);
  if (schema)
    eachNamed(schema, parsed.body, resolved, (name, value) => {
      for (const [invariant, faults] of objectFaults(name, value, generalInvariants)) add(invariant, faults);
    });
  return found;
}

/** Returns a client that checks each exchange for the invariants that need no additional requests. */
export function withPassiveChecks(client: Client, verdicts: Verdicts, base: string): Client {
  const { rate_limit } = generalInvariants;
  const checkRateLimit = rate_limit ? rateLimitCheck(rate_limit) : () => [];
  return {
    ...client,
    async send(probe) {
      const exchange = await client.send(probe);
      const { response, body } = exchange;
      const { operation, request, target = MAIN } = probe;
      if (response === null) return exchange;
      const parsed = { status: response.status, headers: response.headers, body };
      const found: Finding[] =
        target === MAIN
          ? [
              ...exchangeFindings(operation, request, parsed),
              { invariant: "rate_limit", operation, faults: checkRateLimit(parsed, Date.now()) },
            ]
          : exchangeFindings(operation, request, parsed).filter(
              ({ invariant }) => invariant === "no_internals",
            );
      for (const finding of found) {
        const isNew = finding.faults.length > 0 && !verdicts.isBroken(finding);
        verdicts.add(finding);
        if (!isNew) continue;
        verdicts.explain(finding, {
          curl: curlOf([sentOf(base, exchange)], finding.faults),
          requests: { least: 1, first: 1 },
        });
      }
      return exchange;
    },
  };
}
