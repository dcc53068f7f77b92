// Database access for baselines, without the service's layers. Uses prepared statements of the drivers.
import { Client } from "pg";
import { arrayLiteral, type Columns } from "../../src/platform/db/bulk";
import { loadSqlite } from "../../src/platform/db/sqlite-driver";
import { type DatabaseAddress, sqlitePath } from "./databases";

type Value = string | number | null;
export type Row = Record<string, Value>;

/** An insert statement. `constants` holds SQL of values that all rows share. */
export interface Insert {
  table: string;
  constants?: Readonly<Record<string, string>>;
  columns: Columns;
  /** End of the statement, such as a conflict clause or `returning id`. */
  tail?: string;
}

/** An update by `id`, which must be the last of `columns`. */
export interface Update extends Omit<Insert, "tail"> {
  /** Value of `account_id`, if the table's key includes it. */
  accountId?: string;
}

/** A database connection. Each write commits by itself, except within `transaction`. */
export interface Bare {
  place(index: number): string;
  /** Runs a statement and returns its rows. A statement with values is prepared only once. */
  run(sql: string, values?: readonly Value[]): Promise<Row[]>;
  /** Inserts rows and returns the first column of the returned rows. */
  insert(statement: Insert, rows: readonly Row[]): Promise<Value[]>;
  update(statement: Update, rows: readonly Row[]): Promise<void>;
  transaction(work: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

/** Opens the database without the service's layers. On SQLite, every commit is flushed to disk. */
export const openBare = (address: DatabaseAddress): Promise<Bare> =>
  address.kind === "sqlite" ? openSqlite(address) : openPostgres(address);

/** Number of writers. With two, PostgreSQL and this process work in parallel. SQLite has one writer. */
const WRITERS = { postgres: 2, sqlite: 1 };

export const openAll = (address: DatabaseAddress, length = WRITERS[address.kind]): Promise<Bare[]> =>
  Promise.all(Array.from({ length }, () => openBare(address)));

export const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

const into = ({ table, constants = {}, columns }: Insert) =>
  `insert into ${table} (${[...Object.keys(constants), ...Object.keys(columns)].join(", ")})`;

/** Returns an update statement up to its `set` list. `valueOf` returns the SQL of a column's new value. */
function setting({ table, constants = {}, columns }: Update, valueOf: (name: string) => string): string {
  const shared = Object.entries(constants).map(([name, value]) => `${name} = ${value}`);
  const own = Object.keys(columns).filter((name) => name !== "id");
  return `update ${table} set ${[...shared, ...own.map((name) => `${name} = ${valueOf(name)}`)].join(", ")}`;
}

const ofAccount = (accountId: string | undefined) =>
  accountId === undefined ? "" : `account_id = ${quoted(accountId)} and`;

const valuesOf = (columns: Columns, row: Row) => Object.keys(columns).map((name) => row[name] ?? null);

/** Maximum rows of an insert with a parameter for each value. Larger inserts pass one array per column. */
const FEW_ROWS = 50;

async function openPostgres({ url }: DatabaseAddress): Promise<Bare> {
  const client = new Client({ connectionString: url ?? "" });
  await client.connect();
  const names = new Map<string, string>();
  const run = async (text: string, values: readonly unknown[] = []) => {
    if (values.length === 0) return (await client.query<Row>(text)).rows;
    const name = names.get(text) ?? `bare${names.size}`;
    names.set(text, name);
    return (await client.query<Row>({ name, text, values: [...values] })).rows;
  };
  const given = (columns: Columns) => {
    const arrays = Object.values(columns).map((type, index) => `$${index + 1}::${type}[]`);
    return `unnest(${arrays.join(", ")}) as given(${Object.keys(columns).join(", ")})`;
  };
  const arraysOf = (columns: Columns, rows: readonly Row[]) =>
    Object.keys(columns).map((name) => arrayLiteral(rows.map((row) => row[name] ?? null)));
  return {
    place: (index) => `$${index}`,
    run,
    async insert(statement, rows) {
      const { constants = {}, columns, tail = "" } = statement;
      const shared = Object.values(constants);
      let source = `select ${[...shared, "given.*"].join(", ")} from ${given(columns)}`;
      let values: Value[] = [];
      if (rows.length > FEW_ROWS) values = arraysOf(columns, rows);
      else {
        const width = Object.keys(columns).length;
        const own = (row: number) =>
          Array.from({ length: width }, (_, index) => `$${row * width + index + 1}`);
        source = `values ${rows.map((_, row) => `(${[...shared, ...own(row)].join(", ")})`).join(", ")}`;
        values = rows.flatMap((row) => valuesOf(columns, row));
      }
      const returned = await run(`${into(statement)} ${source} ${tail}`, values);
      return returned.map((row) => Object.values(row)[0] ?? null);
    },
    async update(statement, rows) {
      const { table, columns, accountId } = statement;
      const [row] = rows;
      const names = Object.keys(columns);
      const one = setting(statement, (name) => `$${names.indexOf(name) + 1}`);
      const all = `${setting(statement, (name) => `given.${name}`)} from ${given(columns)}`;
      if (row && rows.length === 1)
        await run(`${one} where ${ofAccount(accountId)} id = $${names.length}`, valuesOf(columns, row));
      else await run(`${all} where ${ofAccount(accountId)} ${table}.id = given.id`, arraysOf(columns, rows));
    },
    async transaction(work) {
      await client.query("begin");
      await work();
      await client.query("commit");
    },
    close: () => client.end(),
  };
}

async function openSqlite(address: DatabaseAddress): Promise<Bare> {
  const db = new (loadSqlite())(sqlitePath(address));
  const settings = ["journal_mode = WAL", "synchronous = FULL", "cache_size = -65536", "temp_store = MEMORY"];
  for (const setting of settings) db.pragma(setting);
  const statements = new Map<string, ReturnType<typeof db.prepare>>();
  const prepared = (sql: string) => {
    const statement = statements.get(sql) ?? db.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  const each = (sql: string, columns: Columns, rows: readonly Row[]): Value[] => {
    const statement = prepared(sql);
    if (statement.reader) statement.pluck();
    const returned: Value[] = [];
    const together = rows.length > 1 && !db.inTransaction;
    if (together) db.exec("begin immediate");
    for (const row of rows) {
      const values = valuesOf(columns, row);
      if (statement.reader) returned.push(statement.get(...values) as Value);
      else statement.run(...values);
    }
    if (together) db.exec("commit");
    return returned;
  };
  return {
    place: () => "?",
    async run(sql, values = []) {
      const statement = values.length === 0 ? db.prepare(sql) : prepared(sql);
      if (statement.reader) return statement.all(...values) as Row[];
      statement.run(...values);
      return [];
    },
    async insert(statement, rows) {
      const { constants = {}, columns, tail = "" } = statement;
      const values = [...Object.values(constants), ...Object.keys(columns).map(() => "?")];
      return each(`${into(statement)} values (${values.join(", ")}) ${tail}`, columns, rows);
    },
    async update(statement, rows) {
      const sql = `${setting(statement, () => "?")} where ${ofAccount(statement.accountId)} id = ?`;
      each(sql, statement.columns, rows);
    },
    async transaction(work) {
      db.exec("begin immediate");
      await work();
      db.exec("commit");
    },
    close: async () => void db.close(),
  };
}
