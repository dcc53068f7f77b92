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

/** How many moments may fall into a phase, and how late after its beginning or the last moment each may be. */
type Plan = Partial<Record<Phase, { most: number; withinMs: number }>>;

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Comes back at random moments of the campaign, `count` in all unless it ends before; with the phase of each. */
async function* moments(
  run: CampaignRun,
  random: () => number,
  count: number,
  plan: Plan,
): AsyncGenerator<Phase> {
  const had = new Map<Phase, number>();
  for (let moment = 1; moment <= count; moment += 1) {
    const mayStay = (phase: Phase) => (had.get(phase) ?? 0) < (plan[phase]?.most ?? Infinity);
    let phase = await run.phase();
    await until(`the end of ${phase}`, 120, async () => mayStay((phase = await run.phase())));
    if (phase === "completed") return;
    had.set(phase, (had.get(phase) ?? 0) + 1);
    await sleep(random() * (plan[phase]?.withinMs ?? 0));
    yield phase;
  }
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
  await until("the campaign is completed", 150, async () => (await run.phase()) === "completed");
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
    run = await CampaignRun.prepare(kind, { contacts: CONTACTS, perSecond: 600, carrierDelayMs: 50 });
    report(kind, `prepared at ${seconds()} s`);
    await run.launch();
    const phases: Phase[] = [];
    const plan: Plan = {
      expansion: { most: 14, withinMs: 60 },
      "hand-over": { most: 28, withinMs: 700 },
      completion: { most: 50, withinMs: 700 },
    };
    for await (const phase of moments(run, random, kills, plan)) {
      await run.worker.stop("SIGKILL");
      phases.push(phase);
      await run.worker.start();
    }
    report(kind, `killed ${phases.length} times by ${seconds()} s: ${JSON.stringify(tally(phases))}`);
    const messages = await expectAllDoneOnce(run);
    report(kind, `all done at ${seconds()} s`);
    expect(phases).toHaveLength(kills);

    const journal = run.journal();
    const calls = decisive(journal, messages);
    report(kind, `hand-overs a message: ${JSON.stringify(tally(calls.map(({ length }) => length)))}`);
    report(kind, `lives ${new Set(journal.map(({life}) => life)).size} calls ${journal.length}`);
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
    const stops = 10;
    run = await CampaignRun.prepare(kind, { contacts: CONTACTS, perSecond: 3_000, carrierDelayMs: 50 });
    report(kind, `prepared at ${seconds()} s`);
    await run.launch();
    const phases: Phase[] = [];
    const plan: Plan = {
      expansion: { most: 4, withinMs: 120 },
      "hand-over": { most: 5, withinMs: 800 },
      completion: { most: 10, withinMs: 300 },
    };
    for await (const phase of moments(run, random, stops, plan)) {
      await run.stop();
      phases.push(phase);
      await sleep(random() * 200);
      await run.launch();
    }
    report(kind, `stopped ${phases.length} times by ${seconds()} s: ${JSON.stringify(tally(phases))}`);
    const messages = await expectAllDoneOnce(run);
    report(kind, `all done at ${seconds()} s`);
    expect(phases).toHaveLength(stops);

    const journal = run.journal();
    const attempts = messages.reduce((sum, { recipient }) => sum + outcomeOf(recipient).attempts, 0);
    const byKey = submissions(journal);
    expect([...byKey].filter(([, { length }]) => length !== 1)).toEqual([]);
    expect(byKey.size).toBe(attempts);
    expect(decisive(journal, messages).filter(({ length }) => length !== 1)).toEqual([]);
  }, 200_000);
});
