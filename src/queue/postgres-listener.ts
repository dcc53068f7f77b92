import { randomUUID } from "node:crypto";
import { Client } from "pg";
import type { Logger } from "pino";
import { withTimeout } from "../platform/with-timeout";
import { isDatabaseAway } from "../platform/db/errors";
import { hasDedicatedSession } from "../platform/db/session-pooling";
import { closeClient, serversOf } from "../platform/db/postgres-servers";
import { POLL_MS } from "./worker";

/** Delay before reconnecting, in milliseconds. Until then, workers find jobs by polling. */
const RECONNECT_MS = 2_000;
/** Interval of connection checks, in milliseconds. A connection that only listens can break unnoticed. */
const CHECK_EVERY_MS = 30_000;
/** Longest wait for the response to a statement, or for a notification, in milliseconds. */
const QUERY_TIMEOUT_MS = 10_000;
const PROBE_CHANNEL = "recado_direct_probe";

const POOLED = "polling for jobs: the database URL connects through a transaction pooler";
const POOLED_ADVICE = "set RECADO_DATABASE_DIRECT_URL to a URL without the pooler";

/** Source from which this process learns of other processes' jobs: notifications, or only polling. */
export type WakeupsMode = "listen" | "poll";

export interface ListenerOptions {
  channel: string;
  /** URL of the database's other connections. */
  url: string;
  /** URL that bypasses a connection pooler, to listen on; null to listen on `url`. */
  directUrl: string | null;
  log: Logger;
  /** Sends a notification over the database's other connections. */
  notify: (channel: string, payload: string) => Promise<unknown>;
  onPayload: (payload: string) => void;
  /** Receives the mode at the start and after each change. */
  onMode?: (mode: WakeupsMode) => void;
  /** Interval of connection checks in tests, in milliseconds. */
  checkEveryMs?: number;
  /** Longest wait for the notification that checks the direct URL in tests, in milliseconds. */
  probeWithinMs?: number;
}

/** Connection that listens on a PostgreSQL channel, and reconnects after a loss. */
export class PostgresListener {
  private readonly servers;
  private readonly setting;
  private readonly log: Logger;
  private readonly onMode;
  private readonly checks: NodeJS.Timeout;
  private client: Client | null = null;
  private retry: NodeJS.Timeout | null = null;
  private closed = false;

  constructor(private readonly options: ListenerOptions) {
    const { url, directUrl, log, onMode = () => {}, checkEveryMs = CHECK_EVERY_MS } = options;
    this.servers = serversOf(directUrl ?? url);
    this.setting = directUrl === null ? "DATABASE_URL" : "RECADO_DATABASE_DIRECT_URL";
    this.log = log;
    this.onMode = onMode;
    this.checks = setInterval(() => void this.check(), checkEveryMs);
    this.checks.unref();
  }

  /**
   * Connects, and listens unless the URL connects through a pooler in transaction mode. Retries later if the
   * database at the direct URL does not respond. Rejects on any other failure of this first connection.
   */
  async start(): Promise<void> {
    this.onMode("poll");
    try {
      this.logMode(await this.listen());
    } catch (error) {
      if (this.options.directUrl === null || !isDatabaseAway(error)) {
        clearInterval(this.checks);
        throw error;
      }
      this.log.warn(
        { err: error, setting: this.setting },
        "polling for jobs: the direct database URL does not respond",
      );
      this.listenLater();
    }
  }

  async close(): Promise<void> {
    this.closed = true;
    clearInterval(this.checks);
    if (this.retry) clearTimeout(this.retry);
    if (this.client) await closeClient(this.client);
  }

  private connect(): Promise<Client> {
    return this.servers.connect(async (attempt) => {
      const next = new Client({
        ...attempt,
        application_name: "recado wake-ups",
        keepAlive: true,
        query_timeout: QUERY_TIMEOUT_MS,
      });
      next.on("notification", ({ channel, payload = "" }) => {
        if (channel === this.options.channel) this.options.onPayload(payload);
      });
      next.on("error", (error) => {
        if (this.client === next) this.log.warn({ err: error }, "wake-up connection lost; polling continues");
        this.lost(next);
      });
      next.on("end", () => this.lost(next));
      await next.connect();
      return next;
    });
  }

  /** Listens, unless a pooler in transaction mode does not keep the session. Returns whether it listens. */
  private async listen(): Promise<boolean> {
    const next = await this.connect();
    try {
      if (!(await hasDedicatedSession(next, () => this.connect()))) {
        await closeClient(next);
        return false;
      }
      if (this.options.directUrl !== null) await this.requireSameDatabase(next);
      await next.query(`listen ${this.options.channel}`);
    } catch (error) {
      void closeClient(next);
      throw error;
    }
    this.client = next;
    if (this.closed) await closeClient(next);
    else this.onMode("listen");
    return true;
  }

  /** Rejects unless a notification that the database's other connections send reaches the client. */
  private async requireSameDatabase(client: Client): Promise<void> {
    const probe = randomUUID();
    const arrived = new Promise<void>((resolve) =>
      client.on("notification", ({ payload }) => payload === probe && resolve()),
    );
    await client.query(`listen ${PROBE_CHANNEL}`);
    await this.options.notify(PROBE_CHANNEL, probe);
    const other = () =>
      new Error("RECADO_DATABASE_DIRECT_URL connects to another database than DATABASE_URL");
    await withTimeout(this.options.probeWithinMs ?? QUERY_TIMEOUT_MS, arrived, other);
    await client.query(`unlisten ${PROBE_CHANNEL}`);
  }

  private async check(): Promise<void> {
    const checked = this.client;
    try {
      if (checked) await this.servers.verify(checked, QUERY_TIMEOUT_MS);
    } catch (error) {
      if (this.closed || !checked || this.client !== checked) return;
      this.log.warn({ err: error }, "wake-up connection failed its check; polling continues");
      this.lost(checked);
      void closeClient(checked);
    }
  }

  private lost(which: Client): void {
    if (this.closed || this.client !== which) return;
    this.client = null;
    this.onMode("poll");
    this.listenLater();
  }

  private listenLater(): void {
    if (this.closed || this.retry) return;
    this.retry = setTimeout(() => {
      this.retry = null;
      this.listen().then(
        (listens) => this.logMode(listens),
        () => this.listenLater(),
      );
    }, RECONNECT_MS);
  }

  private logMode(listens: boolean): void {
    const { setting } = this;
    if (listens) this.log.info({ setting }, "listening for job notifications");
    else this.log.warn({ setting, everyMs: POLL_MS, advice: POOLED_ADVICE }, POOLED);
  }
}
