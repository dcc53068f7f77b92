import type { Knex } from "knex";
import type { Statement } from "./bulk";
import { dialectOf, rawRows } from "./dialect";
import { runDirectly, selectDirectly, writeDirectly } from "./sqlite-direct";

// Runs several statements in one round trip on PostgreSQL. SQLite has no round trips.

/** A select, and the function that reads its rows of texts, numbers and booleans. */
export interface Query<Row, T> extends Statement {
  read(rows: Row[]): T;
}

/** Queries with different result types. Null stands for a query that is not needed. */
type Queries = readonly (Query<never, unknown> | null)[];
type Results<Q extends Queries> = {
  -readonly [K in keyof Q]: Q[K] extends Query<never, infer T>
    ? T
    : Q[K] extends Query<never, infer T> | null
      ? T | null
      : never;
};

/** Total length of texts, in characters, above which SQLite yields to the event loop after each statement. */
const LONG_BINDINGS = 64 * 1024;

const isLong = (statements: readonly Statement[]): boolean =>
  statements.reduce(
    (total, { bindings }) =>
      total + bindings.reduce<number>((sum, one) => sum + (typeof one === "string" ? one.length : 0), 0),
    0,
  ) > LONG_BINDINGS;

/**
 * Runs writing statements in one transaction, on PostgreSQL as one statement in one round trip. No statement
 * may depend on changes that another statement makes.
 */
export async function commitStatements(db: Knex, statements: readonly (Statement | null)[]): Promise<void> {
  const all = statements.filter((statement) => statement !== null);
  if (all.length === 0) return;
  if (dialectOf(db) === "postgres") await runAsOne(db, all);
  else if (isLong(all)) await db.transaction((trx) => runStatements(trx, all));
  else await writeDirectly(db, all);
}

/**
 * Maximum writes, and maximum queries, that `runInParts` combines, because PostgreSQL plans all of them
 * first.
 */
const PARTS = 16;

/**
 * Runs writing statements in the caller's transaction, and returns the results of the queries in order. Two
 * statements must not change the same row. Neither a statement nor a query may depend on another statement's
 * changes.
 */
export async function runStatements<T = never>(
  trx: Knex,
  statements: readonly (Statement | null)[],
  queries: readonly Query<never, T>[] = [],
): Promise<T[]> {
  const all = statements.filter((statement) => statement !== null);
  if (all.length + queries.length === 0) return [];
  const rows =
    dialectOf(trx) === "sqlite"
      ? await runDirectly(trx, all, queries, { yields: isLong(all) })
      : await runInParts(trx, all, queries);
  return queries.map(({ read }, index) => read((rows[index] ?? []) as never[]));
}

async function runInParts(
  trx: Knex,
  statements: readonly Statement[],
  queries: readonly Statement[],
): Promise<unknown[][]> {
  const [parts, selects] = [[...statements], [...queries]];
  const rows: unknown[][] = [];
  while (parts.length > PARTS) await runAsOne(trx, parts.splice(0, PARTS));
  while (selects.length > 0) {
    rows.push(...(await selectBeside(trx, selects.splice(0, PARTS), parts.splice(0))));
  }
  if (parts.length > 0) await runAsOne(trx, parts);
  return rows;
}

export async function runQuery<Row, T>(db: Knex, { sql, bindings, read }: Query<Row, T>): Promise<T> {
  return read(await rawRows<Row>(db, sql, bindings));
}

/** Runs queries outside of a transaction, on PostgreSQL in one round trip. */
export async function runQueries<const Q extends Queries>(db: Knex, queries: Q): Promise<Results<Q>> {
  const needed = queries.filter((query) => query !== null);
  const rows = await rowsOf(db, needed);
  const results = needed.map(({ read }, index) => read((rows[index] ?? []) as never[]));
  return queries.map((query) => query && results.shift()) as Results<Q>;
}

async function rowsOf(db: Knex, statements: readonly Statement[]): Promise<unknown[][]> {
  if (dialectOf(db) === "sqlite") return selectDirectly(db, statements);
  const [first, ...more] = statements;
  if (first && more.length === 0) return [await rawRows(db, first.sql, first.bindings)];
  return selectBeside(db, statements);
}

const tablesOf = (statements: readonly Statement[]): string[] =>
  statements.map(({ sql }, index) => `w${index} as (${sql})`);

const commonTables = (statements: readonly Statement[]): string =>
  statements.length === 0 ? "" : `with ${tablesOf(statements).join(", ")} `;

const bindingsOf = (statements: readonly Statement[]) => statements.flatMap(({ bindings }) => bindings);

async function runAsOne(db: Knex, statements: readonly Statement[]): Promise<void> {
  const last = statements.at(-1) as Statement;
  await db.raw(`${commonTables(statements.slice(0, -1))}${last.sql}`, bindingsOf(statements));
}

/** Condition of a commit, with the changes that establish it. */
interface Guard {
  /** Common table expressions for PostgreSQL, such as `held as (…), ended as (…)`. */
  tables: string;
  /** Condition on these tables. */
  holds: string;
  bindings: Statement["bindings"];
  /** Makes the same changes in a transaction. Returns whether the condition holds. */
  apply(trx: Knex): Promise<boolean>;
}

class GuardFailed extends Error {
  constructor() {
    super("the condition of a guarded commit does not hold");
  }
}

/**
 * Commits a guard's changes and the statements, on PostgreSQL in one round trip for up to `PARTS` statements.
 * Returns false, and writes nothing, if the guard's condition does not hold. The limits of `commitStatements`
 * apply.
 */
export async function commitGuarded(
  db: Knex,
  guard: Guard,
  statements: readonly (Statement | null)[],
): Promise<boolean> {
  const all = statements.filter((statement) => statement !== null);
  try {
    if (dialectOf(db) === "postgres" && all.length <= PARTS) await commitBeside(db, guard, all);
    else {
      await db.transaction(async (trx) => {
        if (!(await guard.apply(trx))) throw new GuardFailed();
        await runStatements(trx, all);
      });
    }
    return true;
  } catch (error) {
    if (error instanceof GuardFailed) return false;
    throw error;
  }
}

async function commitBeside(db: Knex, { tables, holds, bindings }: Guard, all: Statement[]): Promise<void> {
  const { message } = new GuardFailed();
  // The failed cast rolls back all parts. PostgreSQL would cast a constant before it runs the parts.
  const check = `select cast(case when ${holds} then '1' else '${message}' end as integer)`;
  const sql = `with ${[tables, ...tablesOf(all)].join(", ")} ${check}`;
  try {
    await db.raw(sql, [...bindings, ...bindingsOf(all)]);
  } catch (error) {
    throw error instanceof Error && error.message.includes(`"${message}"`) ? new GuardFailed() : error;
  }
}

/** Returns the rows of selects on PostgreSQL. Runs the statements `beside` in the same round trip. */
async function selectBeside(
  db: Knex,
  selects: readonly Statement[],
  beside: readonly Statement[] = [],
): Promise<unknown[][]> {
  const columns = selects.map(
    ({ sql }, index) => `(select coalesce(json_agg(q), '[]') from (${sql}) q) as a${index}`,
  );
  const [results = {}] = await rawRows<Record<string, unknown[]>>(
    db,
    `${commonTables(beside)}select ${columns.join(", ")}`,
    bindingsOf([...beside, ...selects]),
  );
  return selects.map((_, index) => results[`a${index}`] ?? []);
}
