import { operationOfId } from "../../scripts/contract-check/contract";
import { CoverageTally } from "../../scripts/contract-check/coverage";
import type { Exchange, Fault } from "../../scripts/contract-check/exchange";
import type { ServiceResponse } from "../../scripts/contract-check/exchange";
import { responseFaults } from "../../scripts/contract-check/response-check";
import {
  END_RUN_AFTER,
  LEAVE_OPERATION_AFTER,
  NoResponseLimit,
} from "../../scripts/contract-check/no-response-limit";
import { toHtml } from "../../scripts/contract-check/report/html";
import { toJUnit } from "../../scripts/contract-check/report/junit";
import { type InvariantsResult, TIME_WAS_UP } from "../../scripts/contract-check/invariants/verdicts";
import { causesOf } from "../../scripts/contract-check/report/causes";
import { failuresOf, violationsText } from "../../scripts/contract-check/report/summary";
import { slowestFirst, spreadOf } from "../../scripts/contract-check/report/times";
import type { CheckResult } from "../../scripts/contract-check/run";
import type { OperationId } from "../../generated/server/binding";

const OPERATIONS = ["listTemplates", "getTemplate", "listContacts", "getCampaign"] as const;

function exchange(id: OperationId, faults: readonly Fault[], change: Partial<Exchange> = {}): Exchange {
  return {
    operation: operationOfId(id),
    purpose: "reads",
    expected: null,
    request: { method: "GET", url: "/", headers: {}, body: "" },
    response: { status: 200, headers: {}, body: "" },
    tookMs: 1,
    faults,
    ...change,
  };
}

function coverageOf(exchanges: readonly Exchange[]) {
  const tally = new CoverageTally(OPERATIONS.map(operationOfId));
  for (const one of exchanges) tally.record(one);
  return tally.result(() => "not asked", null);
}

const causesIn = (exchanges: readonly Exchange[]) =>
  causesOf(coverageOf(exchanges)).map(({ faults, where, exchanges: behind }) => ({
    messages: faults.map(({ by, message }) => `${by}: ${message}`),
    where: where.map(({ operation }) => operation),
    count: behind.length,
  }));

const HEADERS = {
  "cache-control": "no-store",
  "content-type": "application/json",
  "x-request-id": "1",
  "ratelimit-limit": "600",
  "ratelimit-remaining": "599",
  "ratelimit-reset": "60",
  etag: '"1"',
};

const TEMPLATE = {
  id: "01a1e473-6838-7c55-a1b9-0d6e3f7a2c48",
  name: "Aviso",
  channel: "sms",
  purpose: "transactional",
  content: { type: "text", text: "Oi" },
  variables: [],
  validity_seconds: null,
  follow_ups: [],
  created_at: "2026-11-20T12:00:00Z",
  updated_at: "2026-11-20T12:00:00Z",
};

function checked(id: OperationId, body: object, headers: ServiceResponse["headers"] = HEADERS): Exchange {
  const response = { status: 200, headers, body: JSON.stringify(body) };
  const faults = responseFaults(operationOfId(id), response);
  return exchange(id, faults, { response });
}

const listOf = (...data: object[]) => ({
  data,
  pagination: { total: data.length, limit: 25, offset: 0, has_more: false },
});

const expectation = (operation: string, purpose: string): Fault => ({
  by: "expectation",
  message: `an invalid request is accepted (${purpose}): expected 400, got 200`,
  causes: [`${operation}: expected 400, got 200`, `${purpose}: expected 400, got 200`],
});

