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

/** RECADO_TEST_KILLS=50 kills more often, in a campaign to 20,000 contacts. */
const KILLS = Number(process.env.RECADO_TEST_KILLS ?? 20);
const CONTACTS = 400 * KILLS;
/** Kills from the launch on. */
const EARLY_KILLS = Math.round(0.28 * KILLS);
/** Kills after all messages were submitted. */
const LATE_KILLS = Math.round(0.12 * KILLS);
const MIDDLE_KILLS = KILLS - EARLY_KILLS - LATE_KILLS;
/**
 * Maximum average of carrier calls in flight of a process. With this rate and delay, the average on a quiet
 * machine is 3.
 */
const CALLS_IN_FLIGHT = 10;
/** RECADO_TEST_SEED repeats the random moments of an earlier run. */
const SEED = Number(process.env.RECADO_TEST_SEED ?? randomInt(2 ** 31));

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits a random part of a time or of the campaign's progress. */
type Pause = (run: CampaignRun, random: () => number) => Promise<unknown>;

/** Waits 1 ms to `longestMs`, with a uniformly distributed logarithm. */
const forAWhile =
  (longestMs: number): Pause =>
  (_, random) =>
    sleep(longestMs ** random());

/** Waits until up to this share of the missing events has arrived, or for 3 s. */
const forSomeEvents =
  (share: number): Pause =>
  async ({ hook, eventsInAll }, random) => {
    const enough = hook.events.size + random() * share * (eventsInAll - hook.events.size);
    const deadline = Date.now() + 3_000;
    while (hook.events.size < enough && Date.now() < deadline) await sleep(2);
  };

interface Moments {
  count: number;
  /** Runs before each moment. */
  pause: Pause;
  /** Condition of the first moment. */
  from?: (campaign: Campaign) => boolean;
}

const allSubmitted = ({ progress: { total, pending } }: Campaign) => total === CONTACTS && pending === 0;
const mostlySubmitted = ({ progress: { total, pending } }: Campaign) =>
  total === CONTACTS && pending < CONTACTS / 8;

/** Acts at random moments of the campaign and returns their times. */
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

async function phasesOf(
  run: CampaignRun,
  messages: readonly StoredMessage[],
  times: readonly number[],
): Promise<Record<string, number>> {
  const created = Math.max(
    ...messages.flatMap(({ parentId, createdAt }) => (parentId === null ? createdAt : [])),
  );
  const submitted = Math.max(...run.journal().map(({ at }) => at));
  // `completed_at` has whole seconds.
  const completed = Date.parse((await run.campaign()).completed_at ?? "") + 999;
  const phaseAt = (time: number) => {
    if (time <= created) return "expansion";
    if (time <= submitted) return "submission";
    return time <= completed ? "completion" : "events";
  };
  return tally(times.map(phaseAt));
}

