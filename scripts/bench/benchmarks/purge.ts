import { setTimeout as pause } from "node:timers/promises";
import { firstIdAt } from "../../../src/platform/ids";
import { DAY, systemClock } from "../../../src/platform/time";
import type { clientTasks } from "../client";
import { until } from "../deployment";
import { assertEqual, benchmark, type Run, type Scope } from "../run";
import { seedTenant } from "../seed";
import { seedOldMessages } from "../seed-history";
import { median, now, tailOf } from "../stats";

const POLL_EVERY_MS = 250;
const MESSAGES = { quick: 40_000, usual: 400_000 };
const PER_SECOND = 100;
/** Duration of the single sends after the deletion, in milliseconds. */
const ALONE_MS = { quick: 5_000, usual: 30_000 };
/** Age of the newest old message. The service keeps messages for 400 days by default. */
const OLD_MS = 401 * DAY;
const WARM_UP = { perSecond: PER_SECOND, count: 300 };
/** Maximum milliseconds that the deletion may add to the p99 of the responses. */
const ALLOWED_MS = 50;

/**
 * Measures single sends while a worker deletes a month of old messages. The baseline is the same sends in the
 * same service after the deletion.
 */
export const bench = benchmark(["purge"], String, benchDeletion);

async function benchDeletion(run: Run): Promise<void> {
  const messages = run.pick(MESSAGES);
  const turns = await run.turns(() => run.turn((scope) => purgeTurn(scope, messages)));
  const middle = (name: keyof PurgeTurn) => median(turns.map((turn) => turn[name]));
  run.report(
    { bench: `${run.name}, p99 against alone`, n: messages, unit: "ms", aim: null },
    turns.map(({ p99, alone }) => ({ ours: p99, floor: alone })),
    { p50: middle("p50"), p99: middle("p99") },
  );
  run.report(
    { bench: `${run.name}, added p99 against ${ALLOWED_MS} ms`, n: messages, unit: "ms", aim: { atMost: 1 } },
    turns.map(({ p99, alone }) => ({ ours: p99 - alone, floor: ALLOWED_MS })),
  );
  run.say(`${Math.round(middle("rate"))} rows/s deleted, with the job's pauses`);
}

interface PurgeTurn {
  /** Percentiles of the responses during the deletion, and the p99 after it, in milliseconds. */
  p50: number;
  p99: number;
  alone: number;
  /** Deleted rows a second. */
  rate: number;
}

async function purgeTurn(scope: Scope, messages: number): Promise<PurgeTurn> {
  const ends = systemClock.now() - OLD_MS;
  const { address, accountId, key } = await scope.seeded(async (db) => {
    const tenant = await seedTenant(db);
    const period = { from: ends - 30 * DAY, until: ends };
    await seedOldMessages(db, tenant.accountId, { count: messages, ...period });
    return tenant;
  });
  const client = scope.helper<typeof clientTasks>("client.ts");
  const db = scope.open(address);
  const { origin } = await scope.deploy(address);
  const isOldLeft = async () => {
    const old = db("messages").where({ account_id: accountId }).where("id", "<", firstIdAt(ends));
    return (await old.orderBy("id", "desc").first("id")) !== undefined;
  };
  const started = performance.now();
  await client.call("run", { origin, key, ...WARM_UP });
  assertEqual("old messages are left after the warm-up", await isOldLeft(), true);
  await client.call("begin", { origin, key, perSecond: PER_SECOND });
  const from = now();
  await until("deletion of old messages", async () => {
    await pause(POLL_EVERY_MS);
    return !(await isOldLeft());
  });
  const end = now();
  const rate = (messages * 1_000) / (performance.now() - started);
  await pause(scope.pick(ALONE_MS));
  const sent = await client.call("end");
  const times = (first: number, last: number) =>
    sent.filter(({ at }) => at >= first && at < last).map(({ milliseconds }) => milliseconds);
  const alone = tailOf(times(end + POLL_EVERY_MS, Infinity)).p99;
  return { ...tailOf(times(from, end)), alone, rate };
}
