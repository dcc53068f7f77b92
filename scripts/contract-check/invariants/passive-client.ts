import { type Client, MAIN } from "../client";
import type { Exchange } from "../exchange";
import { exchangeFindings } from "./invariant-client";
import { curlOf } from "./curl";
import { rateLimitCheck } from "./checks/passive";
import type { Finding, Verdicts } from "./verdicts";
import { generalInvariants } from "./vocabulary";

/** Headers that curl sends by default or that the shell command sets itself. */
const IMPLIED = ["accept", "content-type", "x-api-key"];

function curlFor(
  base: string,
  { request, response }: Exchange & { body: unknown },
  { faults }: Finding,
): string {
  const { method, url, headers, body } = request;
  const others = Object.entries(headers).filter(([name]) => !IMPLIED.includes(name));
  const sent = {
    method,
    url: base + url,
    headers: Object.fromEntries(others),
    body,
    keyed: "x-api-key" in headers,
    status: response?.status ?? 0,
    responseBody: null,
    saves: [],
  };
  return curlOf([sent], faults);
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
          curl: curlFor(base, exchange, finding),
          requests: { least: 1, first: 1 },
        });
      }
      return exchange;
    },
  };
}
