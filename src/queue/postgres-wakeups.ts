import { randomBytes } from "node:crypto";
import type { Knex } from "knex";
import { Client } from "pg";
import type { Logger } from "pino";
import { isDatabaseAway } from "../platform/db/errors";
import { keepsSession } from "../platform/db/kept-session";
import { closeClient, serversOf } from "../platform/db/postgres-servers";
import { type Notice, readNotice, writeNotice } from "./notify-payload";
import { localWakeups, type Wakeups } from "./wakeups";
import { POLL_MS } from "./worker";

const CHANNEL = "recado_wake";
/** Delay before reconnecting, in milliseconds. Until then, workers find jobs by polling. */
const RECONNECT_MS = 2_000;
/** Interval of connection checks, in milliseconds. A connection that only listens can break unnoticed. */
const CHECK_EVERY_MS = 30_000;
/** Longest wait for the response to a statement, in milliseconds. */
const QUERY_TIMEOUT_MS = 10_000;

const POOLED =
  "wake-ups: by polling alone, because the setting leads through a pooler in transaction mode; set RECADO_DATABASE_DIRECT_URL to a URL past the pooler";

/** How this process learns of jobs of other processes: from notifications, or only by polling. */
export type WakeupsMode = "listen" | "poll";

export interface WakeupsOptions {
  /** Connections that send notifications. */
  db: Knex;
  /** URL of `db`. */
  url: string;
  /** URL past a connection pooler, to listen on; null to listen on `url`. */
  directUrl: string | null;
  log: Logger;
  /** Receives the mode at the start and after each change. */
  onMode?: (mode: WakeupsMode) => void;
  /** Interval of connection checks in tests, in milliseconds. */
  checkEveryMs?: number;
}

/**
 * Returns wake-ups of all processes that share a PostgreSQL database, by LISTEN and NOTIFY. Does not listen
 * through a pooler in transaction mode: notifications would reach other clients' sessions or none. If the
 * database at the direct URL is away, polls until it responds. Rejects on any other failure of the first
 * connection.
 */
export async function postgresWakeups({
  db,
  url,
  directUrl,
  log,
  onMode = () => {},
  checkEveryMs = CHECK_EVERY_MS,
}: WakeupsOptions): Promise<Wakeups> {
  const local = localWakeups();
  const process = randomBytes(6).toString("hex");
  const servers = serversOf(directUrl ?? url);
  const setting = directUrl === null ? "DATABASE_URL" : "RECADO_DATABASE_DIRECT_URL";
  let client: Client | null = null;
  let retry: NodeJS.Timeout | null = null;
  let closed = false;

  const connect = () =>
    servers.connect(async (attempt) => {
      const next = new Client({
        ...attempt,
        application_name: "recado wake-ups",
        keepAlive: true,
        query_timeout: QUERY_TIMEOUT_MS,
      });
      next.on("notification", ({ payload = "" }) => {
        const notice = readNotice(process, payload);
        if (notice) local.wake(notice.topic, notice.keys);
      });
      next.on("error", (error) => {
        if (client === next) log.warn({ err: error }, "wake-up connection lost; polling continues");
        lost(next);
      });
      next.on("end", () => lost(next));
      await next.connect();
      return next;
    });
  /** Listens, unless a pooler in transaction mode does not keep the session. Returns whether it listens. */
  const listen = async (): Promise<boolean> => {
    const next = await connect();
    try {
      if (!(await keepsSession(next, connect))) {
        await closeClient(next);
        return false;
      }
      await next.query(`listen ${CHANNEL}`);
    } catch (error) {
      void closeClient(next);
      throw error;
    }
    client = next;
    if (closed) await closeClient(next);
    else onMode("listen");
    return true;
  };
  const check = async () => {
    const checked = client;
    try {
      if (checked) await servers.verify(checked, QUERY_TIMEOUT_MS);
    } catch (error) {
      if (closed || !checked || client !== checked) return;
      log.warn({ err: error }, "wake-up connection failed its check; polling continues");
      lost(checked);
      void closeClient(checked);
    }
  };
  const checks = setInterval(() => void check(), checkEveryMs);
  checks.unref();
  const lost = (which: Client) => {
    if (closed || client !== which) return;
    client = null;
    onMode("poll");
    listenLater();
  };
  const logMode = (listens: boolean) => {
    if (listens) log.info({ setting }, "wake-ups: by notifications");
    else log.warn({ setting, everyMs: POLL_MS }, POOLED);
  };
  const listenLater = () => {
    if (closed || retry) return;
    retry = setTimeout(() => {
      retry = null;
      listen().then(logMode, listenLater);
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

  onMode("poll");
  try {
    logMode(await listen());
  } catch (error) {
    if (directUrl === null || !isDatabaseAway(error)) {
      clearInterval(checks);
      throw error;
    }
    log.warn(
      { err: error, setting },
      "wake-ups: by polling until the database at RECADO_DATABASE_DIRECT_URL responds",
    );
    listenLater();
  }
  return {
    wake(topic, keys) {
      local.wake(topic, keys);
      if (!closed) notify({ topic, ...(keys ? { keys: [...keys] } : {}) });
    },
    subscribe: (topic, listener) => local.subscribe(topic, listener),
    async close() {
      closed = true;
      clearInterval(checks);
      if (retry) clearTimeout(retry);
      await local.close();
      if (client) await closeClient(client);
    },
  };
}
