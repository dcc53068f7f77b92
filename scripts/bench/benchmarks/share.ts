import { rateOf, spentOn, until, usageOf, watchMemory } from "../deployment";
import { assertReached, byPath, campaignPaths } from "../outcomes";
import type { Aim } from "../report";
import { assertEqual, benchmark, figuresOf, type Measured, type Run, type Scope } from "../run";
import { PROMPT, withCarriers } from "../services/carriers";
import { Traffic } from "../traffic";

const SIZE = { quick: 4_000, usual: 8_000 };
const PACE = { delayMs: 250, batchSize: 1, window: 64, reports: false };

/** Numbers of worker processes, with the minimum rate relative to one process. */
const SHARED = [
  { workers: 2, aim: { atLeast: 1.8 } },
  { workers: 4, aim: { atLeast: 3.2 } },
];

/** Measures a campaign with 1, 2 and 4 worker processes on PostgreSQL. SQLite allows only one process. */
export const bench = benchmark(["share"], String, benchShare, { on: "postgres" });

async function benchShare(run: Run): Promise<void> {
  const n = run.pick(SIZE);
  const numbers = [1, ...SHARED.map(({ workers }) => workers)];
  const turns = await run.turns(async () => {
    const measured = new Map<number, Measured>();
    for (const workers of numbers)
      measured.set(workers, await run.turn((scope) => oneTurn(scope, n, workers)));
    return measured;
  });
  const of = (workers: number) => turns.flatMap((measured) => measured.get(workers) ?? []);
  const report = (workers: number, against: string, aim: Aim | null, floors: readonly number[]) => {
    const bench = `share, ${workers} worker${workers === 1 ? "" : "s"}, against ${against}`;
    const pairs = of(workers).map(({ value }, turn) => ({ ours: value, floor: floors[turn] ?? NaN }));
    run.report({ bench, n, unit: "messages/s", aim }, pairs, figuresOf(of(workers)));
  };
  const alone = of(1).map(({ value }) => value);
  // Messages per second that the carrier's window allows one process.
  const ideal = (PACE.window * 1_000) / PACE.delayMs;
  const ideals = alone.map(() => ideal);
  report(1, "the window", null, ideals);
  for (const { workers, aim } of SHARED) report(workers, "1", aim, alone);
}

async function oneTurn(scope: Scope, size: number, workers: number): Promise<Measured> {
  const { script, env } = withCarriers(PACE);
  const traffic = await Traffic.start(scope, {
    accounts: { bench: PROMPT },
    campaign: { account: "bench", contacts: size },
    workers,
    script,
    env: { ...env, RECADO_DATABASE_POOL: "20" },
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
