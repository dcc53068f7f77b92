import { windowAfter } from "../../scripts/contract-check/limit";
import type { CheckResult } from "../../scripts/contract-check/run";
import { type Corruption, honest } from "./corruptions/proxy";
import { cellsIn, checkedService, messagesOf } from "./service";

/** Never refuses: it returns 400 for every 429, as if the account had no limit. */
const neverRefusing: Corruption = async (_, forward) => {
  const response = await forward();
  if (response.status !== 429) return response;
  const { "retry-after": __, ...headers } = response.headers;
  const error = {
    code: "validation_failed",
    message: "parametro_desconhecido is unknown",
    request_id: headers["x-request-id"],
  };
  return { status: 400, headers, body: JSON.stringify({ error }) };
};

/** Corrupts the response to a limited request: `Retry-After` ends long before the rate window does. */
const refusingBriefly: Corruption = async (_, forward) => {
  const response = await forward();
  if (response.status !== 429) return response;
  return { ...response, headers: { ...response.headers, "retry-after": "1", "ratelimit-reset": "52" } };
};

interface Row {
  account: string;
  limit: number;
  server: Corruption;
  /** The statuses 429 of the tag's operations. */
  state: "hit" | "violated" | "missed";
  says: RegExp;
}

const ROWS: readonly Row[] = [
  { account: "one request a minute", limit: 1, server: honest, state: "hit", says: /^$/ },
  { account: "60 requests a minute", limit: 60, server: honest, state: "hit", says: /^$/ },
  {
    account: "50 requests a minute without a refusal",
    limit: 50,
    server: neverRefusing,
    state: "violated",
    says: /^expectation: expected 429, got 400$/,
  },
  {
    account: "two requests a minute and a Retry-After that ends too early",
    limit: 2,
    server: refusingBriefly,
    state: "violated",
    says: /^expectation: Retry-After is 1, but the window ends in 52 seconds$/,
  },
  {
    account: "more requests than the check uses up",
    limit: 100_000,
    server: honest,
    state: "missed",
    says: /^the account of --limited-key has 100000 requests a minute: give a key of an account with at most 300$/,
  },
];

/** Returns the findings about the first operation, or why its 429 was not provoked. */
function findings(result: CheckResult): string {
  const [first] = result.coverage.operations;
  const reason = first?.cells.find(({ status }) => status === 429)?.reason ?? "";
  return messagesOf(result, first?.operation.id ?? "").join() + reason;
}

describe("the contract check with --limited-key", () => {
  const service = checkedService();

  it.each(ROWS)("has 429 $state with an account of $account", async ({ limit, server, state, says }) => {
    const limitedKey = await service.real.limitedKey(limit);
    const result = await service.checkCorrupted(server, { only: ["Templates"], limitedKey, probes: false });
    const refused = result.coverage.operations.map(({ operation }) => `${operation.id} 429`);
    expect(cellsIn(result, state).filter((cell) => cell.endsWith(" 429"))).toEqual(refused);
    expect(findings(result)).toMatch(says);
    const others = result.coverage.violations.filter(({ expected }) => expected !== 429);
    expect(others).toEqual([]);
  });

  it("reports that the service refuses the key", async () => {
    const limitedKey = `st_${"0".repeat(64)}`;
    const result = await service.check({ only: ["Senders"], limitedKey });
    expect(result.coverage.violations).toEqual([]);
    expect(findings(result)).toBe("the key of --limited-key is refused");
  });

  it("counts requests by window, and has no window without the headers of a limit", () => {
    const headers = (remaining: number, reset: number) => ({
      "ratelimit-limit": "60",
      "ratelimit-remaining": String(remaining),
      "ratelimit-reset": String(reset),
    });
    const first = windowAfter(null, headers(59, 40), 1_000);
    expect(first).toEqual({ limit: 60, remaining: 59, sent: 1, endsFrom: 40_000, endsBy: 41_000 });
    expect(windowAfter(first, headers(58, 39), 1_500)).toMatchObject({ remaining: 58, sent: 2 });
    expect(windowAfter(first, headers(59, 60), 41_000)).toMatchObject({ remaining: 59, sent: 1 });
    expect(windowAfter(first, {}, 1_500)).toBeNull();
  });
});
