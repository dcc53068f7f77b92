import { randomBytes } from "node:crypto";
import type { Socket } from "node:net";
import type { Knex } from "knex";
import { Client } from "pg";
import type { Logger } from "pino";
import { type Notice, noticeJoiner, readNotice, writeNotice } from "./notify-payload";
import { localWakeups, type Wakeups } from "./wakeups";

const CHANNEL = "recado_wake";
/** Delay before reconnecting, in milliseconds. Until then, workers find jobs by polling. */
const RECONNECT_MS = 2_000;
/** Interval of connection checks, in milliseconds. A connection that only listens can break unnoticed. */
const CHECK_EVERY_MS = 30_000;
/** Timeouts for connecting, for a query and for closing the connection, in milliseconds. */
const TIMEOUTS = { connect: 5_000, query: 10_000, close: 1_000 };

/** Returns wake-ups of all processes that share a PostgreSQL database, by LISTEN and NOTIFY. */
export async function postgresWakeups(db: Knex, url: string, log: Logger): Promise<Wakeups> {
  const local = localWakeups();
  const process = randomBytes(6).toString("hex");
  let client: Client | null = null;
  let retry: NodeJS.Timeout | null = null;
  let closed = false;

  const listen = async () => {
    const next = new Client({
      connectionString: url,
      application_name: "recado wake-ups",
      keepAlive: true,
      connectionTimeoutMillis: TIMEOUTS.connect,
      query_timeout: TIMEOUTS.query,
    });
    next.on("notification", ({ payload = "" }) => {
      const notice = readNotice(process, payload);
      if (notice) local.wake(notice.topic, notice.keys);
    });
    next.on("error", (error) => {
      log.warn({ err: error }, "wake-up connection lost; polling continues");
      lost(next);
    });
    next.on("end", () => lost(next));
    try {
      await next.connect();
      await next.query(`listen ${CHANNEL}`);
    } catch (error) {
      void leave(next);
      throw error;
    }
    client = next;
    if (closed) await leave(next);
  };
  const check = async () => {
    const checked = client;
    try {
      await checked?.query("select 1");
    } catch (error) {
      if (closed || !checked || client !== checked) return;
      log.warn({ err: error }, "wake-up connection does not respond; polling continues");
      lost(checked);
      void leave(checked);
    }
  };
  const checks = setInterval(() => void check(), CHECK_EVERY_MS);
  checks.unref();
  const lost = (which: Client) => {
    if (closed || client !== which) return;
    client = null;
    listenLater();
  };
  const listenLater = () => {
    if (closed || retry) return;
    retry = setTimeout(() => {
      retry = null;
      listen().catch(listenLater);
    }, RECONNECT_MS);
  };
  /** Payloads queued in the current turn of the event loop. One statement sends all payloads. */
  const outgoing: string[] = [];
  const notify = (notice: Notice) => {
    if (outgoing.push(writeNotice(process, notice)) === 1) setImmediate(() => void send());
  };
  const send = async () => {
    const payloads = outgoing.splice(0);
    if (closed) return;
    try {
      const calls = payloads.map(() => "pg_notify(?, ?)").join(", ");
      await db.raw(
        `select ${calls}`,
        payloads.flatMap((payload) => [CHANNEL, payload]),
      );
    } catch (error) {
      log.warn({ err: error }, "failed to wake other processes; they poll");
    }
  };
  const notices = noticeJoiner(notify);

  try {
    await listen();
  } catch (error) {
    clearInterval(checks);
    throw error;
  }
  return {
    wake(topic, keys) {
      local.wake(topic, keys);
      if (!closed) notices.add(topic, keys);
    },
    subscribe: (topic, listener) => local.subscribe(topic, listener),
    async close() {
      closed = true;
      clearInterval(checks);
      if (retry) clearTimeout(retry);
      notices.close();
      await local.close();
      if (client) await leave(client);
    },
  };
}

/** Closes a connection, even if the server does not respond. */
async function leave(client: Client): Promise<void> {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  const timer = setTimeout(() => stream.destroy(), TIMEOUTS.close);
  await client.end().finally(() => clearTimeout(timer));
}
