import type { expressTasks } from "../baselines/express";
import { suppressedIn } from "../bodies";
import { Loader } from "../load";
import { assertCreated } from "../outcomes";
import type { Usage } from "../processes";
import type { Aim } from "../report";
import { assertEqual, benchmark, figuresOf, type Run, type Sizes } from "../run";
import { tenantWith } from "../seed";
import type { Pair } from "../stats";

const CONTACTS = 20_000;
const PLAN = { recipients: 1, count: 2_000, contacts: CONTACTS };

interface Case {
  atOnce: number;
  requests: Sizes<number>;
  aim: Aim;
}

const CASES: readonly Case[] = [
  { atOnce: 1, requests: { quick: 400, usual: 1_500 }, aim: { atLeast: 0.6 } },
  { atOnce: 32, requests: { quick: 1_500, usual: 6_000 }, aim: { atLeast: 1 } },
];

/** Measures sends to one recipient. The baseline is Express, which commits a row per request. */
export const bench = benchmark(CASES, ({ atOnce }) => `single ${atOnce}`, benchCase);

async function benchCase(run: Run, { atOnce, requests: sizes, aim }: Case): Promise<void> {
  const requests = run.pick(sizes);
  const seed = tenantWith({ contacts: CONTACTS });
  const { address, deployed, origin, key } = await run.service(seed, { workers: 0 });
  const express = run.helper<typeof expressTasks>("baselines/express.ts");
  const port = await express.call("listen", { address: await run.database() });

  const loaderOn = (target: string, usage: () => Promise<Usage>) =>
    Loader.start(run, { origin: target, key, connections: atOnce, plan: PLAN }, usage);
  const ours = await loaderOn(origin, () => deployed.serving.usage());
  const floor = await loaderOn(`http://127.0.0.1:${port}`, () => express.call("usage"));
  for (const warmUp of [ours, floor]) await warmUp.load(requests);
  const turns = await run.turns(async () => {
    await run.databases.settle();
    const figures = await ours.load(requests);
    await run.databases.settle();
    return { ...figures, floor: await floor.load(requests) };
  });
  await run.using(address, (db) => assertCreated(db, ours.sent, suppressedIn(PLAN, ours.sent)));
  assertEqual("rows of the baseline", (await express.call("counts")).rows, floor.sent);

  const report = (bench: string, unit: string, aim: Aim, pairOf: (turn: (typeof turns)[number]) => Pair) =>
    run.report({ bench, n: requests, unit, aim }, turns.map(pairOf), figuresOf(turns));
  report(run.name, "sends/s", aim, ({ value, floor }) => ({ ours: value, floor: floor.value }));
  report(`${run.name}, p99 by p50`, "ms", { atMost: 4 }, ({ p50, p99 }) => ({ ours: p99, floor: p50 }));
  report(`${run.name}, CPU`, "CPU ms/send", { of: "ours", atMost: 0.6 }, ({ cpuMsPerRow, floor }) => ({
    ours: cpuMsPerRow,
    floor: floor.cpuMsPerRow,
  }));
}
