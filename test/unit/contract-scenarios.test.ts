import { randomNumber } from "../../scripts/contract-check/numbers";
import { type Context, ScenarioStopped } from "../../scripts/contract-check/context";
import type { RequestParts } from "../../scripts/contract-check/exchange";
import { scenarios } from "../../scripts/contract-check/scenarios/all";

const ID = "01a1e473-6838-7c55-a1b9-0d6e3f7a2c48";
const SENDER = { id: ID, channel: "sms", address: "27000" };

/** A response whose fields fit every scenario. */
const BODY = {
  id: ID,
  file_id: ID,
  batch_id: ID,
  url: "http://127.0.0.1:1/",
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
});
