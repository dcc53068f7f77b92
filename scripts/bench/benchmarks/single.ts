import type { expressTasks } from "../baselines/express";
import { suppressedIn } from "../bodies";
import type { clientTasks } from "../client";
import { rateOf, spentOn } from "../deployment";
import { assertCreated } from "../outcomes";
import type { Usage } from "../processes";
import type { Aim } from "../report";
import { assertEqual, benchmark, figuresOf, type Measured, type Run } from "../run";
import { seedTenantWithContacts } from "../seed";
import { compare } from "../stats";

const CONTACTS = 20_000;
const PLAN = { recipients: 1, count: 2_000, contacts: CONTACTS };

interface Case {
  atOnce: number;
  requests: number;
  quick: number;
  aim: Aim;
}

const CASES: readonly Case[] = [
  { atOnce: 1, requests: 1_500, quick: 400, aim: { atLeast: 0.6 } },
  { atOnce: 32, requests: 6_000, quick: 1_500, aim: { atLeast: 1 } },
];

type Turn = Required<Omit<Measured, "p95">>;

/** Measures sends to one recipient. The baseline is Express, which commits a row per request. */
export const benchSingle = benchmark(CASES, ({ atOnce }) => `single ${atOnce}`, benchCase);

async function benchCase(run: Run, { atOnce, aim, ...sizes }: Case): Promise<void> {
  const requests = run.options.quick ? sizes.quick : sizes.requests;
  const { address, key } = await run.seeded((db) => seedTenantWithContacts(db, CONTACTS));
  const service = (await run.deploy(address, { workers: 0 })).serving;
  const client = run.helper<typeof clientTasks>("client.ts");
  const express = run.helper<typeof expressTasks>("baselines/express.ts");
  const port = await express.call("listen", { address: await run.database() });

  const side = (origin: string, usage: () => Promise<Usage>) => {
    const done = { sent: 0, turns: [] as Turn[] };
    const turn = async (): Promise<Turn> => {
      await client.call("aim", { origin, key, connections: atOnce, plan: PLAN });
      const load = { first: done.sent, requests };
      const spent = await spentOn(usage, () => client.call("load", load));
      done.sent += requests;
      const { seconds, ...times } = spent.result;
      const result = { ...rateOf(requests, { ...spent, seconds }), ...times };
      done.turns.push(result);
      return result;
    };
    return { done, turn };
  };
  const ours = side(service.origin, () => service.usage());
  const floor = side(`http://127.0.0.1:${port}`, () => express.call("usage"));
  for (const { turn, done } of [ours, floor]) {
    await turn();
    done.turns.length = 0;
  }
  const turns = await run.compare({
    ...{ n: requests, unit: "sends/s", before: () => run.databases.settle(), ours: ours.turn },
    baselines: [{ aim, turn: async () => (await floor.turn()).value }],
  });
  await run.using(address, (db) => assertCreated(db, ours.done.sent, suppressedIn(PLAN, ours.done.sent)));
  assertEqual("rows of the baseline", (await express.call("counts")).rows, floor.done.sent);

  const common = { n: requests, ...figuresOf(turns) };
  const tails = turns.map(({ p50, p99 }) => ({ ours: p99, floor: p50 }));
  run.report({
    ...{ ...common, ...compare(tails), bench: `${run.name}, p99 by p50`, unit: "ms", aim: { atMost: 4 } },
  });
  const cpu = turns.map(({ cpuMsPerRow }, index) => ({
    ours: cpuMsPerRow,
    floor: floor.done.turns[index]?.cpuMsPerRow ?? NaN,
  }));
  run.report({
    ...{ ...common, ...compare(cpu), bench: `${run.name}, CPU`, unit: "CPU ms/send" },
    aim: { of: "ours", atMost: 0.6 },
  });
  await express.call("close");
}
