// Bare Express server, which parses the body and responds. With a database, it first commits a row. With a
// receiver, it then posts a signed event and commits the row's new status.
import { createServer } from "node:http";
import express from "express";
import { Pool } from "undici";
import { SIGNATURE_HEADER, signatureOf } from "../../../src/features/webhooks/signature";
import { idMaker } from "../../../src/platform/ids";
import { systemClock } from "../../../src/platform/time";
import { listenOn } from "../../tools/listening";
import { BODY_LIMIT, constantResponse } from "../bodies";
import type { DatabaseAddress } from "../databases";
import { ownUsage, perform } from "../processes";
import { type Bare, type Insert, openAll, type Update } from "../sql";
import { someEvents } from "../events";

interface ExpressPlan {
  /** Database of the rows. Null: the server writes no rows. */
  address: DatabaseAddress | null;
  /** Number of recipients in the constant response. Used only without a database. */
  recipients?: number;
  receiver?: { origin: string; path: string; secret: string };
}

/** The service's defaults: database connections, and parallel requests to a webhook endpoint. */
const POOL_SIZE = 10;
const POSTS_AT_ONCE = 16;

const TABLE = "floor_sends";
const INSERT: Insert = { table: TABLE, columns: { id: "uuid", created_at: "bigint", body: "text" } };
const FINISH: Update = { table: TABLE, columns: { finished_at: "bigint", id: "uuid" } };

const ids = idMaker(systemClock);
/** Idle database connections, and requests that wait for a connection. */
let idle: Bare[] = [];
const waiting: ((connection: Bare) => void)[] = [];

async function withConnection<T>(work: (connection: Bare) => Promise<T>): Promise<T> {
  const connection = idle.pop() ?? (await new Promise<Bare>((resolve) => waiting.push(resolve)));
  try {
    return await work(connection);
  } finally {
    const next = waiting.shift();
    if (next) next(connection);
    else idle.push(connection);
  }
}

let posts: Pool | null = null;

export const expressTasks = {
  async listen({ address, recipients = 1, receiver }: ExpressPlan): Promise<number> {
    idle = address ? await open(address) : [];
    posts = receiver ? new Pool(receiver.origin, { connections: POSTS_AT_ONCE, pipelining: 1 }) : null;
    const app = express();
    // The service uses the same settings. Express's default settings would slow the baseline.
    app.disable("x-powered-by");
    app.disable("etag");
    app.set("query parser", "simple");
    app.use(express.json({ limit: BODY_LIMIT }));
    const constant = constantResponse(recipients);
    app.post("/v3/messages", async (req, res) => {
      if (!address) return void res.status(202).json(constant);
      const id = ids.next();
      const row = { id, created_at: systemClock.now(), body: JSON.stringify(req.body) };
      await withConnection((connection) => connection.insert(INSERT, [row]));
      res.status(202).json({ data: [{ message_id: id, status: "pending", error: null }] });
      if (receiver) await report(id, receiver);
    });
    return listenOn(createServer(app));
  },

  usage: async () => ownUsage(),

  async counts(): Promise<{ rows: number; finished: number }> {
    const counts = `select count(*) as rows_total, count(finished_at) as finished from ${TABLE}`;
    const [row] = await withConnection((connection) => connection.run(counts));
    return { rows: Number(row?.rows_total), finished: Number(row?.finished) };
  },
};

/** Posts a signed `delivered` event and commits the row's finish time. */
async function report(id: string, { path, secret }: NonNullable<ExpressPlan["receiver"]>): Promise<void> {
  const [event] = someEvents(1, ids);
  const delivered = { ...event, data: { ...event?.data, message_id: id, status: "delivered" } };
  const body = Buffer.from(JSON.stringify([delivered]));
  const signature = signatureOf([secret], body, systemClock.now());
  const headers = { "content-type": "application/json", [SIGNATURE_HEADER]: signature };
  const response = await posts?.request({ path, method: "POST", headers, body });
  if (response?.statusCode !== 204) throw new Error(`the receiver returned ${response?.statusCode}`);
  await response.body.dump();
  const row = { finished_at: systemClock.now(), id };
  await withConnection((connection) => connection.update(FINISH, [row]));
}

async function open(address: DatabaseAddress): Promise<Bare[]> {
  const length = address.kind === "sqlite" ? 1 : POOL_SIZE;
  const opened = await openAll(address, length);
  await opened[0]?.run(
    `create table ${TABLE} (id uuid primary key, created_at bigint not null, body text not null, finished_at bigint)`,
  );
  return opened;
}

perform(expressTasks);
