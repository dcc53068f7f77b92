import type { RequestCase } from "../bodies";
import { Loader } from "../load";
import { benchmark, type Run } from "../run";
import { tenantWith } from "../seed";

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
  { recipients: 1_000, requests: { quick: 10, usual: 50 }, bodies: 50 },
  { recipients: 1, requests: { quick: 600, usual: 3_000 }, bodies: 2_000 },
];

/** Measures POST /v3/messages with a sending rule against the same sends without one. */
export const bench = benchmark(CASES, ({ recipients }) => `rules ${recipients}`, benchCase);

async function benchCase(run: Run, { recipients, requests: sizes, bodies }: RequestCase): Promise<void> {
  const requests = run.pick(sizes);
  const seed = tenantWith({ contacts: CONTACTS });
  const { deployed, origin, key, api } = await run.service(seed, { workers: 0 });
  const plan = { recipients, count: bodies, contacts: CONTACTS };
  const load = { origin, key, connections: CONNECTIONS, plan };
  const loader = await Loader.start(run, load, () => deployed.serving.usage());
  const ruled = async () => {
    await api.call("PUT", "/sending-rules/transactional", RULE);
    return loader.load(requests);
  };
  const free = async () => {
    await api.call("DELETE", "/sending-rules/transactional");
    return loader.load(requests);
  };
  await ruled();
  await free();
  await run.compare({
    n: requests * recipients,
    unit: "messages/s",
    before: () => run.databases.settle(),
    ours: ruled,
    baselines: [{ aim: AIM, turn: async () => (await free()).value }],
  });
}
