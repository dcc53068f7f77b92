// The databases without the service's layers, for baselines: prepared statements of the bare drivers.
import { Client } from "pg";
import { arrayLiteral, type Columns } from "../../src/platform/db/bulk";
import { loadSqlite } from "../../src/platform/db/sqlite-driver";
import { type DatabaseAddress, type DatabaseKind, sqlitePath } from "./databases";

type Value = string | number | null;
export type Row = Record<string, Value>;

/** Writes rows into a table. Each value that all rows share is a constant, written as SQL. */
export interface Insert {
  table: string;
  constants?: Readonly<Record<string, string>>;
  columns: Columns;
  /** Follows the statement: a conflict clause, or `returning id`. */
  tail?: string;
}

/** Changes the rows that the column `id` names, the last column. */
export interface Update {
  table: string;
  constants: Readonly<Record<string, string>>;
  columns: Columns;
  accountId: string;
}

/** A connection of a baseline. */
export interface Bare {
  readonly kind: DatabaseKind;
  /** Runs any statement, and returns its rows. A statement with values is prepared once. */
  run(sql: string, values?: readonly Value[]): Promise<Row[]>;
  /** Returns the first column of what the statement returns. */
  insert(statement: Insert, rows: readonly Row[]): Promise<Value[]>;
  update(statement: Update, rows: readonly Row[]): Promise<void>;
  transaction(work: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

/** Opens the database with the service's settings: every commit reaches the disk. */
export const openBare = (address: DatabaseAddress): Promise<Bare> =>
  address.kind === "sqlite" ? openSqlite(address) : openPostgres(address);

export const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** A few rows go as single values, many as one array a column. */
const FEW_ROWS = 50;

async function openPostgres({ url }: DatabaseAddress): Promise<Bare> {
  const client = new Client({ connectionString: url ?? "" });
  await client.connect();
  const names = new Map<string, string>();
  const nameOf = (text: string) => {
    const name = names.get(text) ?? `bare${names.size}`;
    names.set(text, name);
    return name;
  };
  const write = async (text: string, values: readonly unknown[]) => {
    const query = { name: nameOf(text), text, values: [...values], rowMode: "array" as const };
    return (await client.query<[Value]>(query)).rows.map(([value]) => value);
  };
  const arraysOf = (columns: Columns, rows: readonly Row[]) =>
    Object.keys(columns).map((name) => arrayLiteral(rows.map((row) => row[name] ?? null)));
  return {
    kind: "postgres",
    async run(text, values = []) {
      if (values.length === 0) return (await client.query<Row>(text)).rows;
      return (await client.query<Row>({ name: nameOf(text), text, values: [...values] })).rows;
    },
    insert({ table, constants = {}, columns, tail = "" }, rows) {
      const names = Object.keys(columns);
      const shared = Object.values(constants);
      const into = `insert into ${table} (${[...Object.keys(constants), ...names].join(", ")})`;
      if (rows.length > FEW_ROWS) {
        const select = [...shared, "given.*"].join(", ");
        return write(`${into} select ${select} from ${arraysSql(columns)} ${tail}`, arraysOf(columns, rows));
      }
      const places = rows.map((_, row) => {
        const own = names.map((_, index) => `$${row * names.length + index + 1}`);
        return `(${[...shared, ...own].join(", ")})`;
      });
      const values = rows.flatMap((row) => names.map((name) => row[name] ?? null));
      return write(`${into} values ${places.join(", ")} ${tail}`, values);
    },
    async update({ table, constants, columns, accountId }, rows) {
      const set = [
        ...Object.entries(constants).map(([name, value]) => `${name} = ${value}`),
        ...Object.keys(columns).flatMap((name) => (name === "id" ? [] : [`${name} = given.${name}`])),
      ];
      await write(
        `update ${table} set ${set.join(", ")} from ${arraysSql(columns)}
         where account_id = ${quoted(accountId)}::uuid and ${table}.id = given.id`,
        arraysOf(columns, rows),
      );
    },
    async transaction(work) {
      await client.query("begin");
      await work();
      await client.query("commit");
    },
    close: () => client.end(),
  };
}

const arraysSql = (columns: Columns) => {
  const arrays = Object.values(columns).map((type, index) => `$${index + 1}::${type}[]`);
  return `unnest(${arrays.join(", ")}) as given(${Object.keys(columns).join(", ")})`;
};

async function openSqlite(address: DatabaseAddress): Promise<Bare> {
  const db = new (loadSqlite())(sqlitePath(address));
  const settings = ["journal_mode = WAL", "synchronous = FULL", "cache_size = -65536", "temp_store = MEMORY"];
  for (const setting of settings) db.pragma(setting);
  const statements = new Map<string, ReturnType<typeof db.prepare>>();
  const prepared = (sql: string) => {
    const known = statements.get(sql);
    if (known) return known;
    const statement = db.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  /** Runs the statement for each row, in one commit. */
  const each = (sql: string, names: readonly string[], rows: readonly Row[]): Value[] => {
    const statement = prepared(sql);
    if (statement.reader) statement.pluck();
    const returned: Value[] = [];
    const own = rows.length > 1 && !db.inTransaction;
    if (own) db.exec("begin immediate");
    for (const row of rows) {
      const values = names.map((name) => row[name] ?? null);
      if (statement.reader) returned.push(statement.get(...values) as Value);
      else statement.run(...values);
    }
    if (own) db.exec("commit");
    return returned;
  };
  return {
    kind: "sqlite",
    async run(sql, values = []) {
      const statement = values.length === 0 ? db.prepare(sql) : prepared(sql);
      if (statement.reader) return statement.all(...values) as Row[];
      statement.run(...values);
      return [];
    },
    async insert({ table, constants = {}, columns, tail = "" }, rows) {
      const names = Object.keys(columns);
      const values = [...Object.values(constants), ...names.map(() => "?")];
      const into = `insert into ${table} (${[...Object.keys(constants), ...names].join(", ")})`;
      return each(`${into} values (${values.join(", ")}) ${tail}`, names, rows);
    },
    async update({ table, constants, columns, accountId }, rows) {
      const set = [
        ...Object.entries(constants).map(([name, value]) => `${name} = ${value}`),
        ...Object.keys(columns).flatMap((name) => (name === "id" ? [] : [`${name} = ?`])),
      ];
      const where = `account_id = ${quoted(accountId)} and id = ?`;
      each(`update ${table} set ${set.join(", ")} where ${where}`, Object.keys(columns), rows);
    },
    async transaction(work) {
      db.exec("begin immediate");
      await work();
      db.exec("commit");
    },
    close: async () => void db.close(),
  };
}
