import { randomInt } from "node:crypto";
import { DEFAULT_WINDOW } from "../../src/carriers/carrier";
import {
  type Campaign,
  CampaignRun,
  isFollowedUp,
  outcomeOf,
  type StoredMessage,
} from "../support/campaign-run";
import { databases, type TestDatabase } from "../support/databases";
import type { JournalEntry } from "../support/journal";
import { seededRandom } from "../support/random";
import { until } from "../support/until";

const CONTACTS = 20_000;
/** Calls of the carrier that a process has under way at once with this speed and delay, on average. */
const CALLS_AT_ONCE = 3;
/** Named by RECADO_TEST_SEED, the random moments of an earlier run come again. */
const SEED = Number(process.env.RECADO_TEST_SEED ?? randomInt(2 ** 31));

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Lets the campaign run for a random share of something. */
type Pause = (run: CampaignRun, random: () => number) => Promise<unknown>;

/** From 1 ms to this, short times as often as long ones by the order of their length. */
const forAWhile =
  (longestMs: number): Pause =>
  (_, random) =>
    sleep(longestMs ** random());

/** Until up to this share of the events that are missing have come: on a slow machine too, but for 3 s at most. */
const forSomeEvents =
  (share: number): Pause =>
  async ({ hook, eventsInAll }, random) => {
    const enough = hook.events.size + random() * share * (eventsInAll - hook.events.size);
    const deadline = Date.now() + 3_000;
    while (hook.events.size < enough && Date.now() < deadline) await sleep(2);
  };

interface Moments {
  count: number;
  /** Before each. */
  pause: Pause;
  /** They begin once the campaign is that far. */
  from?: (campaign: Campaign) => boolean;
}

const allHandedOver = ({ progress: { total, pending } }: Campaign) => total === CONTACTS && pending === 0;
const mostlyHandedOver = ({ progress: { total, pending } }: Campaign) =>
  total === CONTACTS && pending < CONTACTS / 8;

/** Does something at random moments of the campaign; answers when that was. */
async function atMoments(
  run: CampaignRun,
  random: () => number,
  plan: readonly Moments[],
  act: (moment: number) => Promise<void>,
): Promise<number[]> {
  const times: number[] = [];
  for (const { count, pause, from } of plan) {
    if (from) await until("the campaign is that far", 180, async () => from(await run.campaign()), 20);
    for (let moment = 1; moment <= count; moment += 1) {
      await pause(run, random);
      times.push(Date.now());
      await act(times.length);
    }
  }
  return times;
}

/** How many moments fell into which phase, as it turned out. */
async function phasesOf(
  run: CampaignRun,
  messages: readonly StoredMessage[],
  times: readonly number[],
): Promise<Record<string, number>> {
  const created = Math.max(
    ...messages.flatMap(({ parentId, createdAt }) => (parentId === null ? createdAt : [])),
  );
  const handedOver = Math.max(...run.journal().map(({ at }) => at));
  // To the second.
  const completed = Date.parse((await run.campaign()).completed_at ?? "") + 999;
  const phaseAt = (time: number) => {
    if (time <= created) return "expansion";
    if (time <= handedOver) return "hand-over";
    return time <= completed ? "completion" : "events";
  };
  return tally(times.map(phaseAt));
}

/** The calls that handed over each message, by message and attempt. */
function handOvers(journal: readonly JournalEntry[]): Map<string, JournalEntry[]> {
  const calls = new Map<string, JournalEntry[]>();
  for (const entry of journal) {
    for (const [id, attempt] of entry.messages) {
      const key = `${id} ${attempt}`;
      const known = calls.get(key);
      if (known) known.push(entry);
      else calls.set(key, [entry]);
    }
  }
  return calls;
}

/** Of each message the calls that decided about it: those that the carrier did not take for the moment came before. */
function decisive(
  calls: ReadonlyMap<string, JournalEntry[]>,
  messages: readonly StoredMessage[],
): JournalEntry[][] {
  return messages.map(({ id, recipient }) => calls.get(`${id} ${outcomeOf(recipient).attempts - 1}`) ?? []);
}

