import type { expressTasks } from "../baselines/express";
import type { clientTasks, Sent, Target } from "../client";
import { spentOn, until, usageOf } from "../deployment";
import { byPath, DELIVERED, outcomesOf } from "../outcomes";
import type { Helper, Usage } from "../processes";
import type { receiverTasks } from "../receiver";
import { assertEqual, benchmark, figuresOf, type Measured, type Run } from "../run";
import { tenantWith } from "../seed";
import { tailOf } from "../stats";
import { WARM_UP } from "../traffic";

/** Sends per second, and maximum CPU milliseconds per message. Null: no aim. */
const RATES = [
  { perSecond: 100, cpuMs: 3 },
  { perSecond: 400, cpuMs: null },
  { perSecond: 1_000, cpuMs: null },
];
/** Seconds of sending per turn. */
const SECONDS = { quick: 3, usual: 10 };
/** Maximum p99 of the time to the final event, in milliseconds. Above it, a rate is not sustained. */
const FINAL_P99_MS = 1_000;
/** Maximum milliseconds that a response is outstanding. A turn stops sending after a slower response. */
const TIMEOUT_MS = 2_000;
/** Candidates for the highest sustained rate, each about 10 % above the previous candidate. */
const STEPS = Array.from({ length: 42 }, (_, step) => Math.round((100 * 1.1 ** step) / 10) * 10);
/** Minimum sustained rate in messages per second, and maximum CPU milliseconds per message at that rate. */
const SUSTAINED = { sqlite: 1_500, postgres: 1_000 };
const FULL_LOAD_CPU_MS = 1;
const ENV = { RECADO_SANDBOX_DELAY_MS: "0", RECADO_WEBHOOK_ALLOW_PRIVATE: "1" };

const CASES = [...RATES.map(({ perSecond }) => perSecond), "sustained"] as const;

/**
 * Measures single sends until the receiver has verified the event of the final status. The baseline is a bare
 * Express server, which commits a row, posts the row to the same receiver and commits the update.
 */
export const bench = benchmark(CASES, (name) => `life ${name}`, benchCase);

async function benchCase(run: Run, name: (typeof CASES)[number]): Promise<void> {
  const seconds = run.pick(SECONDS);
  const sides = await prepare(run);
  if (typeof name === "number") await atRate(run, sides, name, seconds);
  else await atHighestRate(run, sides, seconds);
  for (const side of Object.values(sides)) await side.assertDone();
}

/** One of the two systems that the benchmark compares: the service or the Express baseline. */
class Side {
  private sent = 0;

  constructor(
    private readonly client: Helper<typeof clientTasks>,
    private readonly receiver: Helper<typeof receiverTasks>,
    private readonly target: Target,
    private readonly path: string,
    /** Statuses of the events of a delivered message. */
    private readonly statuses: readonly string[],
    private readonly usage: () => Promise<Usage>,
    private readonly check: (sent: number) => Promise<void>,
  ) {}

  /** Sends `count` messages on schedule and waits until the receiver has all events. */
  async life(perSecond: number, count: number): Promise<Life> {
    const { client, receiver, path } = this;
    const { result, cpuSeconds, rssBytes } = await spentOn(this.usage, async () => {
      const schedule = { ...this.target, perSecond, count, timeoutMs: TIMEOUT_MS };
      const sent = await client.call("run", schedule);
      this.sent += sent.length;
      await receiver.call("received", { path, events: this.statuses.length * this.sent });
      return sent;
    });
    const finals = new Map(await receiver.call("finals", path));
    const accepted = result.map(({ milliseconds }) => milliseconds);
    const final = result.map(({ id, at }: Sent) => (finals.get(id) ?? NaN) - at);
    assertEqual("messages without a final event", final.filter(Number.isNaN).length, 0);
    const cpuMs = (cpuSeconds * 1_000) / result.length;
    const timesOf = (times: readonly number[]) => {
      const tail = tailOf(times);
      return { value: tail.p99, ...tail, cpuMsPerRow: cpuMs, rssBytes };
    };
    const complete = result.length === count;
    return { perSecond, complete, accepted: timesOf(accepted), final: timesOf(final), cpuMs };
  }

  /** Checks that all messages and events arrived once, and that all signatures were valid. */
  async assertDone(): Promise<void> {
    const { sent, statuses } = this;
    await this.check(sent);
    const { requests: _, ...received } = await this.receiver.call("report", this.path);
    const events = sent * statuses.length;
    const byStatus = Object.fromEntries([...statuses].sort().map((status) => [status, sent]));
    assertEqual("the received events", received, { invalid: 0, events, ids: events, byStatus });
  }
}

interface Life {
  perSecond: number;
  /** Whether the turn sent all messages. */
  complete: boolean;
  accepted: Measured & { p50: number; p99: number };
  final: Measured & { p50: number; p99: number };
  cpuMs: number;
}

