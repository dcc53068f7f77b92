import type { Knex } from "knex";
import { errorText } from "../error-text";
import type { Statement } from "./bulk";
import { dialectOf, rawRows } from "./dialect";
import { runOnPostgres } from "./postgres-direct";
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

/** Returns the maximum number of queries that share a round trip. SQLite has no round trips to save. */
export const queriesPerTrip = (db: Knex): number => (dialectOf(db) === "postgres" ? PARTS : 1);

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
  await runOnPostgres(db, `${commonTables(statements.slice(0, -1))}${last.sql}`, bindingsOf(statements));
}

/** Condition of a commit, with the changes and locks that establish it. */
export interface Guard {
  /** Common table expressions for PostgreSQL, such as `held as (…), ended as (…)`. */
  tables: string;
  /** Condition on these tables. */
  holds: string;
  bindings: Statement["bindings"];
  /** Makes the same changes in a transaction. Returns whether the condition holds. */
  apply(trx: Knex): Promise<boolean>;
}

interface LockedRows {
  /** Name of the common table expression. */
  name: string;
  /** Returns a select that locks rows in order, with `gate` as one of its conditions. */
  select(gate: string): string;
  bindings: Statement["bindings"];
  /** Required number of rows; absent if any number of rows is right. */
  rows?: number;
}

/**
 * Returns a guard that also locks rows, after the given guard has locked its rows. The gate makes the order
 * certain: PostgreSQL locks no row of the select before it has evaluated the gate.
 */
export function withLockedRows(guard: Guard, { name, select, bindings, rows }: LockedRows): Guard {
  // PostgreSQL does not run a select that nothing reads, so the condition counts the rows in any case.
  const counted = `(select count(*) from ${name})`;
  return {
    tables: `${guard.tables}, ${name} as materialized (${select(`(${guard.holds})`)})`,
    holds: `${guard.holds} and ${counted} ${rows === undefined ? ">= 0" : `= ${rows}`}`,
    bindings: [...guard.bindings, ...bindings],
    async apply(trx) {
      if (!(await guard.apply(trx))) return false;
      // SQLite has a single writer.
      if (rows === undefined && dialectOf(trx) === "sqlite") return true;
      const found = await rawRows(trx, select("true"), bindings);
      return rows === undefined || found.length === rows;
    },
  };
}

/**
 * Returns the table that contains rows which a guard has locked. On PostgreSQL, the table itself may contain
 * older values of the rows: the snapshot may be older than the lock.
 */
export const lockedSource = (db: Knex, { name, table }: { name: string; table: string }): string =>
  dialectOf(db) === "postgres" ? name : table;

class GuardFailed extends Error {
  constructor() {
    super("the condition of a guarded commit does not hold");
  }
}

type Statements = readonly (Statement | null)[];

/**
 * Statements of a guarded commit, or a function that returns them. `passed` is an SQL condition. A statement
 * with this condition runs after all changes and locks of the guard; the order is otherwise undefined.
 */
export type GuardedStatements = Statements | ((passed: string) => Statements);

const statementsOf = (statements: GuardedStatements, passed: string): Statement[] =>
  (typeof statements === "function" ? statements(passed) : statements).filter(
    (statement) => statement !== null,
  );

const PASSED = "(select passed from guard)";

/**
 * Commits a guard's changes and the statements, on PostgreSQL in one round trip for up to `PARTS` statements.
 * Returns false, and writes nothing, if the guard's condition does not hold. The limits of `commitStatements`
 * apply.
 */
export async function commitGuarded(db: Knex, guard: Guard, statements: GuardedStatements): Promise<boolean> {
  const beside = dialectOf(db) === "postgres" ? statementsOf(statements, PASSED) : null;
  const rows =
    beside && beside.length <= PARTS
      ? commitBeside(db, guard, beside, null)
      : commitInTransaction(db, guard, statementsOf(statements, "true"), null);
  return (await ifPassed(rows)) !== null;
}

/**
 * Commits like `commitGuarded`, and returns the rows of `returning`, a writing statement with a `returning`
 * clause. Returns null if the guard's condition does not hold. On PostgreSQL the statements can read the
 * tables of the guard.
 */
export async function takeGuarded<Row>(
  db: Knex,
  guard: Guard,
  statements: (passed: string) => Statements,
  returning: (passed: string) => Statement,
): Promise<Row[] | null> {
  const rows =
    dialectOf(db) === "postgres"
      ? commitBeside(db, guard, statementsOf(statements, PASSED), returning(PASSED))
      : commitInTransaction(db, guard, statementsOf(statements, "true"), returning("true"));
  return (await ifPassed(rows)) as Row[] | null;
}

async function ifPassed(rows: Promise<unknown[]>): Promise<unknown[] | null> {
  try {
    return await rows;
  } catch (error) {
    if (error instanceof GuardFailed) return null;
    throw error;
  }
}

const commitInTransaction = (
  db: Knex,
  guard: Guard,
  all: readonly Statement[],
  returning: Statement | null,
): Promise<unknown[]> =>
  db.transaction(async (trx) => {
    if (!(await guard.apply(trx))) throw new GuardFailed();
    const rows = returning ? await rawRows(trx, returning.sql, returning.bindings) : [];
    await runStatements(trx, all);
    return rows;
  });

async function commitBeside(
  db: Knex,
  { tables, holds, bindings }: Guard,
  all: readonly Statement[],
  returning: Statement | null,
): Promise<unknown[]> {
  const { message } = new GuardFailed();
  const parts = [tables, `guard as materialized (select ${holds} as passed)`, ...tablesOf(all)];
  if (returning) parts.push(`taken as (${returning.sql})`);
  // The failed cast rolls back all parts. PostgreSQL would cast a constant before it runs the parts.
  const check = `cast(case when guard.passed then '1' else '${message}' end as integer) as passed`;
  const sql = `with ${parts.join(", ")} select ${check} ${returning ? ", taken.*" : ""}
    from guard ${returning ? "left join (select true as is_taken, * from taken) as taken on true" : ""}`;
  const given = [...bindings, ...bindingsOf(all), ...(returning?.bindings ?? [])];
  try {
    const rows = await rawRows<{ is_taken?: boolean | null }>(db, sql, given);
    return rows.filter(({ is_taken }) => is_taken);
  } catch (error) {
    throw errorText(error).includes(message) ? new GuardFailed() : error;
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
