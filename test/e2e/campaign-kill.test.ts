import { randomInt } from "node:crypto";
import { CampaignRun, outcomeOf, type Phase, type StoredMessage } from "../support/campaign-run";
import { databases, type TestDatabase } from "../support/databases";
import type { JournalEntry } from "../support/journal";
import { seededRandom } from "../support/random";
import { until } from "../support/until";

const CONTACTS = 20_000;
/** Batches of one sender that one process hands over at once, each with one call of the carrier at a time. */
const CALLS_AT_ONCE = 3;
/** Set it to run with the moments of an earlier run. */
const SEED = Number(process.env.RECADO_TEST_SEED ?? randomInt(2 ** 31));

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** So many moments, the next each time that the campaign has run for a random while below this, in milliseconds. */
interface Moments {
  count: number;
  withinMs: number;
  /** Which come only once the campaign is that far. */
  phase?: Phase;
}

/** Does something at random moments of the campaign; answers when that was. */
async function atMoments(
  run: CampaignRun,
  random: () => number,
  plan: readonly Moments[],
  act: () => Promise<void>,
): Promise<number[]> {
  const times: number[] = [];
  for (const { count, withinMs, phase } of plan) {
    if (phase) await until(phase, 120, async () => (await run.phase()) === phase);
    for (let moment = 1; moment <= count; moment += 1) {
      await sleep(random() * withinMs);
      times.push(Date.now());
      await act();
    }
  }
  return times;
}

/** Which phases the moments fell into, as it turned out. */
async function phasesOf(run: CampaignRun, times: readonly number[]): Promise<Record<string, number>> {
  const created = Math.max(...(await run.messages()).map(({ createdAt }) => createdAt));
  const handedOver = Math.max(...run.journal().map(({ at }) => at));
  const completed = Date.parse((await run.campaign()).completed_at ?? "");
  const phaseAt = (time: number): Phase => {
    if (time <= created) return "expansion";
    if (time <= handedOver) return "hand-over";
    return time <= completed ? "completion" : "completed";
  };
  return tally(times.map(phaseAt));
}

/** Who handed over each message, by message and attempt. */
function submissions(journal: readonly JournalEntry[]): Map<string, JournalEntry[]> {
  const byKey = new Map<string, JournalEntry[]>();
  for (const entry of journal) {
    for (const [id, attempt] of entry.messages) {
      const key = `${id} ${attempt}`;
      const calls = byKey.get(key);
      if (calls) calls.push(entry);
      else byKey.set(key, [entry]);
    }
  }
  return byKey;
}

/** The hand-over that decided about each message: those that the carrier did not take for the moment came before. */
function decisive(journal: readonly JournalEntry[], messages: readonly StoredMessage[]): JournalEntry[][] {
  const byKey = submissions(journal);
  return messages.map(({ id, recipient }) => byKey.get(`${id} ${outcomeOf(recipient).attempts - 1}`) ?? []);
}

