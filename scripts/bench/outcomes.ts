// Reads the final states of messages from the database and checks that the service has done the work.
import type { Knex } from "knex";
import { dialectOf, rawRows } from "../../src/platform/db/dialect";
import { assertEqual } from "./run";
import { SUPPRESSED_EACH } from "./seed";

export interface Outcome {
  createdAt: number;
  /** Time of the final status. Null while the message is pending or sent. */
  finalAt: number | null;
  /** Statuses in the order in which the message entered them, separated by spaces. */
  path: string;
}

const CHUNK = 5_000;
const OPEN: ReadonlySet<string> = new Set(["pending", "sent"]);
export const DELIVERED = "pending sent delivered";

interface MessageRow {
  id: string;
  status: string;
  history: string;
  created_at: number | string;
  updated_at: number | string;
}

function toOutcome({ status, history, created_at, updated_at }: MessageRow): Outcome {
  const entries = JSON.parse(history) as [status: string, at: number][];
  const entered = Math.max(...entries.map(([, at]) => at), Number(updated_at));
  const path = entries.map(([one]) => one);
  if (path.at(-1) !== status) path.push(`but ${status}`);
  return {
    createdAt: Number(created_at),
    finalAt: OPEN.has(status) ? null : entered,
    path: path.join(" "),
  };
}

/** Yields the rows of a table in chunks, in the order of their ids. */
export async function* chunksOf<T extends { id: string }>(
  query: () => Knex.QueryBuilder,
  size = CHUNK,
  id = "id",
): AsyncGenerator<T[]> {
  for (let after = ""; ;) {
    const chunk = query().orderBy(id).limit(size);
    const rows = (await (after === "" ? chunk : chunk.where(id, ">", after))) as T[];
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = last.id;
  }
}

export async function outcomesOf(db: Knex, accountId: string): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const query = () =>
    db("messages")
      .select("id", "status", "history", "created_at", "updated_at")
      .where({ account_id: accountId });
  for await (const rows of chunksOf<MessageRow>(query)) for (const row of rows) outcomes.push(toOutcome(row));
  return outcomes;
}

/** Returns the number of occurrences of each key, sorted by key. */
export function tally(keys: Iterable<string>): Record<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return Object.fromEntries([...counts].sort());
}

export const byPath = (outcomes: readonly Outcome[]) => tally(outcomes.map(({ path }) => path));

/**
 * Returns the expected number of messages by `Outcome.path`. `reached` is the path of every message that is
 * not suppressed.
 */
export function campaignPaths(contacts: number, reached = DELIVERED): Record<string, number> {
  const blocked = Math.ceil(contacts / SUPPRESSED_EACH);
  return { blocked, [reached]: contacts - blocked };
}

/** Returns each message's milliseconds until its final status, or its age if the status is not final. */
export const finalAfter = (outcomes: readonly Outcome[], givenUpAt: number): number[] =>
  outcomes.map(({ createdAt, finalAt }) => (finalAt ?? Math.max(givenUpAt, createdAt)) - createdAt);

/** Returns sums by name. The query must return `name` and `total`. Omits sums of zero. */
export async function sums(db: Knex, sql: string): Promise<Record<string, number>> {
  const rows = await rawRows<{ name: string; total: number | string }>(db, sql, []);
  const totals = rows.map(({ name, total }) => [name, Number(total)] as const);
  return Object.fromEntries(totals.filter(([, total]) => total !== 0).sort());
}

export const rowsBy = (db: Knex, table: string, column = "status"): Promise<Record<string, number>> =>
  sums(db, `select ${column} as name, count(*) as total from ${table} group by ${column}`);

/** Returns the counted messages by status, including changes that are not yet rolled up. */
export const countedByStatus = (db: Knex): Promise<Record<string, number>> =>
  sums(
    db,
    `select status as name, sum(messages) as total
     from (select status, messages from message_counts union all select status, messages from message_totals) as c
     group by status`,
  );

export async function assertCreated(db: Knex, messages: number, blocked: number): Promise<void> {
  const pending = messages - blocked;
  const expected = blocked === 0 ? { pending } : { blocked, pending };
  assertEqual("messages by status", await rowsBy(db, "messages"), expected);
  assertEqual("counts by status", await countedByStatus(db), expected);
  const weights =
    "select kind as name, sum(weight) as total from jobs where kind = 'submission' group by kind";
  assertEqual("messages in jobs", await sums(db, weights), { submission: pending });
  const covered = await sums(
    db,
    `select 'covered' as name, count(*) as total from jobs j
     join messages m on m.account_id = j.account_id and m.batch_id = j.id and m.status = 'pending'
     where j.kind = 'submission'`,
  );
  assertEqual("messages covered by the job that they name", covered, { covered: pending });
  const unrendered = "content is null or content like '%{{%'";
  assertEqual(
    "messages without text",
    await sums(db, `select 'unrendered' as name, count(*) as total from messages where ${unrendered}`),
    {},
  );
}

export async function assertReached(db: Knex, campaignId: string, contacts: number): Promise<void> {
  const reached = await db("messages")
    .where({ campaign_id: campaignId })
    .countDistinct({ total: "contact_id" });
  assertEqual("contacts with a message", Number(reached[0]?.total), contacts);
}

/** Deletes all messages, jobs and counts. Shrinks the tables (PostgreSQL) or the write-ahead log (SQLite). */
export async function clearMessages(db: Knex): Promise<void> {
  const tables = ["messages", "jobs", "message_counts", "message_totals"];
  if (dialectOf(db) === "postgres") {
    await db.raw(`truncate ${tables.join(", ")}`);
    return;
  }
  await db.transaction(async (trx) => {
    for (const table of tables) await trx(table).delete();
  });
  await db.raw("pragma wal_checkpoint(truncate)");
}
