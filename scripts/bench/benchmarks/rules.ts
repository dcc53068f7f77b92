import type { RequestCase } from "../bodies";
import type { clientTasks } from "../client";
import { rateOf, spentOn } from "../deployment";
import { benchmark, type Run } from "../run";
import { seedTenantWithContacts } from "../seed";

const CONNECTIONS = 8;
const CONTACTS = 20_000;
const AIM = { atLeast: 0.8 };
/** A rule with windows, holidays and limits that holds no message back. */
const RULE = {
  windows: [{ days: ["mon", "tue", "wed", "thu", "fri", "sat", "sun"], from: "00:00", to: "24:00" }],
  closed_dates: ["2020-01-01"],
  max_per_recipient: { messages: 1_000, days: 30 },
  min_interval_seconds: null,
  outside: "wait",
};

const CASES: readonly RequestCase[] = [
  { recipients: 1_000, requests: 50, quick: 10, bodies: 50 },
  { recipients: 1, requests: 3_000, quick: 600, bodies: 2_000 },
];

/** Measures POST /v3/messages with a sending rule against the same sends without one. */
export const benchRules = benchmark(CASES, ({ recipients }) => `rules ${recipients}`, benchCase);

async function benchCase(run: Run, { recipients, bodies, ...sizes }: RequestCase): Promise<void> {
  const requests = run.options.quick ? sizes.quick : sizes.requests;
  const { address, key } = await run.seeded((db) => seedTenantWithContacts(db, CONTACTS));
  const service = (await run.deploy(address, { workers: 0 })).serving;
  const client = run.helper<typeof clientTasks>("client.ts");
  const plan = { recipients, count: bodies, contacts: CONTACTS };
  await client.call("aim", { origin: service.origin, key, connections: CONNECTIONS, plan });
  const setRule = async (init: RequestInit) => {
    const headers = { "X-API-Key": key, "Content-Type": "application/json" };
    const response = await fetch(`${service.origin}/v3/sending-rules/transactional`, { ...init, headers });
    if (!response.ok)
      throw new Error(`${init.method} of the rule: ${response.status} ${await response.text()}`);
  };
  let sent = 0;
  const load = async (rule: RequestInit) => {
    await setRule(rule);
    const spent = await spentOn(
      () => service.usage(),
      () => client.call("load", { first: sent, requests }),
    );
    sent += requests;
    const { seconds, p50, p99 } = spent.result;
    return { ...rateOf(requests * recipients, { ...spent, seconds }), p50, p99 };
  };
  const ruled = () => load({ method: "PUT", body: JSON.stringify(RULE) });
  const free = () => load({ method: "DELETE" });
  await ruled();
  await free();
  await run.compare({
    ...{ n: requests * recipients, unit: "messages/s", before: () => run.databases.settle(), ours: ruled },
    baselines: [{ aim: AIM, turn: async () => (await free()).value }],
  });
}