function tally(values: readonly (string | number)[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

const report = (kind: TestDatabase, line: string) => process.stdout.write(`campaign on ${kind}: ${line}\n`);

/** Waits for the end of the campaign, and expects that nothing is lost, doubled, wrong or missing; but hand-overs. */
async function expectAllDoneOnce(run: CampaignRun): Promise<StoredMessage[]> {
  await run.debug(); await until("the campaign is completed", 50, async () => (await run.phase()) === "completed").catch(
    async (e) => {
      await run.debug();
      throw e;
    },
  );
  const messages = await run.messages();
  expect(messages).toHaveLength(CONTACTS);
  expect(new Set(messages.map(({ contactId }) => contactId)).size).toBe(CONTACTS);
  expect(messages.filter(({ recipient, history }) => history !== outcomeOf(recipient).history)).toEqual([]);
  expect((await run.campaign()).progress).toEqual(run.expectedProgress());
  expect((await run.usage()).data).toEqual([
    expect.objectContaining({ total: CONTACTS, delivered: run.expectedProgress().delivered }),
  ]);

  const lengths = new Map(messages.map(({ id, history }) => [id, history.split(",").length]));
  const expected = [...lengths.values()].reduce((sum, length) => sum + length, 0);
  await until("every event has arrived", 150, async () => run.hook.events.size >= expected);
  const sequences = run.hook.sequences();
  const isWhole = (id: string, length: number) => {
    const numbers = sequences.get(id) ?? [];
    return numbers.length === length && numbers.every((number, index) => number === index + 1);
  };
  expect([...lengths].filter(([id, length]) => !isWhole(id, length))).toEqual([]);
  expect(run.hook.events.size).toBe(expected);
  expect(run.hook.forged()).toBe(0);
  return messages;
}

describe.each(databases)("a campaign on %s", (kind) => {
  let run: CampaignRun;
  let random: () => number;
  let started: number;
  const seconds = () => ((Date.now() - started) / 1_000).toFixed(1);

  beforeEach(() => {
    random = seededRandom(SEED);
    started = Date.now();
    report(kind, `seed ${SEED}`);
  });

  afterEach(async () => {
    await run?.close();
  });

  it("reaches every contact once although its worker is killed at 50 random moments", async () => {
    const kills = 50;
    run = await CampaignRun.prepare(kind, { contacts: CONTACTS, perSecond: 500, carrierDelayMs: 50 });
    report(kind, `prepared at ${seconds()} s`);
    await run.launch();
    const plan = [
      { count: 14, withinMs: 60 },
      { count: 32, withinMs: 700 },
      { count: 4, withinMs: 700, phase: "completion" },
    ] as const;
    const times = await atMoments(run, random, plan, async () => {
      await run.worker.stop("SIGKILL");
      await run.worker.start();
    });
    report(kind, `killed ${times.length} times by ${seconds()} s`);
    const messages = await expectAllDoneOnce(run);
    report(kind, `all done at ${seconds()} s`);
    report(kind, `phases: ${JSON.stringify(await phasesOf(run, times))}`);

    const journal = run.journal();
    const calls = decisive(journal, messages);
    report(kind, `hand-overs a message: ${JSON.stringify(tally(calls.map(({ length }) => length)))}`);
    report(kind, `lives ${new Set(journal.map(({ life }) => life)).size} calls ${journal.length}`);
    expect(calls.filter(({ length }) => length < 1)).toEqual([]);
    // Nobody hands the same over twice himself.
    const withinALife = [...submissions(journal).values()].filter(
      (entries) => new Set(entries.map(({ life }) => life)).size < entries.length,
    );
    expect(withinALife).toEqual([]);
    // What was handed over again had been under way when its worker was killed.
    const repeated = new Set(calls.flatMap((entries) => entries.slice(0, -1)));
    const brokenOff = tally([...repeated].map(({ life }) => life));
    report(kind, `calls broken off: ${repeated.size}, ${JSON.stringify(tally(Object.values(brokenOff)))}`);
    expect(Math.max(...Object.values(brokenOff))).toBeLessThanOrEqual(CALLS_AT_ONCE);
    expect(Object.keys(brokenOff).length).toBeLessThanOrEqual(kills);
  }, 400_000);

  it("reaches every contact once although it is stopped and launched again ten times", async () => {
    run = await CampaignRun.prepare(kind, { contacts: CONTACTS, perSecond: 3_000, carrierDelayMs: 50 });
    report(kind, `prepared at ${seconds()} s`);
    await run.launch();
    const plan = [
      { count: 3, withinMs: 100 },
      { count: 6, withinMs: 700 },
      { count: 1, withinMs: 300, phase: "completion" },
    ] as const;
    const times = await atMoments(run, random, plan, async () => {
      await run.stop();
      await sleep(random() * 200);
      await run.launch();
    });
    report(kind, `stopped ${times.length} times by ${seconds()} s`);
    const messages = await expectAllDoneOnce(run);
    report(kind, `all done at ${seconds()} s`);
    report(kind, `phases: ${JSON.stringify(await phasesOf(run, times))}`);

    const journal = run.journal();
    const attempts = messages.reduce((sum, { recipient }) => sum + outcomeOf(recipient).attempts, 0);
    const byKey = submissions(journal);
    expect([...byKey].filter(([, { length }]) => length !== 1)).toEqual([]);
    expect(byKey.size).toBe(attempts);
    expect(decisive(journal, messages).filter(({ length }) => length !== 1)).toEqual([]);
  }, 200_000);
});
