import { rateOf, spentOn, until, usageOf, watchMemory } from "../deployment";
import { assertReached, byPath, campaignPaths } from "../outcomes";
import { assertEqual, benchmark, figuresOf, type Measured, type Scope } from "../run";
import { carrierEnv, PROMPT, WITH_CARRIERS } from "../services/carriers";
import { compare } from "../stats";
import { Traffic } from "../traffic";

const SIZE = { quick: 4_000, usual: 8_000 };
const PACE = { delayMs: 250, batchSize: 1, window: 64, reports: false };

/** Numbers of worker processes, with the minimum rate relative to one process. */
const SHARED = [
  { workers: 2, aim: { atLeast: 1.8 } },
  { workers: 4, aim: { atLeast: 3.2 } },
];

/** Measures a campaign with 1, 2 and 4 worker processes on PostgreSQL. SQLite allows only one process. */
export const bench = benchmark(
  ["share"],
  (name) => name,
  async (run) => {
    const n = run.pick(SIZE);
    const numbers = [1, ...SHARED.map(({ workers }) => workers)];
    const turns = await run.turns(async () => {
      const measured = new Map<number, Measured>();
      for (const workers of numbers)
        measured.set(workers, await run.turn((scope) => oneTurn(scope, n, workers)));
      return measured;
    });
    const of = (workers: number) => turns.flatMap((measured) => measured.get(workers) ?? []);
    const result = (workers: number, floors: readonly number[]) => ({
      ...{ n, unit: "messages/s", ...figuresOf(of(workers)) },
      ...compare(of(workers).map(({ value }, turn) => ({ ours: value, floor: floors[turn] ?? NaN }))),
    });
    // Messages per second that the carrier's window allows one process.
    const ideal = (PACE.window * 1_000) / PACE.delayMs;
    const ideals = of(1).map(() => ideal);
    run.report({ ...result(1, ideals), bench: "share, 1 worker, against the window", aim: null });
    const alone = of(1).map(({ value }) => value);
    for (const { workers, aim } of SHARED)
      run.report({ ...result(workers, alone), bench: `share, ${workers} workers, against 1`, aim });
  },
  { on: "postgres" },
);

async function oneTurn(scope: Scope, size: number, workers: number): Promise<Measured> {
  const traffic = await Traffic.start(scope, {
    ...{ accounts: { bench: PROMPT }, campaign: { account: "bench", contacts: size } },
    ...{ workers, script: WITH_CARRIERS, env: { ...carrierEnv(PACE), RECADO_DATABASE_POOL: "20" } },
  });
  const working = traffic.deployed.services.slice(1);
  const db = scope.open(traffic.address);
  const memory = watchMemory(working);
  const id = await traffic.campaign("bench", "Seu pedido já saiu para entrega.");
  const spent = await spentOn(
    () => usageOf(working),
    async () => {
      await traffic.api("bench").launch(id);
      await until("the campaign is completed", async () => {
        const row = await db("campaigns").where({ id }).first<{ status: string }>("status");
        return row?.status === "completed";
      });
    },
  );
  const peaks = await memory.end();
  const outcomes = (await traffic.end())("bench");
  assertEqual("messages by their paths", byPath(outcomes), campaignPaths(size, "pending sent"));
  await assertReached(db, id, size);
  return { ...rateOf(size, spent), rssBytes: Math.max(...peaks) };
}
