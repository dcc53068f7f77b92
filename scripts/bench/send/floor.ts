// The floor of `send`: the bare insert of the same message rows, the best way that each database has.
import { Client } from "pg";
import { arrayLiteral } from "../../../src/platform/db/bulk";
import { loadSqlite } from "../../../src/platform/db/sqlite-driver";
import { idMaker } from "../../../src/platform/ids";
import { systemClock } from "../../../src/platform/time";
import { type DatabaseAddress, openAddress, sqlitePath } from "../databases";
import { perform } from "../processes";

/** As they stand in the table; SQLite and PostgreSQL take the same values. */
export type Row = Record<string, string | number | null>;

export interface FloorSetup {
  address: DatabaseAddress;
  /** Rows that the service wrote: each is inserted again and again under new ids. */
  rows: Row[];
  connections: number;
}

export interface FloorRun {
  rows: number;
  rowsPerStatement: number;
}

/** Inserts one statement's rows and commits. */
type Insert = (rows: readonly Row[]) => Promise<void>;

const TYPES: Readonly<Record<string, string>> = {
  segments: "smallint",
  price: "bigint",
  created_at: "bigint",
  updated_at: "bigint",
};
const typeOf = (column: string) => TYPES[column] ?? (/(^|_)id$/.test(column) ? "uuid" : "text");

let template: Row[] = [];
let columns: string[] = [];
let inserts: Insert[] = [];
let end: () => Promise<void> = async () => {};
const ids = idMaker(systemClock);

export const floorTasks = {
  async open({ address, rows, connections }: FloorSetup): Promise<void> {
    template = rows;
    columns = Object.keys(rows[0] ?? {});
    if (address.kind === "sqlite") await openSqlite(address);
    else await openPostgres(address, connections);
  },

  /** Inserts that many rows; answers the seconds. Ids are made beforehand: the clock is on the inserts alone. */
  async insert({ rows, rowsPerStatement }: FloorRun): Promise<number> {
    const made = Array.from({ length: rows }, (_, index) => ({
      ...template[index % template.length],
      id: ids.next(),
    }));
    let next = 0;
    const started = performance.now();
    await Promise.all(
      inserts.map(async (insert) => {
        while (next < rows) {
          const start = next;
          next += rowsPerStatement;
          await insert(made.slice(start, next));
        }
      }),
    );
    return (performance.now() - started) / 1_000;
  },

  async close(): Promise<void> {
    await end();
  },
};

async function openPostgres(address: DatabaseAddress, connections: number): Promise<void> {
  const clients = Array.from(
    { length: connections },
    () => new Client({ connectionString: address.url ?? "" }),
  );
  const arrays = columns.map((column, index) => `$${index + 1}::${typeOf(column)}[]`).join(", ");
  const text = `insert into messages (${columns.join(", ")}) select * from unnest(${arrays})`;
  await Promise.all(clients.map((client) => client.connect()));
  inserts = clients.map((client) => async (rows) => {
    const values = columns.map((column) => arrayLiteral(rows.map((row) => row[column] ?? null)));
    await client.query({ name: "floor", text, values });
  });
  end = async () => void (await Promise.all(clients.map((client) => client.end())));
}

async function openSqlite(address: DatabaseAddress): Promise<void> {
  // Opened once the service's way, which sets what is kept in the file; the rest is set again below.
  await openAddress(address).destroy();
  const db = new (loadSqlite())(sqlitePath(address));
  for (const setting of [
    "journal_mode = WAL",
    "synchronous = FULL",
    "cache_size = -65536",
    "temp_store = MEMORY",
  ]) {
    db.pragma(setting);
  }
  const places = columns.map(() => "?").join(", ");
  const statement = db.prepare(`insert into messages (${columns.join(", ")}) values (${places})`);
  const insert = db.transaction((rows: readonly Row[]) => {
    for (const row of rows) statement.run(columns.map((column) => row[column]));
  });
  inserts = [async (rows) => insert(rows)];
  end = async () => void db.close();
}

perform(floorTasks);
