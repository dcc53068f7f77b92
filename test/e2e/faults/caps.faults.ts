import { setTimeout as pause } from "node:timers/promises";
import { SECOND } from "../../../src/platform/time";
import type { Arrival } from "../../support/arrivals";
import { contradicted, doubled, tally } from "../../support/arrival-checks";
import { numbersFrom, RuleRun, SEED } from "../../support/rule-run";
import { seededRandom } from "../../support/random";
import { until } from "../../support/until";
import { fault } from "./fault-figures";

const WORKERS = 8;
const CAP = 2;
const INTERVAL_S = 4;
const SENDS = 60;

/** Returns the distinct messages to each number, in the order of their first arrival. */
function firstArrivals(arrivals: readonly Arrival[]): Map<string, Arrival[]> {
  const seen = new Set<string>();
  const byNumber = new Map<string, Arrival[]>();
  for (const arrival of [...arrivals].sort((a, b) => a.at - b.at)) {
    if (seen.has(arrival.id)) continue;
    seen.add(arrival.id);
    byNumber.set(arrival.to, [...(byNumber.get(arrival.to) ?? []), arrival]);
  }
  return byNumber;
}

describe(`a cap with ${WORKERS} workers on PostgreSQL`, () => {
  let run: RuleRun;

  beforeAll(async () => {
    const worker = { roles: "worker" };
    run = await RuleRun.start("PostgreSQL", {
      processes: [{ roles: "api" }, ...Array.from({ length: WORKERS }, () => worker)],
      responseMs: 50,
      connection: ["window=4", "batch=2"],
    });
    await run.request("PUT", "/sending-rules/marketing", { max_per_recipient: { messages: CAP, days: 1 } });
    await run.request("PUT", "/sending-rules/transactional", { min_interval_seconds: INTERVAL_S });
  }, 600_000);

  afterAll(() => run?.close());

  /** Sends messages to few numbers at once, as many jobs that the workers share. */
  const sendToAll = (numbers: readonly string[], purpose: string, count = SENDS) =>
    Promise.all(Array.from({ length: count }, () => run.send(numbers, purpose, { purpose })));

  const settled = () =>
    until("no message is pending", 60, async () => (await run.count("status=pending")) === 0);

  /** Expects that each message of a purpose was submitted or blocked. Returns the arrivals by number. */
  const checkedArrivals = async (purpose: string, numbers: readonly string[], sent: number) => {
    const messages = (await run.messages()).filter(
      (one) => one.purpose === purpose && numbers.includes(one.to ?? ""),
    );
    const outcomes = tally(messages.map(({ status, block_reason }) => block_reason ?? status));
    process.stdout.write(
      `${purpose}, seed ${SEED}, ${run.kills.length} kills: ${JSON.stringify(outcomes)}\n`,
    );
    expect(messages).toHaveLength(sent);
    expect(contradicted(messages, run)).toEqual([]);
    expect(doubled(run)).toEqual([]);
    expect(Object.keys(outcomes).filter((one) => !["sent", "frequency", "failed"].includes(one))).toEqual([]);
    return firstArrivals(
      run.peer.arrivals.filter(({ to, text }) => text === purpose && numbers.includes(to)),
    );
  };

  fault("rules")(
    "lets exactly its number of messages through to each recipient, and blocks the rest",
    async () => {
      const numbers = numbersFrom(0, 20);
      await sendToAll(numbers, "marketing");
      await settled();
      const arrived = await checkedArrivals("marketing", numbers, SENDS * numbers.length);
      expect(numbers.map((to) => arrived.get(to)?.length)).toEqual(numbers.map(() => CAP));
    },
    120_000,
  );

  fault("rules")(
    "keeps the least time between two messages to a number",
    async () => {
      const numbers = numbersFrom(100, 20);
      const endsAt = Date.now() + 4 * INTERVAL_S * SECOND;
      let sent = 0;
      while (Date.now() < endsAt) {
        await sendToAll(numbers, "transactional", 4);
        sent += 4 * numbers.length;
        await pause(SECOND / 2);
      }
      await settled();
      const arrived = await checkedArrivals("transactional", numbers, sent);
      const gaps = [...arrived.values()].flatMap((some) =>
        some.slice(1).map(({ at }, index) => at - (some[index]?.at ?? 0)),
      );
      expect(gaps.length).toBeGreaterThan(numbers.length);
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(INTERVAL_S * SECOND);
    },
    120_000,
  );

  fault("rules")(
    "is not exceeded when workers are killed and leave reservations behind",
    async () => {
      const random = seededRandom(SEED);
      const numbers = numbersFrom(200, 400);
      let sent = 0;
      let isOver = false;
      const sending = (async () => {
        while (!isOver) {
          const some = numbers.slice(Math.floor(random() * 380)).slice(0, 20);
          await sendToAll(some, "marketing", 2);
          sent += 2 * some.length;
        }
      })();
      const killing = run.killRepeatedly(async (kill) => {
        await pause(random() * SECOND);
        const first = (2 * kill) % WORKERS;
        await Promise.all(run.workers.slice(first, first + 2).map((one) => run.kill(one)));
      });
      await Promise.race([killing, sending]);
      isOver = true;
      await Promise.all([killing, sending]);
      await settled();
      const arrived = await checkedArrivals("marketing", numbers, sent);
      const counts = tally([...arrived.values()].map(({ length }) => String(length)));
      process.stdout.write(`numbers by messages: ${JSON.stringify(counts)}\n`);
      expect(Object.keys(counts).filter((count) => Number(count) > CAP)).toEqual([]);
      expect(counts[CAP]).toBeGreaterThan(100);
    },
    300_000,
  );
});