/** Returns the carrier calls that submitted each message, by message and attempt. */
function callsByAttempt(journal: readonly JournalEntry[]): Map<string, JournalEntry[]> {
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

/** Returns the calls of each message's last attempt, which decided its outcome. */
function lastAttempts(
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
 * Waits for the end of the campaign. Expects one message for each contact and one follow-up for each failed
 * message, with their history, counts and events.
 */
async function expectAllDone(run: CampaignRun, report: (line: string) => void): Promise<StoredMessage[]> {
  await until("the campaign is completed", 150, async () => (await run.campaign()).status === "completed");
  report("completed");
  await until("every event has arrived", 150, async () => run.hook.events.size >= run.eventsInAll);
  report("all events received");
  const messages = await run.messages();
  const sent = messages.filter(({ parentId }) => parentId === null);
  expect(sent).toHaveLength(CONTACTS);
  expect(new Set(sent.map(({ contactId }) => contactId)).size).toBe(CONTACTS);
  const parents = messages.flatMap(({ parentId }) => parentId ?? []);
  const failed = sent.filter(isFollowedUp).map(({ id }) => id);
  report(`${failed.length} failed, ${parents.length} follow-ups`);
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
    const report = (line: string) => {
      const seconds = ((Date.now() - started) / 1_000).toFixed(1);
      process.stdout.write(`campaign on ${kind}, seed ${SEED}, ${seconds} s: ${line}\n`);
    };
    return { run, report, random: seededRandom(SEED) };
  };

  // Both databases run concurrently: most of the time is spent on starts and expiring leases.
  it.concurrent.each(databases)(
    `reaches every contact once on %s while its workers are killed at ${KILLS} random moments`,
    async (kind) => {
      const { run, report, random } = await prepare(kind, 500, 2);
      await run.launch();
      const plan = [
        { count: EARLY_KILLS, pause: forAWhile(400) },
        { count: MIDDLE_KILLS, pause: forSomeEvents(2.5 / MIDDLE_KILLS) },
        { count: LATE_KILLS, pause: forAWhile(800), from: allSubmitted },
      ];
      // The last process that starts before the late kills serves the API, because the test then reads the
      // campaign.
      const times = await atMoments(run, random, plan, (kill) =>
        run.killWorker({ withApi: kill >= KILLS - LATE_KILLS }),
      );
      report(`killed ${times.length} times`);
      const messages = await expectAllDone(run, report);

      const journal = run.journal();
      const calls = callsByAttempt(journal);
      const decided = lastAttempts(calls, messages);
      // Messages submitted more than once were in flight when their worker was killed.
      const interrupted = new Set(decided.flatMap((entries) => entries.slice(0, -1)));
      const ofLife = tally([...interrupted].map(({ life }) => life));
      report(`moments by phase: ${JSON.stringify(await phasesOf(run, messages, times))}`);
      report(`messages by number of submissions: ${JSON.stringify(tally(decided.map((c) => c.length)))}`);
      report(
        `calls: ${journal.length}, interrupted ${interrupted.size}, ${CALLS_IN_FLIGHT * times.length} at the most; ` +
          `kills by interrupted calls: ${JSON.stringify(tally(Object.values(ofLife)))}`,
      );
      expect(times).toHaveLength(KILLS);
      expect(decided.filter((entries) => entries.length === 0)).toEqual([]);
      // The carrier's window bounds the calls in flight; it is rarely full.
      expect(Object.values(ofLife).filter((count) => count > DEFAULT_WINDOW)).toEqual([]);
      expect(interrupted.size).toBeLessThanOrEqual(CALLS_IN_FLIGHT * times.length);
      const twiceInALife = [...calls.values()].filter(
        (entries) => new Set(entries.map(({ life }) => life)).size < entries.length,
      );
      expect(twiceInALife).toEqual([]);
      await run.close();
    },
    600_000,
  );

  it.each(databases)(
    "submits to every contact once on %s while it is stopped and launched again ten times",
    async (kind) => {
      const { run, report, random } = await prepare(kind, 3_000, 2);
      await run.launch();
      const plan = [
        { count: 3, pause: forAWhile(400) },
        { count: 6, pause: forSomeEvents(1 / 3) },
        { count: 1, pause: forAWhile(100), from: mostlySubmitted },
      ];
      const times = await atMoments(run, random, plan, async () => {
        await run.stop();
        await sleep(200 ** random());
        await run.launch();
      });
      report(`stopped and launched again ${times.length} times`);
      const messages = await expectAllDone(run, report);

      const calls = callsByAttempt(run.journal());
      const attempts = messages.reduce((sum, { recipient }) => sum + outcomeOf(recipient).attempts, 0);
      report(`moments by phase: ${JSON.stringify(await phasesOf(run, messages, times))}`);
      expect(times).toHaveLength(10);
      expect([...calls].filter(([, { length }]) => length !== 1)).toEqual([]);
      expect(calls.size).toBe(attempts);
      expect(lastAttempts(calls, messages).filter(({ length }) => length !== 1)).toEqual([]);
      await run.close();
    },
    600_000,
  );
});
