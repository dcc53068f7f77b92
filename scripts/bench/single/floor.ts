// The floor of `single`: Express that parses the body and commits one row a request, and answers when that is durable.
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import { Pool } from "pg";
import { loadSqlite } from "../../../src/platform/db/sqlite-driver";
import { idMaker } from "../../../src/platform/ids";
import { systemClock } from "../../../src/platform/time";
import { type DatabaseAddress, openAddress, sqlitePath } from "../databases";
import { perform, type Usage } from "../processes";

/** As many as the service has by default. */
const POOL_SIZE = 10;

/** Commits one row, and resolves when it is on the disk. */
type Insert = (id: string, at: number, body: string) => Promise<void>;

const TABLE = "floor_sends";

let insert: Insert;
let count: () => Promise<number>;
let server: Server | null = null;
let end: () => Promise<void> = async () => {};
const ids = idMaker(systemClock);

export const floorTasks = {
  /** Answers the port that it listens on. */
  async listen(address: DatabaseAddress): Promise<number> {
    await (address.kind === "sqlite" ? openSqlite(address) : openPostgres(address));
    const app = express();
    app.disable("x-powered-by");
    app.disable("etag");
    app.use(express.json());
    app.post("/v3/messages", async (req, res) => {
      const id = ids.next();
      await insert(id, systemClock.now(), JSON.stringify(req.body));
      res.status(202).json({ data: [{ message_id: id, status: "pending", error: null }] });
    });
    server = await new Promise<Server>((resolve) => {
      const listening = app.listen(0, "127.0.0.1", () => resolve(listening));
    });
    return (server.address() as AddressInfo).port;
  },

  async usage(): Promise<Usage> {
    const { user, system } = process.cpuUsage();
    return { cpuSeconds: (user + system) / 1e6, rssBytes: process.memoryUsage.rss() };
  },

  count: () => count(),

  async close(): Promise<void> {
    server?.closeAllConnections();
    server?.close();
    await end();
  },
};

async function openPostgres(address: DatabaseAddress): Promise<void> {
  const pool = new Pool({ connectionString: address.url ?? "", max: POOL_SIZE });
  await pool.query(
    `create table ${TABLE} (id uuid primary key, created_at bigint not null, body text not null)`,
  );
  const text = `insert into ${TABLE} (id, created_at, body) values ($1, $2, $3)`;
  insert = async (...values) => void (await pool.query({ name: "floor", text, values }));
  count = async () =>
    Number((await pool.query<{ n: string }>(`select count(*) as n from ${TABLE}`)).rows[0]?.n);
  end = () => pool.end();
}

async function openSqlite(address: DatabaseAddress): Promise<void> {
  // Opened once the service's way, which sets what is kept in the file.
  await openAddress(address).destroy();
  const db = new (loadSqlite())(sqlitePath(address));
  db.pragma("journal_mode = WAL");
  db.pragma("synchronous = FULL");
  db.exec(`create table ${TABLE} (id text primary key, created_at integer not null, body text not null)`);
  const statement = db.prepare(`insert into ${TABLE} (id, created_at, body) values (?, ?, ?)`);
  insert = async (...values) => void statement.run(...values);
  count = async () => (db.prepare(`select count(*) as n from ${TABLE}`).get() as { n: number }).n;
  end = async () => void db.close();
}

perform(floorTasks);
