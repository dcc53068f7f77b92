import { setTimeout as pause } from "node:timers/promises";
import type { Knex } from "knex";
import { countMessages, countsByPeriod, LAST_PERIOD } from "../../../src/features/messages/counts.store";
import type { MessageStatus } from "../../../src/features/messages/message";
import { retentionSteps } from "../../../src/features/retention/retention";
import { sumUsage } from "../../../src/features/usage/usage.store";
import { startCheckpoints } from "../../../src/platform/db/checkpoints";
import { dialectOf, rawRows } from "../../../src/platform/db/dialect";
import { DAY, type Instant, MINUTE, SECOND, systemClock } from "../../../src/platform/time";
import { type DatabaseAddress, sqlitePath } from "../databases";
import { until } from "../deployment";
import { rowsBy } from "../outcomes";
import { assertEqual, benchmark, type Run } from "../run";
import { seedTenant } from "../seed";
import { PRICE, seedOldMessages } from "../seed-history";

const MONTHS = 12;
const MONTH = 30 * DAY;
const YEAR_MESSAGES = { quick: 120_000, usual: 1_000_000, million: 10_000_000 };
const SETTINGS = {
  retainMessagesDays: 90,
  retainInboundDays: 90,
  retainContentDays: 0,
  retainEventsDays: 30,
  submissionTimeoutSeconds: DAY / SECOND,
  deliveryReportTimeoutSeconds: (3 * DAY) / SECOND,
};
/** Retention in months, and index of the first month at whose end messages are deleted. */
const FIRST_PURGED = 3;
/** Index of the first month whose messages take the space of deleted messages. */
const FIRST_REUSING = FIRST_PURGED + 1;
/** Interval of the checks whether SQLite still releases pages, in milliseconds. */
const RELEASE_POLL_MS = 1_000;

/** Measures the size of the database over a simulated year with retention, and checks lists and usage. */
export const bench = benchmark(["retention"], String, benchYear);

async function benchYear(run: Run): Promise<void> {
  const messages = run.pick(YEAR_MESSAGES);
  const monthly = Math.floor(messages / MONTHS);
  const address = await run.database();
  const db = run.open(address);
  const { accountId, key } = await seedTenant(db);
  const stopCheckpoints = releaseFreePages(address);
  const begin = systemClock.now() - MONTHS * MONTH;
  const sizes: number[] = [];
  const deleted = { rows: 0, seconds: 0 };
  for (let month = 0; month < MONTHS; month += 1) {
    const period = { from: begin + month * MONTH, until: begin + (month + 1) * MONTH };
    await seedOldMessages(db, accountId, { count: monthly, ...period });
    const started = performance.now();
    deleted.rows += await applyRetention(db, period.until);
    deleted.seconds += (performance.now() - started) / 1_000;
    const kept = Math.min(month + 1, FIRST_PURGED) * monthly;
    await assertTotals(db, accountId, { inserted: (month + 1) * monthly, kept });
    sizes.push(await sizeOf(db));
    run.say(
      `month ${month + 1}: ${Math.round((sizes.at(-1) ?? NaN) / 1e6)} MB, ${deleted.rows} rows deleted`,
    );
  }
  await stopCheckpoints();
  const api = (await run.deploy(address, { workers: 0 })).api(key);
  assertEqual("the total of the list", await api.total("/messages?limit=1"), FIRST_PURGED * monthly);
  const later = sizes
    .slice(FIRST_REUSING)
    .map((size) => ({ ours: size / 1e6, floor: (sizes[FIRST_REUSING] ?? NaN) / 1e6 }));
  const bench = `${run.name}, size after each later month`;
  run.report({ bench, n: messages, unit: "MB", aim: { atMost: 1.05 } }, later);
  run.say(`${Math.round(deleted.rows / deleted.seconds)} rows/s deleted without pauses`);
}

/** Releases free pages at intervals, as the service does. Returns a function that stops the releases. */
function releaseFreePages(address: DatabaseAddress): () => Promise<void> {
  if (address.kind === "postgres") return async () => {};
  const onState = (failure: Error | null) => {
    if (failure) throw failure;
  };
  const checkpoints = startCheckpoints({ file: sqlitePath(address), truncateEveryMs: MINUTE, onState });
  return () => checkpoints.stop();
}

/** Runs the steps of the retention job without its pauses. Returns the number of deleted messages. */
async function applyRetention(db: Knex, now: Instant): Promise<number> {
  let deleted = 0;
  const failed = (error: unknown) => {
    throw error;
  };
  const storage = { remove: async () => {} };
  const deps = { db, clock: { now: () => now }, config: SETTINGS, storage, failed };
  for await (const { rows } of retentionSteps(deps)) deleted += rows;
  return deleted;
}

async function assertTotals(
  db: Knex,
  accountId: string,
  { inserted, kept }: { inserted: number; kept: number },
): Promise<void> {
  const stored = await rowsBy(db, "messages");
  const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0);
  assertEqual("stored messages", sum(Object.values(stored)), kept);
  for (const [status, total] of Object.entries(stored)) {
    const listed = await countMessages(db, accountId, { statuses: [status as MessageStatus] });
    assertEqual(`the list total of ${status}`, listed, total);
  }
  for (const period of ["day", "hour"] as const) {
    const counts = await countsByPeriod(db, accountId, {}, period, [0, LAST_PERIOD]);
    assertEqual(`the sum by ${period}`, sum(counts.map(({ messages }) => messages)), kept);
  }
  const usage = await sumUsage(db, accountId, "day", {});
  assertEqual("messages of the usage", sum(usage.map(({ messages }) => messages)), inserted);
  assertEqual("price of the usage", sum(usage.map(({ price }) => price)), inserted * PRICE);
}

/** Returns the size of the database in bytes, after free space was released. */
async function sizeOf(db: Knex): Promise<number> {
  if (dialectOf(db) === "postgres") {
    await db.raw("vacuum");
    const [row] = await rawRows<{ size: number }>(
      db,
      "select pg_database_size(current_database()) as size",
      [],
    );
    return Number(row?.size);
  }
  const pragma = async (name: string) => {
    const [row] = await rawRows<Record<string, number>>(db, `pragma ${name}`, []);
    return Number(row?.[name]);
  };
  let previous = NaN;
  await until("release of free pages", async () => {
    const pages = await pragma("page_count");
    const isReleased = pages === previous;
    previous = pages;
    await pause(RELEASE_POLL_MS);
    return isReleased;
  });
  return (await pragma("page_count")) * (await pragma("page_size"));
}