describe("causes of violations", () => {
  it("groups a header missing everywhere under one cause, apart from another fault", () => {
    const { "x-request-id": _, ...headers } = HEADERS;
    const { name: _name, ...nameless } = TEMPLATE;
    const exchanges = [
      checked("listTemplates", listOf(TEMPLATE), headers),
      checked("getTemplate", TEMPLATE, headers),
      checked("getTemplate", nameless, headers),
      checked("listContacts", listOf(), headers),
    ];
    expect(causesIn(exchanges)).toEqual([
      {
        messages: ["contract: the header X-Request-Id is missing"],
        where: ["listTemplates", "getTemplate", "listContacts"],
        count: 4,
      },
      {
        messages: ["contract: the body must have required property 'name'"],
        where: ["getTemplate"],
        count: 1,
      },
    ]);
    expect(violationsText(coverageOf(exchanges))).toBe("4 violations of 2 causes");
  });

  it("groups faults by schema: a resource and its list share a cause, another resource has its own", () => {
    const { name: _, ...nameless } = TEMPLATE;
    const late = { ...TEMPLATE, created_at: 5 };
    expect(
      causesIn([
        checked("listTemplates", listOf(TEMPLATE, nameless)),
        checked("getTemplate", nameless),
        checked("getTemplate", late),
        checked("listTemplates", listOf(late, late)),
        checked("listContacts", listOf({})),
      ]).map(({ messages, where, count }) => [messages[0], where, count]),
    ).toEqual([
      ["contract: data.1 must have required property 'name'", ["listTemplates", "getTemplate"], 2],
      ["contract: created_at must be string", ["getTemplate", "listTemplates"], 2],
      ["contract: data.0 must have required property 'id'", ["listContacts"], 1],
    ]);
  });

  it("reports a fault once although both checks find it", () => {
    const faults: Fault[] = [
      { by: "contract", message: "created_at must be string" },
      { by: "Prism", message: "Response body property created_at must be string" },
      { by: "expectation", message: "expected 204, got 200" },
    ];
    const [cause, ...others] = causesIn([exchange("getTemplate", faults)]);
    expect(others).toEqual([]);
    expect(cause?.messages).toHaveLength(3);
  });

  it("groups all faults of a lax operation, and all of a request that every operation accepts", () => {
    const purposes = ["without name", "name: null", "an unknown parameter"];
    const lax = purposes.map((purpose) => exchange("getTemplate", [expectation("getTemplate", purpose)]));
    const common = ["listTemplates", "listContacts", "getCampaign"] as const;
    const everywhere = common.map((id) => exchange(id, [expectation(id, "another parameter")]));
    expect(causesIn([...lax, ...everywhere]).map(({ where, count }) => [where, count])).toEqual([
      [["getTemplate"], 3],
      [[...common], 3],
    ]);
  });
});

describe("response times", () => {
  it("uses the nearest rank for percentiles", () => {
    const times = Array.from({ length: 100 }, (_, index) => 100 - index);
    expect(spreadOf(times)).toEqual({ n: 100, p50: 50, p95: 95, max: 100 });
    expect(spreadOf([7])).toEqual({ n: 1, p50: 7, p95: 7, max: 7 });
    expect(spreadOf([])).toBeNull();
  });

  it("lists the slowest operation first, with successes apart and without missing responses", () => {
    const slow = exchange("getTemplate", [], { tookMs: 80 });
    const refused = exchange("getTemplate", [], {
      tookMs: 2,
      response: { status: 404, headers: {}, body: "" },
    });
    const hung = exchange("getTemplate", [], { tookMs: null, response: null });
    const quick = exchange("listContacts", [], { tookMs: 5 });
    expect(slowestFirst(coverageOf([quick, slow, refused, hung]))).toEqual([
      {
        id: "getTemplate",
        all: { n: 2, p50: 2, p95: 80, max: 80 },
        succeeded: { n: 1, p50: 80, p95: 80, max: 80 },
      },
      {
        id: "listContacts",
        all: { n: 1, p50: 5, p95: 5, max: 5 },
        succeeded: { n: 1, p50: 5, p95: 5, max: 5 },
      },
    ]);
  });
});

const cell = { operation: "listTemplates", tag: "Templates", tries: 0 } as const;
const LATE: InvariantsResult = {
  seed: 1,
  violations: [],
  cells: [
    { ...cell, invariant: "pages", state: "hit", note: null },
    { ...cell, invariant: "filters", state: "missed", note: TIME_WAS_UP },
  ],
};

