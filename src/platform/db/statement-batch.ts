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
 * The same within a transaction, which commits later; answers what is asked along with it, in order. On PostgreSQL there
 * may be several round trips where there are many statements. Still none may depend on what another has written, nor touch
 * a row that another does; nor do the questions see any of it.
 */
export async function writeWithin<T = never>(
  trx: Knex,
  statements: readonly (Statement | null)[],
  questions: readonly Question<never, T>[] = [],
): Promise<T[]> {
  const all = statements.filter((statement) => statement !== null);
  const rows =
    dialectOf(trx) === "sqlite"
      ? await writeWithinDirectly(trx, all, questions)
      : await writeInParts(trx, all, questions);
  return questions.map(({ read }, index) => read((rows[index] ?? []) as never[]));
}

async function writeInParts(
  trx: Knex,
  statements: readonly Statement[],
  questions: readonly Statement[],
): Promise<unknown[][]> {
  const [parts, asked] = [[...statements], [...questions]];
  const rows: unknown[][] = [];
  while (parts.length > PARTS) await runAsOne(trx, parts.splice(0, PARTS));
  while (asked.length > 0) rows.push(...(await ask(trx, asked.splice(0, PARTS), parts.splice(0))));
  if (parts.length > 0) await runAsOne(trx, parts);
  return rows;
}

const commonTables = (statements: readonly Statement[]): string =>
  statements.length === 0
    ? ""
    : `with ${statements.map(({ sql }, index) => `w${index} as (${sql})`).join(", ")} `;

const bindingsOf = (statements: readonly Statement[]) => statements.flatMap(({ bindings }) => bindings);

async function runAsOne(db: Knex, statements: readonly Statement[]): Promise<void> {
  const last = statements.at(-1) as Statement;
  await db.raw(`${commonTables(statements.slice(0, -1))}${last.sql}`, bindingsOf(statements));
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
  return ask(db, statements);
}

/** The rows of each of some selects on PostgreSQL, with statements that write as it asks. */
async function ask(
  db: Knex,
  questions: readonly Statement[],
  beside: readonly Statement[] = [],
): Promise<unknown[][]> {
  const columns = questions.map(
    ({ sql }, index) => `(select coalesce(json_agg(q), '[]') from (${sql}) q) as a${index}`,
  );
  const [answers = {}] = await rawRows<Record<string, unknown[]>>(
    db,
    `${commonTables(beside)}select ${columns.join(", ")}`,
    bindingsOf([...beside, ...questions]),
  );
  return questions.map((_, index) => answers[`a${index}`] ?? []);
}
