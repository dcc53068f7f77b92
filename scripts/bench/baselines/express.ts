// A bare Express server in the place of the service: parses the body and answers. With a database it commits one row a
// request before it answers. With a receiver it then posts a signed event and commits the row's new status.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import { Pool as Connections } from "pg";
import { Pool } from "undici";
import { SIGNATURE_HEADER, signatureOf } from "../../../src/features/webhooks/signature";
import { idMaker } from "../../../src/platform/ids";
import { systemClock } from "../../../src/platform/time";
import { BODY_LIMIT, constantAnswer } from "../bodies";
import type { DatabaseAddress } from "../databases";
import { perform, ownUsage } from "../processes";
import { openBare } from "../sql";
import { someEvents } from "../events";

export interface ExpressPlan {
  /** Null: nothing is written. */
  address: DatabaseAddress | null;
  /** Recipients of the constant answer where nothing is written. */
  recipients?: number;
  receiver?: { origin: string; path: string; secret: string };
}

/** As many connections as the service has by default, and as many requests to an endpoint at a time. */
const POOL_SIZE = 10;
const POSTS_AT_ONCE = 16;

/** The statements of the server: each commits by itself, and resolves when that is on the disk. */
interface Rows {
  insert(id: string, at: number, body: string): Promise<void>;
  finish(id: string): Promise<void>;
  /** Returns how many rows there are, and how many are finished. */
  counts(): Promise<{ rows: number; finished: number }>;
  close(): Promise<void>;
}

const ids = idMaker(systemClock);
let rows: Rows | null = null;
let server: Server | null = null;
let posts: Pool | null = null;

export const expressTasks = {
  /** Starts the server, and returns its port. */
  async listen({ address, recipients = 1, receiver }: ExpressPlan): Promise<number> {
    rows = address && (await openRows(address));
    posts = receiver ? new Pool(receiver.origin, { connections: POSTS_AT_ONCE, pipelining: 1 }) : null;
    const app = express();
    // The service has the same settings. Each would make the baseline slower.
    app.disable("x-powered-by");
    app.disable("etag");
    app.set("query parser", "simple");
    app.use(express.json({ limit: BODY_LIMIT }));
    const constant = constantAnswer(recipients);
    app.post("/v3/messages", async (req, res) => {
      if (!rows) return void res.status(202).json(constant);
      const id = ids.next();
      await rows.insert(id, systemClock.now(), JSON.stringify(req.body));
      res.status(202).json({ data: [{ message_id: id, status: "pending", error: null }] });
      if (receiver) await report(id, receiver);
    });
    server = createServer(app);
    await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
    return (server.address() as AddressInfo).port;
  },

  usage: async () => ownUsage(),

  counts: async () => rows?.counts() ?? { rows: 0, finished: 0 },

  async close(): Promise<void> {
    server?.closeAllConnections();
    server?.close();
    await posts?.close();
    await rows?.close();
  },
};

/** Posts the event that the message was delivered, and commits that. */
async function report(id: string, { path, secret }: NonNullable<ExpressPlan["receiver"]>): Promise<void> {
  const [event] = someEvents(1, ids);
  const delivered = { ...event, data: { ...event?.data, message_id: id, status: "delivered" } };
  const body = Buffer.from(JSON.stringify([delivered]));
  const signature = signatureOf([secret], body, systemClock.now());
  const headers = { "content-type": "application/json", [SIGNATURE_HEADER]: signature };
  const answer = await posts?.request({ path, method: "POST", headers, body });
  if (answer?.statusCode !== 204) throw new Error(`the receiver answered ${answer?.statusCode}`);
  await answer.body.dump();
  await rows?.finish(id);
}

const TABLE = "floor_sends";
const COUNTS = `select count(*) as n, count(finished_at) as finished from ${TABLE}`;
const countsOf = (row: Record<string, unknown> | undefined) => ({
  rows: Number(row?.n),
  finished: Number(row?.finished),
});

async function openRows(address: DatabaseAddress): Promise<Rows> {
  if (address.kind === "sqlite") return openSqlite(address);
  const pool = new Connections({ connectionString: address.url ?? "", max: POOL_SIZE });
  await pool.query(
    `create table ${TABLE} (id uuid primary key, created_at bigint not null, body text not null, finished_at bigint)`,
  );
  const write = (name: string, text: string) => async (values: unknown[]) =>
    void (await pool.query({ name, text, values }));
  const insert = write("insert", `insert into ${TABLE} (id, created_at, body) values ($1, $2, $3)`);
  const finish = write("finish", `update ${TABLE} set finished_at = $1 where id = $2`);
  return {
    insert: (...values) => insert(values),
    finish: (id) => finish([systemClock.now(), id]),
    counts: async () => countsOf((await pool.query<Record<string, unknown>>(COUNTS)).rows[0]),
    close: () => pool.end(),
  };
}

async function openSqlite(address: DatabaseAddress): Promise<Rows> {
  const db = await openBare(address);
  await db.run(
    `create table ${TABLE} (id text primary key, created_at integer not null, body text not null, finished_at integer)`,
  );
  return {
    async insert(...values) {
      await db.run(`insert into ${TABLE} (id, created_at, body) values (?, ?, ?)`, values);
    },
    async finish(id) {
      await db.run(`update ${TABLE} set finished_at = ? where id = ?`, [systemClock.now(), id]);
    },
    counts: async () => countsOf((await db.run(COUNTS))[0]),
    close: () => db.close(),
  };
}

perform(expressTasks);
