// The floor of `lists`: the bare query of a page, without its total.
import { Client } from "pg";
import { loadSqlite } from "../../../src/platform/db/sqlite-driver";
import { type DatabaseAddress, sqlitePath } from "../databases";
import { perform } from "../processes";

let run: (sql: string) => Promise<void> = async () => {};
let end: () => Promise<void> = async () => {};

export const floorTasks = {
  async open(address: DatabaseAddress): Promise<void> {
    if (address.kind === "sqlite") {
      const db = new (loadSqlite())(sqlitePath(address));
      db.pragma("cache_size = -65536");
      run = async (sql) => void db.prepare(sql).all();
      end = async () => void db.close();
    } else {
      const client = new Client({ connectionString: address.url ?? "" });
      await client.connect();
      run = async (sql) => void (await client.query(sql));
      end = () => client.end();
    }
  },

  /** Milliseconds of each. */
  async query(statements: string[]): Promise<number[]> {
    const latencies: number[] = [];
    for (const sql of statements) {
      const started = performance.now();
      await run(sql);
      latencies.push(performance.now() - started);
    }
    return latencies;
  },

  async close(): Promise<void> {
    await end();
  },
};

perform(floorTasks);
