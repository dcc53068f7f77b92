import type { Columns, ColumnType } from "../bulk";
import { type Db, rawRows } from "../dialect";
import type { SqliteConnection } from "../sqlite-connection";
import { CopyError } from "./copy-error";

/** Tables that are not copied, with the reason. A new table must be on both databases or in this list. */
export const NOT_COPIED: Readonly<Record<string, string>> = {
  knex_migrations: "The migrations write it on each database.",
  knex_migrations_lock: "The migrations write it on each database.",
  schema_compatibility: "The migrations write it on each database.",
  contacts_search: "SQLite's text index. PostgreSQL has an index on contacts.search.",
  membership_ticks: "A sequence on PostgreSQL. The copy sets the sequence to the table's value.",
};

/** Columns that only SQLite has. */
const SQLITE_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  contacts: ["row_id"], // key of the text index
};

const TYPES: ReadonlySet<string> = new Set<ColumnType>([
  "uuid",
  "text",
  "bigint",
  "integer",
  "smallint",
  "boolean",
] as const);

export interface CopiedTable {
  name: string;
  /** Columns with their types on PostgreSQL, in the target's order. */
  columns: Columns;
}

const isCopied = (table: string) => !Object.hasOwn(NOT_COPIED, table);

function sqliteTables(source: SqliteConnection): string[] {
  const rows = source
    .prepare(
      `select name from pragma_table_list where schema = 'main' and type in ('table', 'virtual')
         and name not like 'sqlite\\_%' escape '\\' order by name`,
    )
    .all([]) as { name: string }[];
  return rows.map(({ name }) => name);
}

/** Returns all tables of the current schema, including tables of other programs, but no views. */
async function postgresTables(target: Db): Promise<string[]> {
  const rows = await rawRows<{ name: string }>(
    target,
    `select relname as name from pg_class where relnamespace = current_schema()::regnamespace
       and relkind in ('r', 'p') and not relispartition order by relname`,
  );
  return rows.map(({ name }) => name);
}

function sqliteColumns(source: SqliteConnection, table: string): string[] {
  const rows = source.prepare("select name from pragma_table_info(?)").all([table]) as { name: string }[];
  return rows.map(({ name }) => name).filter((name) => !SQLITE_COLUMNS[table]?.includes(name));
}

async function postgresColumns(target: Db): Promise<Map<string, Map<string, string>>> {
  const rows = await rawRows<{ table: string; column: string; type: string }>(
    target,
    `select table_name as "table", column_name as "column", data_type as type from information_schema.columns
       where table_schema = current_schema() and table_name = any(?) and is_generated = 'NEVER'
       order by table_name, ordinal_position`,
    [await postgresTables(target)],
  );
  const tables = new Map<string, Map<string, string>>();
  for (const { table, column, type } of rows) {
    const columns = tables.get(table) ?? new Map<string, string>();
    tables.set(table, columns.set(column, type));
  }
  return tables;
}

/** Returns the tables to copy. Throws `CopyError` if the schemas differ or a column's type is unsupported. */
export async function tablesToCopy(source: SqliteConnection, target: Db): Promise<CopiedTable[]> {
  const ofTarget = await postgresColumns(target);
  const names = sqliteTables(source).filter(isCopied);
  const missing =
    names.find((name) => !ofTarget.has(name)) ??
    [...ofTarget.keys()].find((name) => isCopied(name) && !names.includes(name));
  if (missing !== undefined) {
    throw new CopyError(`The schemas differ: only one of the databases has the table ${missing}`);
  }
  return names.map((name) => {
    const columns = ofTarget.get(name) ?? new Map<string, string>();
    refuseDifference(name, sqliteColumns(source, name), columns);
    return { name, columns: Object.fromEntries(columns) as Columns };
  });
}

function refuseDifference(
  table: string,
  ofSource: readonly string[],
  ofTarget: ReadonlyMap<string, string>,
): void {
  const different =
    ofSource.find((name) => !ofTarget.has(name)) ??
    [...ofTarget.keys()].find((name) => !ofSource.includes(name));
  if (different !== undefined) {
    throw new CopyError(`The schemas differ: only one of the databases has the column ${table}.${different}`);
  }
  for (const [name, type] of ofTarget) {
    if (!TYPES.has(type))
      throw new CopyError(`The column ${table}.${name} cannot be copied: its type is ${type}`);
  }
}

/** Returns the rows of a PostgreSQL statement in which `??` stands for a name of a table or column. */
export const rowsOfNamed = async <T>(target: Db, sql: string, bindings: readonly string[]): Promise<T[]> =>
  ((await target.raw(sql, bindings)) as { rows: T[] }).rows;

/**
 * Throws `CopyError` if a table of the target has rows, except the tables in `NOT_COPIED`. The error names
 * one table with its number of rows.
 */
export async function refuseRows(target: Db): Promise<void> {
  const names = (await postgresTables(target)).filter(isCopied);
  if (names.length === 0) return;
  const [found] = await rowsOfNamed<{ name: string }>(
    target,
    `${names.map(() => "select ? as name where exists (select 1 from ??)").join(" union all ")} limit 1`,
    names.flatMap((name) => [name, name]),
  );
  if (found === undefined) return;
  const [counted] = await rowsOfNamed<{ rows: number }>(target, "select count(*) as rows from ??", [
    found.name,
  ]);
  const rows = counted?.rows ?? 0;
  throw new CopyError(
    `The target is not empty: the table ${found.name} has ${rows} ${rows === 1 ? "row" : "rows"}. ` +
      "The copy needs an empty database and deletes nothing: create a new one, or drop this one if you do not need it",
  );
}
