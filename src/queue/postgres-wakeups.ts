import { randomBytes } from "node:crypto";
import type { Knex } from "knex";
import type { Logger } from "pino";
import { type Notice, readNotice, writeNotice } from "./notify-payload";
import { type ListenerOptions, PostgresListener } from "./postgres-listener";
import { localWakeups, type Wakeups } from "./wakeups";

const CHANNEL = "recado_wake";

interface WakeupsOptions extends Omit<ListenerOptions, "channel" | "notify" | "onPayload"> {
  /** Connections that send notifications. */
  db: Knex;
}

/**
 * Returns wake-ups of all processes that share a PostgreSQL database, by LISTEN and NOTIFY. Does not listen
 * through a pooler in transaction mode: notifications would reach other clients' sessions or none. If the
 * database at the direct URL does not respond at first, polls until it does. Rejects on any other failure of
 * the first connection.
 */
export async function postgresWakeups({ db, ...options }: WakeupsOptions): Promise<Wakeups> {
  const local = localWakeups();
  const process = randomBytes(6).toString("hex");
  const listener = new PostgresListener({
    ...options,
    channel: CHANNEL,
    notify: (channel, payload) => db.raw("select pg_notify(?, ?)", [channel, payload]),
    onPayload(payload) {
      const notice = readNotice(process, payload);
      if (notice) local.wake(notice.topic, notice.keys);
    },
  });
  const sender = new Notifications(db, options.log);
  await listener.start();
  return {
    wake(topic, keys) {
      local.wake(topic, keys);
      const notice: Notice = { topic, ...(keys ? { keys: [...keys] } : {}) };
      sender.add(writeNotice(process, notice));
    },
    subscribe: (topic, listener) => local.subscribe(topic, listener),
    async close() {
      sender.close();
      await Promise.all([local.close(), listener.close()]);
    },
  };
}

/** Sender of notifications. The payloads of one turn of the event loop are sent in one statement. */
class Notifications {
  private readonly payloads: string[] = [];
  private closed = false;

  constructor(
    private readonly db: Knex,
    private readonly log: Logger,
  ) {}

  add(payload: string): void {
    if (!this.closed && this.payloads.push(payload) === 1) setImmediate(() => void this.send());
  }

  /** Stops sending. Drops waiting payloads, and later ones. */
  close(): void {
    this.closed = true;
  }

  private async send(): Promise<void> {
    const payloads = this.payloads.splice(0);
    if (this.closed) return;
    try {
      const calls = payloads.map(() => "pg_notify(?, ?)").join(", ");
      await this.db.raw(
        `select ${calls}`,
        payloads.flatMap((payload) => [CHANNEL, payload]),
      );
    } catch (error) {
      this.log.warn({ err: error }, "failed to wake other processes; they poll");
    }
  }
}
