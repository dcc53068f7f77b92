import { randomNumber } from "../../scripts/contract-check/numbers";
import { type Context, ScenarioStopped } from "../../scripts/contract-check/context";
import type { RequestParts } from "../../scripts/contract-check/exchange";
import type { CheckOptions } from "../../scripts/contract-check/check-options";
import { checkContract } from "../../scripts/contract-check/run";
import type { Run } from "../../scripts/contract-check/run-parts";
import { sandboxedChannels } from "../../scripts/contract-check/sandbox";
import { scenarios } from "../../scripts/contract-check/scenarios/all";

const ID = "01a1e473-6838-7c55-a1b9-0d6e3f7a2c48";
const SENDER = { id: ID, channel: "sms", address: "27000" };

/** A response whose fields fit every scenario. */
const BODY = {
  id: ID,
  key: "st_0",
  file_id: ID,
  batch_id: ID,
  // Uploads and downloads succeed.
  url: "data:,",
  created_at: "2026-11-20T12:00:00Z",
  kinds: [],
  opt_out: [],
  opt_in: [],
  help: [],
  channels: ["sms"],
  data: [] as unknown[],
  pagination: { total: 0, has_more: false },
};

/** Returns a context whose service accepts everything, and what it sends. */
function contextOf(sandboxed: readonly string[], bodies: Readonly<Record<string, object>> = {}) {
  const suppressed = new Set<string>();
  const sentTo: string[] = [];
  const usage: RequestParts["query"][] = [];
  const respond = (operation: string, { body, query }: RequestParts) => {
    const { phone, recipients = [] } = (body ?? {}) as { phone?: string; recipients?: { to: string }[] };
    if (operation === "upsertMember" && phone !== undefined) suppressed.add(phone);
    if (operation === "sendMessages") sentTo.push(...recipients.map(({ to }) => to));
    if (operation === "getUsage") usage.push(query);
    return { ...BODY, ...bodies[operation] };
  };
  const provoke = (operation: string, _status: number, request: RequestParts = {}) =>
    Promise.resolve(respond(operation, request));
  const shared = new Map<string, Promise<unknown>>();
  const context = {
    prefix: "contract-check-0",
    sandboxed: new Set(sandboxed),
    receiver: "no receiver",
    makeNumber: randomNumber,
    provoke,
    as: () => provoke,
    until: provoke,
    send: (operation: string, request: RequestParts) =>
      Promise.resolve({ response: { status: 201 }, body: respond(operation, request) }),
    record: () => undefined,
    unable: () => undefined,
    shared: (name: string, make: () => Promise<unknown>) => {
      if (!shared.has(name)) shared.set(name, make());
      return shared.get(name);
    },
  } as unknown as Context;
  return { context, suppressed, sentTo, usage };
}

describe("a scenario of the contract check", () => {
  it("sends messages to suppressed numbers alone if a carrier would deliver them", async () => {
    for (const { title, run } of Object.values(scenarios).flat()) {
      const { context, suppressed, sentTo } = contextOf([], { listSenders: { data: [SENDER] } });
      await run(context).catch((error: unknown) => {
        // Scenarios of files need a storage.
        if (!(error instanceof ScenarioStopped)) throw error;
      });
      const others = sentTo.filter((to) => !suppressed.has(to));
      expect({ title, others }).toEqual({ title, others: [] });
    }
  });

  it("requests usage from yesterday on, because a response has the first 10,000 rows alone", async () => {
    const { context, usage } = contextOf(["sms", "rcs", "voice"]);
    for (const { run } of ["Messages", "Campaigns", "Usage"].flatMap((tag) => scenarios[tag] ?? []))
      await run(context);
    expect(usage.length).toBeGreaterThan(10);
    expect(usage.filter((query) => query?.from === undefined)).toEqual([]);
  });

  it("expects no suppression by opt-outs that the provisioned list does not have", async () => {
    for (const [lists, count] of [
      [{ channels: ["sms"] }, 1],
      [{ channels: ["rcs"] }, 0],
      [{ channels: ["sms"], purposes: ["marketing"] }, 0],
    ] as const) {
      const { context, sentTo } = contextOf(["sms"], { getContactList: lists });
      for (const { run } of scenarios["Opt-out words"] ?? []) await run(context);
      expect({ lists, sends: sentTo.length }).toEqual({ lists, sends: count });
    }
  });
});

describe("the search for channels that the sandbox handles", () => {
  const senders = [
    { channel: "sms", carrier: "sandbox", is_default: true },
    { channel: "rcs", carrier: "rbm", is_default: true },
    { channel: "rcs", carrier: "sandbox", is_default: false },
  ];
  const RULE = {
    windows: [],
    holidays: null,
    closed_dates: ["2001-01-01"],
    max_per_recipient: { messages: 1_000, days: 1 },
    min_interval_seconds: null,
    require_consent: false,
  };
  const channels = async (...rules: readonly object[]) => {
    const send = ({ operation }: { operation: string }) =>
      Promise.resolve({
        response: { status: 200 },
        body: { data: operation === "listSenders" ? senders : rules },
      });
    const run = { client: { send }, options: { key: "st_1" } } as unknown as Run;
    return [...(await sandboxedChannels(run))];
  };

  it("finds channels with the sandbox as their default sender", async () => {
    expect(await channels()).toEqual(["sms"]);
    expect(await channels({ ...RULE, purpose: "transactional" })).toEqual(["sms"]);
    expect(await channels({ ...RULE, purpose: "marketing", require_consent: true })).toEqual(["sms"]);
  });

  it.each([
    { windows: [{ days: ["mon"], from: "08:00", to: "18:00" }] },
    { holidays: "br" },
    { closed_dates: ["2999-01-01"] },
    { max_per_recipient: { messages: 2, days: 1 } },
    { min_interval_seconds: 60 },
    { require_consent: true },
  ])("finds none if the rule for transactional messages has %j", async (restriction) => {
    expect(await channels({ ...RULE, ...restriction, purpose: "transactional" })).toEqual([]);
  });
});

describe("a contract check that would call no operation", () => {
  it.each([{ readOnly: true }, { invariantsOnly: true, only: ["receiveMessageUpdate"] }])(
    "refuses to start with %j",
    async (options) => {
      const given = { url: "http://127.0.0.1:1", key: "st_1", readOnly: false, only: ["sendMessages"] };
      const check = checkContract({ ...given, ...options } as unknown as CheckOptions);
      await expect(check).rejects.toThrow("--only: it selects no operation that this check would call");
    },
  );
});