describe("the reports of a run", () => {
  const silent: Fault = { by: "expectation", message: "no response: none arrived within 30 s" };
  const resultOf = (exchanges: readonly Exchange[], change: Partial<CheckResult> = {}): CheckResult => ({
    url: "https://messages.example.com/v3",
    mode: "full",
    startedAt: new Date(0),
    durationMs: 1_000,
    coverage: coverageOf(exchanges),
    invariants: null,
    cleanUp: { removed: 0, failed: [], stays: [] },
    interrupted: false,
    endedEarly: null,
    ...change,
  });

  it("quotes in JUnit the request of a sequence that gets no response", () => {
    const xml = toJUnit(resultOf([exchange("listTemplates", [silent], { response: null })]));
    expect(xml).toContain(
      '<failure message="no response: none arrived within 30 s">reads\n  expectation: no response',
    );
  });

  it.each([
    ["ended early", { endedEarly: "the run reached its timeout of 3 s" }, {}, /ended early, the run reached/],
    ["was interrupted", { interrupted: true }, {}, /interrupted/],
    ["hit too few statuses", {}, { minShare: 0.9 }, /only \d+\.\d % hit, at least 90\.0 % required/],
    [
      "tried too few invariants",
      { invariants: LATE },
      { minInvariants: 0.9 },
      /only 50\.0 % of the invariants tried, at least 90\.0 % required/,
    ],
  ] as const)("reports no success for a run that %s", (_, change, given, reason) => {
    const least = { minShare: 0, minInvariants: 0, ...given };
    const result = resultOf([exchange("listTemplates", [])], change);
    const html = toHtml(result, least);
    expect(html).not.toContain("The service keeps its contract");
    expect(/<title>(.*)<\/title>/.exec(html)?.[1]).toMatch(reason);
    expect(/<testcase name="is complete" classname="run".*/.exec(toJUnit(result, least))?.[0]).toMatch(
      reason,
    );
  });

  it("says how many invariants were not tried because their time was up", () => {
    const result = resultOf([exchange("listTemplates", [])], { invariants: LATE });
    const kept = "The service keeps its contract; 1 of 2 invariants were not tried, for lack of time";
    expect(toHtml(result)).toContain(`${kept}</h1>`);
    expect(failuresOf(result)).toEqual([]);
  });

  it("reports the success of a complete run", () => {
    const result = resultOf([exchange("listTemplates", [])]);
    expect(toHtml(result)).toContain("The service keeps its contract</h1>");
    expect(toJUnit(result)).not.toContain('classname="run"');
  });
});

describe("the limit of unanswered requests", () => {
  const fail = (unanswered: NoResponseLimit, operation: OperationId, times: number) => {
    for (let time = 0; time < times; time++) unanswered.record("main", operation, false);
  };

  it("abandons an operation that does not respond, in its deployment only", () => {
    const unanswered = new NoResponseLimit();
    fail(unanswered, "getTemplate", LEAVE_OPERATION_AFTER - 1);
    unanswered.record("main", "getTemplate", true);
    fail(unanswered, "getTemplate", LEAVE_OPERATION_AFTER - 1);
    expect(unanswered.isAbandoned("main", "getTemplate")).toBe(false);
    fail(unanswered, "getTemplate", 1);
    expect(unanswered.isAbandoned("main", "getTemplate")).toBe(true);
    expect(unanswered.isAbandoned("limited", "getTemplate")).toBe(false);
    expect(unanswered.isAbandoned("main", "listContacts")).toBe(false);
  });

  it("ends the run after a series of operations, but allows a few requests to clean up", () => {
    const unanswered = new NoResponseLimit();
    fail(unanswered, "getTemplate", END_RUN_AFTER - 1);
    unanswered.record("main", "listContacts", true);
    fail(unanswered, "getTemplate", END_RUN_AFTER);
    expect(unanswered.isOver).toBe(true);
    unanswered.allowCleanUp();
    expect(unanswered.isOver).toBe(false);
    fail(unanswered, "listContacts", LEAVE_OPERATION_AFTER);
    expect(unanswered.isOver).toBe(true);
  });
});