function tally(values: readonly (string | number)[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

/**
 * Waits for the end of the campaign, and expects one message a contact and one follow-up for each that failed, each
 * with its history, counts and events.
 */
async function expectAllDone(run: CampaignRun, told: (line: string) => void): Promise<StoredMessage[]> {
  await until("the campaign is completed", 150, async () => (await run.campaign()).status === "completed");
  told("completed");
  await until("every event has arrived", 150, async () => run.hook.events.size >= run.eventsInAll);
  told("all events received");
  const messages = await run.messages();
  const sent = messages.filter(({ parentId }) => parentId === null);
  expect(sent).toHaveLength(CONTACTS);
  expect(new Set(sent.map(({ contactId }) => contactId)).size).toBe(CONTACTS);
  const parents = messages.flatMap(({ parentId }) => parentId ?? []);
  const failed = sent.filter(isFollowedUp).map(({ id }) => id);
  told(`${failed.length} failed, ${parents.length} follow-ups`);
  expect(parents.sort()).toEqual(failed.sort());
  expect(messages.filter(({ recipient, history }) => history !== outcomeOf(recipient).history)).toEqual([]);
  const { progress } = await run.campaign();
  expect(progress).toEqual(run.expectedProgress());
  expect((await run.usage()).data).toEqual([
    expect.objectContaining({ total: messages.length, delivered: progress.delivered }),
  ]);
  const sequences = run.hook.sequences();
  const isWhole = ({ id, history }: StoredMessage) => {
    const numbers = sequences.get(id) ?? [];
    const { length } = history.split(",");
    return numbers.length === length && numbers.every((number, index) => number === index + 1);
  };
  expect(messages.filter((message) => !isWhole(message))).toEqual([]);
  expect(run.hook.events.size).toBe(run.eventsInAll);
  expect(run.hook.forged()).toBe(0);
  return messages;
}

describe("a campaign", () => {
  const runs: CampaignRun[] = [];

  afterAll(async () => {
    await Promise.all(runs.map((run) => run.close()));
  });

  const prepare = async (kind: TestDatabase, perSecond: number, workers: number) => {
    const pace = { perSecond, carrierDelayMs: 100 };
    const run = await CampaignRun.prepare(kind, { contacts: CONTACTS, workers, ...pace });
    runs.push(run);
    const started = Date.now();
    const told = (line: string) => {
      const seconds = ((Date.now() - started) / 1_000).toFixed(1);
      process.stdout.write(`campaign on ${kind}, seed ${SEED}, ${seconds} s: ${line}\n`);
    };
    return { run, told, random: seededRandom(SEED) };
  };

  // Both databases at once: most of the time goes to starts and to leases that have to run out.
  it.concurrent.each(databases)(
    "on %s reaches every contact once although its workers, two on PostgreSQL, are killed at 50 random moments",
    async (kind) => {
      const { run, told, random } = await prepare(kind, 500, 2);
      await run.launch();
      const plan = [
        { count: 14, pause: forAWhile(400) },
        { count: 30, pause: forSomeEvents(1 / 12) },
        { count: 6, pause: forAWhile(800), from: allHandedOver },
      ];
      // From the 44th on the campaign is looked at.
      const times = await atMoments(run, random, plan, (kill) => run.killWorker({ withApi: kill >= 44 }));
      told(`killed ${times.length} times`);
      const messages = await expectAllDone(run, told);

      const journal = run.journal();
      const calls = handOvers(journal);
      const decided = decisive(calls, messages);
      // What was handed over more than once was under way when its worker was killed, and nothing else.
      const brokenOff = new Set(decided.flatMap((entries) => entries.slice(0, -1)));
      const ofLife = tally([...brokenOff].map(({ life }) => life));
      told(`moments by phase: ${JSON.stringify(await phasesOf(run, messages, times))}`);
      told(
        `messages by how often they were handed over: ${JSON.stringify(tally(decided.map((c) => c.length)))}`,
      );
      told(
        `calls: ${journal.length}, broken off ${brokenOff.size}, ${CALLS_AT_ONCE * times.length} at the most; ` +
          `kills by calls broken off: ${JSON.stringify(tally(Object.values(ofLife)))}`,
      );
      expect(times).toHaveLength(50);
      expect(decided.filter((entries) => entries.length === 0)).toEqual([]);
      // The carrier's window bounds what is under way at any one moment; most of the time it is far from full.
      expect(Object.values(ofLife).filter((count) => count > DEFAULT_WINDOW)).toEqual([]);
      expect(brokenOff.size).toBeLessThanOrEqual(CALLS_AT_ONCE * times.length);
      const twiceInALife = [...calls.values()].filter(
        (entries) => new Set(entries.map(({ life }) => life)).size < entries.length,
      );
      expect(twiceInALife).toEqual([]);
      await run.close();
    },
    600_000,
  );

  it.each(databases)(
    "on %s reaches every contact with one hand-over although it is stopped and launched again ten times",
    async (kind) => {
      const { run, told, random } = await prepare(kind, 3_000, 2);
      await run.launch();
      const plan = [
        { count: 3, pause: forAWhile(400) },
        { count: 6, pause: forSomeEvents(1 / 3) },
        { count: 1, pause: forAWhile(100), from: mostlyHandedOver },
      ];
      const times = await atMoments(run, random, plan, async () => {
        await run.stop();
        await sleep(200 ** random());
        await run.launch();
      });
      told(`stopped and launched again ${times.length} times`);
      const messages = await expectAllDone(run, told);

      const calls = handOvers(run.journal());
      const attempts = messages.reduce((sum, { recipient }) => sum + outcomeOf(recipient).attempts, 0);
      told(`moments by phase: ${JSON.stringify(await phasesOf(run, messages, times))}`);
      expect(times).toHaveLength(10);
      expect([...calls].filter(([, { length }]) => length !== 1)).toEqual([]);
      expect(calls.size).toBe(attempts);
      expect(decisive(calls, messages).filter(({ length }) => length !== 1)).toEqual([]);
      await run.close();
    },
    600_000,
  );
});
