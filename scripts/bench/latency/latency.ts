import { assertEqual, type Bench, chosen, progress } from "../bench";
import type { DatabaseKind, Databases } from "../databases";
import type { Options } from "../options";
import { Helper } from "../processes";
import type { Result } from "../report";
import { compare, median, percentile } from "../stats";
import { byPath, DELIVERED, finalAfter } from "../traffic/messages";
import { PROMPT } from "../traffic/names";
import type { pacerTasks } from "../traffic/pacer";
import { TrafficRun, WARM_UP } from "../traffic/run";

const PACE = { delayMs: 200, batchSize: 100, window: 64 };
/** Sends a second, and the aim for the slowest of a hundred, in milliseconds. */
const CASES = [
  { perSecond: 50, atMost: 400 },
  { perSecond: 500, atMost: 700 },
];
/** Seconds of a turn, and of a quick one. */
const SECONDS = 10;
const QUICK_SECONDS = 4;
/** How long after the last send the rest may take. What has not ended by then counts with the time that it had waited. */
const GIVE_UP_AFTER_MS = 20_000;

/** Single sends on schedule to a carrier that takes 200 ms: how long until a message has come to its end. */
export const benchLatency: Bench = async (databases, options, report) => {
  const seconds = options.quick ? QUICK_SECONDS : SECONDS;
  for (const kind of options.databases) {
    for (const { perSecond, atMost } of chosen(CASES, options, (one) => `latency ${one.perSecond}`)) {
      const turns: Turn[] = [];
      for (let turn = 0; turn < options.pairs; turn += 1) {
        progress(`latency, ${perSecond} a second, ${kind}: turn ${turn + 1} of ${options.pairs}`);
        turns.push(await oneTurn(databases, kind, perSecond, seconds, options));
      }
      report(resultOf(kind, perSecond, seconds, atMost, turns));
    }
  }
};

interface Turn {
  p50: number;
  p99: number;
  cpuSeconds: number;
  rssBytes: number;
}

async function oneTurn(
  databases: Databases,
  kind: DatabaseKind,
  perSecond: number,
  seconds: number,
  { profileDir }: Options,
): Promise<Turn> {
  const run = await TrafficRun.start(databases, kind, {
    pace: PACE,
    accounts: { bench: PROMPT },
    profileDir,
  });
  const pacer = Helper.start<typeof pacerTasks>("traffic/pacer.ts");
  try {
    await run.warmUp("bench", pacer);
    const before = await run.cost();
    const count = seconds * perSecond;
    const sent = await pacer.ask("run", { ...run.target("bench"), perSecond, count });
    const settled = await run.settles("bench", GIVE_UP_AFTER_MS);
    const givenUpAt = Date.now();
    const after = await run.cost();
    const outcomes = (await run.end()).get("bench") ?? [];
    const all = WARM_UP.count + count;
    assertEqual("the number of messages", outcomes.length, all);
    if (settled) assertEqual("messages by the way they went", byPath(outcomes), { [DELIVERED]: all });
    else progress(`given up: ${outcomes.filter(({ finalAt }) => finalAt === null).length} were on their way`);
    const counted = outcomes.sort((a, b) => a.createdAt - b.createdAt).slice(WARM_UP.count);
    const times = finalAfter(counted, givenUpAt);
    const answers = sent.map(({ milliseconds }) => milliseconds);
    progress(
      `accepted: p50 ${percentile(answers, 0.5).toFixed(1)}, p99 ${percentile(answers, 0.99).toFixed(1)} ms`,
    );
    return {
      p50: percentile(times, 0.5),
      p99: percentile(times, 0.99),
      cpuSeconds: after.cpuSeconds - before.cpuSeconds,
      rssBytes: after.rssBytes,
    };
  } finally {
    await pacer.stop();
    await run.drop();
  }
}

function resultOf(
  kind: DatabaseKind,
  perSecond: number,
  seconds: number,
  atMost: number,
  turns: readonly Turn[],
): Result {
  const count = seconds * perSecond;
  return {
    ...compare(turns.map(({ p99 }) => ({ ours: p99, floor: PACE.delayMs }))),
    bench: `latency ${perSecond} a second`,
    db: kind,
    n: count,
    unit: "ms",
    aim: { atMost, of: "p99" },
    p50: median(turns.map(({ p50 }) => p50)),
    p99: median(turns.map(({ p99 }) => p99)),
    cpuMsPerRow: median(turns.map(({ cpuSeconds }) => (cpuSeconds * 1_000) / count)),
    rssMb: Math.max(...turns.map(({ rssBytes }) => rssBytes)) / 1e6,
    exponent: null,
  };
}
