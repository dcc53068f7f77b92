import type { expressTasks } from "../baselines/express";
import type { RequestCase } from "../bodies";
import { Loader } from "../load";
import type { Usage } from "../processes";
import type { Aim } from "../report";
import { type Bench, benchmark, type Run } from "../run";
import type { contractTasks } from "../services/contract-server";

const CONNECTIONS = 8;
/** Well-formed API key. The key need not exist, because the server reads no database. */
const KEY = `st_${"0".repeat(64)}`;

type Case = RequestCase & { aim: Aim };

const CASES: readonly Case[] = [
  { recipients: 1, requests: { quick: 3_000, usual: 10_000 }, bodies: 1_000, aim: { atMost: 1.8 } },
  { recipients: 1_000, requests: { quick: 200, usual: 1_000 }, bodies: 20, aim: { atMost: 1.3 } },
];

/** Measures the CPU time of a server with contract checks and of Express, which only parses the body. */
export const bench: Bench = (databases, options, report) =>
  // The benchmark uses no database, so it runs once for any selection of databases.
  onNone(databases, { ...options, databases: ["sqlite"] }, (result) => report({ ...result, db: "none" }));

const onNone = benchmark(CASES, ({ recipients }) => `http ${recipients}`, benchCase);

async function benchCase(run: Run, { recipients, bodies, requests: sizes, aim }: Case): Promise<void> {
  const requests = run.pick(sizes);
  const plan = { recipients, count: bodies, contacts: bodies * recipients };
  const contract = run.helper<typeof contractTasks>("services/contract-server.ts", { profiled: true });
  const express = run.helper<typeof expressTasks>("baselines/express.ts", { profiled: true });

  const side = async (port: number, usage: () => Promise<Usage>) => {
    const load = { origin: `http://127.0.0.1:${port}`, key: KEY, connections: CONNECTIONS, plan };
    const loader = await Loader.start(run, load, usage);
    return async (count: number) => {
      const figures = await loader.load(count);
      return { ...figures, value: figures.cpuMsPerRow * recipients };
    };
  };
  const ours = await side(await contract.call("listen", recipients), () => contract.call("usage"));
  const port = await express.call("listen", { address: null, recipients });
  const floor = await side(port, () => express.call("usage"));
  for (const warmUp of [ours, floor]) await warmUp(Math.ceil(requests / 10));
  await run.compare({
    n: requests,
    unit: "CPU ms/request",
    ours: () => ours(requests),
    baselines: [{ aim, turn: async () => (await floor(requests)).value }],
  });
}