const isSustained = ({ complete, final }: Life) => complete && final.p99 <= FINAL_P99_MS;

async function prepare(run: Run) {
  const client = run.helper<typeof clientTasks>("client.ts");
  const receiver = run.helper<typeof receiverTasks>("receiver.ts");
  const receives = await receiver.call("listen");
  const { address, accountId, deployed, api, origin, key } = await run.service(tenantWith(), { env: ENV });
  const url = `${receives}/ours`;
  const endpoint = await api.call<{ secret: string }>("POST", "/webhooks", { url });
  const { secret } = endpoint.body;
  const express = run.helper<typeof expressTasks>("baselines/express.ts");
  const bare = { origin: receives, path: "/floor", secret };
  const port = await express.call("listen", { address: await run.database(), receiver: bare });
  for (const path of ["/ours", bare.path]) await receiver.call("expect", { path, secret, timed: true });

  const ours = new Side(
    ...([client, receiver, { origin, key }, "/ours"] as const),
    ["pending", "sent", "delivered"],
    () => usageOf(deployed.services),
    async (sent) => {
      const outcomes = await run.using(address, (db) => outcomesOf(db, accountId));
      assertEqual("messages by their paths", byPath(outcomes), { [DELIVERED]: sent });
    },
  );
  const floor = new Side(
    ...([client, receiver, { origin: `http://127.0.0.1:${port}`, key }, bare.path] as const),
    ["delivered"],
    () => express.call("usage"),
    async (sent) => {
      // Express commits the last update after the last post.
      await until("the last update", async () => (await express.call("counts")).finished === sent);
      assertEqual("rows of the baseline", await express.call("counts"), { rows: sent, finished: sent });
    },
  );
  for (const side of [ours, floor]) await side.life(WARM_UP.perSecond, WARM_UP.count);
  return { ours, floor };
}

async function atRate(run: Run, { ours, floor }: Sides, perSecond: number, seconds: number): Promise<void> {
  const n = perSecond * seconds;
  const lives = await run.turns(async () => ({
    ours: await ours.life(perSecond, n),
    floor: await floor.life(perSecond, n),
  }));
  const cut = lives.filter((pair) => !pair.ours.complete).length;
  if (cut > 0) run.say(`cut off in ${cut} turns: the service did not keep up`);
  const cpuMs = RATES.find((rate) => rate.perSecond === perSecond)?.cpuMs ?? null;
  const cpuAim = cpuMs === null ? null : ({ of: "ours", atMost: cpuMs } as const);
  const finals = figuresOf(lives.map((pair) => pair.ours.final));
  const accepted = figuresOf(lives.map((pair) => pair.ours.accepted));
  for (const [what, unit, aim, figures, of] of [
    ["CPU", "CPU ms/message", cpuAim, finals, (life: Life) => life.cpuMs],
    ["accepted, p99", "ms", null, accepted, (life: Life) => life.accepted.p99],
    ["final, p99", "ms", null, finals, (life: Life) => life.final.p99],
  ] as const) {
    const pairs = lives.map((pair) => ({ ours: of(pair.ours), floor: of(pair.floor) }));
    run.report({ bench: `${run.name}, ${what}`, n, unit, aim }, pairs, figures);
  }
}

async function atHighestRate(run: Run, { ours, floor }: Sides, seconds: number): Promise<void> {
  const best = await run.turns(async () => {
    const pair = { ours: await highest(ours, seconds), floor: await highest(floor, seconds) };
    run.say(`${pair.ours.perSecond} a second, Express ${pair.floor.perSecond}`);
    return pair;
  });
  const finals = figuresOf(best.map((pair) => pair.ours.final));
  for (const [bench, unit, what, bounds] of [
    ["life, highest rate sustained", "messages/s", "perSecond", { atLeast: SUSTAINED[run.kind] }],
    ["life, CPU at the highest rate", "CPU ms/message", "cpuMs", { atMost: FULL_LOAD_CPU_MS }],
  ] as const) {
    const pairs = best.map((pair) => ({ ours: pair.ours[what], floor: pair.floor[what] }));
    run.report({ bench, n: seconds, unit, aim: { of: "ours", ...bounds } }, pairs, finals);
  }
}

/** Finds the highest sustained rate by binary search. `perSecond` is 0 if no rate is sustained. */
async function highest(side: Side, seconds: number): Promise<Life> {
  const at = (step: number) => side.life(STEPS[step] ?? NaN, (STEPS[step] ?? NaN) * seconds);
  let best: Life | null = null;
  for (let [low, high] = [0, STEPS.length]; low < high;) {
    const middle = (low + high) >> 1;
    const life = await at(middle);
    if (isSustained(life)) [low, best] = [middle + 1, life];
    else high = middle;
  }
  return best ?? { ...(await at(0)), perSecond: 0 };
}

type Sides = Awaited<ReturnType<typeof prepare>>;
