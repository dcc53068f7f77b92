import type { Knex } from "knex";
import type { Statement } from "./bulk";
import { dialectOf, rawRows } from "./dialect";
import { selectDirectly, writeDirectly, writeWithinDirectly } from "./sqlite-direct";

// On PostgreSQL it is the round trips that cost; SQLite has none.

/**
 * Runs writing statements, all or nothing. None sees what another has written: PostgreSQL runs them as one, in one round
 * trip that commits as well.
 */
export async function writeTogether(db: Knex, statements: readonly (Statement | null)[]): Promise<void> {
  const all = statements.filter((statement) => statement !== null);
  if (all.length === 0) return;
  if (dialectOf(db) === "sqlite") {
    await writeDirectly(db, all);
    return;
  }
  await runAsOne(db, all);
}

/** Parts of one statement at most: PostgreSQL plans them all before it runs the first. */
const PARTS = 16;

/**
 * The same within a transaction, which commits later. On PostgreSQL there may be several round trips where there are many
 * statements; still none may depend on what another has written, nor touch a row that another does.
 */
export async function writeWithin(trx: Knex, statements: readonly (Statement | null)[]): Promise<void> {
  const all = statements.filter((statement) => statement !== null);
  if (dialectOf(trx) === "sqlite") return writeWithinDirectly(trx, all);
  for (let start = 0; start < all.length; start += PARTS)
    await runAsOne(trx, all.slice(start, start + PARTS));
}

async function runAsOne(db: Knex, statements: readonly Statement[]): Promise<void> {
  const last = statements.at(-1) as Statement;
  const others = statements.slice(0, -1).map(({ sql }, index) => `w${index} as (${sql})`);
  await db.raw(
    `${others.length > 0 ? `with ${others.join(", ")} ` : ""}${last.sql}`,
    statements.flatMap(({ bindings }) => bindings),
  );
}

/** A select, and what its rows say. Its columns are texts, numbers and booleans. */
export interface Question<Row, T> extends Statement {
  read(rows: Row[]): T;
}

/** Each knows its own rows. */
type Questions = Readonly<Record<string, Question<never, unknown>>>;
type Answers<Q extends Questions> = { [K in keyof Q]: ReturnType<Q[K]["read"]> };

/** Asks several things at once, outside of any transaction: on PostgreSQL in one round trip. */
export async function askTogether<Q extends Questions>(db: Knex, questions: Q): Promise<Answers<Q>> {
  const entries = Object.entries(questions);
  const rows = await rowsOf(
    db,
    entries.map(([, question]) => question),
  );
  return Object.fromEntries(
    entries.map(([name, { read }], index) => [name, read((rows[index] ?? []) as never[])]),
  ) as Answers<Q>;
}

async function rowsOf(db: Knex, statements: readonly Statement[]): Promise<unknown[][]> {
  if (dialectOf(db) === "sqlite") return selectDirectly(db, statements);
  const [first, ...more] = statements;
  if (first && more.length === 0) return [await rawRows(db, first.sql, first.bindings)];
  const columns = statements.map(
    ({ sql }, index) => `(select coalesce(json_agg(q), '[]') from (${sql}) q) as a${index}`,
  );
  const [answers = {}] = await rawRows<Record<string, unknown[]>>(
    db,
    `select ${columns.join(", ")}`,
    statements.flatMap(({ bindings }) => bindings),
  );
  return statements.map((_, index) => answers[`a${index}`] ?? []);
}
