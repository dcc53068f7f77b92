import type { clientTasks } from "../client";
import { spentOn } from "../deployment";
import { byPath, DELIVERED, finalAfter } from "../outcomes";
import { assertEqual, benchmark, type Measured, progress, type Scope } from "../run";
import { PROMPT, withCarriers } from "../services/carriers";
import { tailOf } from "../stats";
import { Traffic, WARM_UP } from "../traffic";

const PACE = { delayMs: 200, batchSize: 100, window: 64 };
/** Sends per second, and maximum p99 of the time to the final status, in milliseconds. */
const CASES = [
  { perSecond: 50, atMost: 400 },
  { perSecond: 500, atMost: 700 },
];
/** Seconds of sending per turn. */
const SECONDS = { quick: 4, usual: 10 };
/** Time limit after the last send. A message that is not final at the limit counts with its age. */
const GIVE_UP_AFTER_MS = 20_000;

/** Measures the time from a scheduled single send to its final status. The carrier takes 200 ms. */
export const bench = benchmark(
  CASES,
  ({ perSecond }) => `latency ${perSecond}`,
  async (run, { perSecond, atMost }) => {
    const count = perSecond * run.pick(SECONDS);
    await run.compare({
      name: `latency ${perSecond} a second`,
      n: count,
      unit: "ms",
      ours: () => run.turn((scope) => oneTurn(scope, perSecond, count)),
      baselines: [{ aim: { atMost, of: "p99" }, turn: async () => PACE.delayMs }],
    });
  },
);

async function oneTurn(scope: Scope, perSecond: number, count: number): Promise<Measured> {
  const traffic = await Traffic.start(scope, { ...withCarriers(PACE), accounts: { bench: PROMPT } });
  const client = scope.helper<typeof clientTasks>("client.ts");
  await traffic.warmUp("bench", client);
  const { result, cpuSeconds, rssBytes } = await spentOn(
    () => traffic.usage(),
    async () => ({
      sent: await client.call("run", { ...traffic.target("bench"), perSecond, count }),
      settled: await traffic.settles("bench", GIVE_UP_AFTER_MS),
      givenUpAt: Date.now(),
    }),
  );
  const outcomes = (await traffic.end())("bench");
  const all = WARM_UP.count + count;
  assertEqual("the number of messages", outcomes.length, all);
  if (result.settled) assertEqual("messages by their paths", byPath(outcomes), { [DELIVERED]: all });
  else
    progress(
      `time limit reached: ${outcomes.filter(({ finalAt }) => finalAt === null).length} were not final`,
    );
  const counted = outcomes.sort((a, b) => a.createdAt - b.createdAt).slice(WARM_UP.count);
  const accepted = tailOf(result.sent.map(({ milliseconds }) => milliseconds));
  progress(`accepted: p50 ${accepted.p50.toFixed(1)}, p99 ${accepted.p99.toFixed(1)} ms`);
  const tail = tailOf(finalAfter(counted, result.givenUpAt));
  return { value: tail.p99, ...tail, cpuMsPerRow: (cpuSeconds * 1_000) / count, rssBytes };
}
