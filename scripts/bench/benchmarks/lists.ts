import type { Knex } from "knex";
import type { Api } from "../api";
import type { listsTasks } from "../baselines/lists";
import type { Helper } from "../processes";
import { assertEqual, benchmark, chosen, type Run } from "../run";
import { seedTenant } from "../seed";
import { seedContactStore, seedMessageStore } from "../seed-history";
import { median, spreadOf } from "../stats";
import { type Case, contactCases, messageCases } from "./list-cases";

const SIZES = {
  quick: { contacts: 50_000, messages: 100_000 },
  usual: { contacts: 1_000_000, messages: 1_000_000 },
};
const REQUESTS = { quick: 30, usual: 60 };

/** Measures page requests with exact totals on large tables. The baseline is the query without a total. */
export const bench = benchmark(["lists"], String, benchLists, { selects: true });

async function benchLists(run: Run): Promise<void> {
  const { contacts, messages } = run.pick(SIZES);
  run.say(`${contacts} contacts and ${messages} messages`);
  const seed = async (db: Knex) => {
    const tenant = await seedTenant(db);
    const listId = await seedContactStore(db, tenant.accountId, contacts);
    return { ...tenant, listId, messageStore: await seedMessageStore(db, tenant, { messages }) };
  };
  const { address, api, ...store } = await run.service(seed, { workers: 0 });
  const baseline = run.helper<typeof listsTasks>("baselines/lists.ts");
  await baseline.call("open", address);
  const given = { ...store, kind: run.kind, contacts, messages };
  for (const { n, cases } of [
    { n: contacts, cases: contactCases(given) },
    { n: messages, cases: messageCases(given) },
  ]) {
    for (const one of chosen(cases, run.options, ({ name }) => `lists ${name}`))
      await benchCase(run, api, baseline, n, one);
  }
}

async function benchCase(
  run: Run,
  api: Api,
  baseline: Helper<typeof listsTasks>,
  n: number,
  { name, path, floor: bare, p95, total }: Case,
): Promise<void> {
  const { pairs } = run.options;
  const requests = run.pick(REQUESTS);
  const all: number[] = [];
  const variants = (turn: number) => Array.from({ length: requests }, (_, index) => turn * requests + index);
  const get = async (variant: number) => {
    const page = await api.call<{ data?: unknown[]; pagination?: { total: number } }>("GET", path(variant));
    if (total !== undefined) assertEqual(`the total of ${path(variant)}`, page.body.pagination?.total, total);
    if (page.body.data?.length === 0) throw new Error(`${path(variant)} returned no entries`);
    return page.milliseconds;
  };
  // Fills the database's caches and makes V8 compile the code, so that the first turn is not slower.
  for (const variant of variants(pairs).slice(0, requests / 5)) await get(variant);
  await run.compare({
    name: `lists ${name}`,
    n,
    unit: "ms",
    ours: async (turn) => {
      const latencies: number[] = [];
      for (const variant of variants(turn)) latencies.push(await get(variant));
      all.push(...latencies);
      return { value: median(latencies) };
    },
    baselines: [
      {
        aim: { atMost: p95, of: "p95" },
        turn: async (turn) => median(await baseline.call("query", variants(turn).map(bare))),
      },
    ],
    more: async () => spreadOf(all),
  });
}
