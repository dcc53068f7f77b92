import { randomBytes } from "node:crypto";
import type { Knex } from "knex";
import { rawRows } from "../platform/db/dialect";
import { type JoinedKeys, JoinedNotifications } from "./joined-notifications";
import { readNotice, writeNotice } from "./notify-payload";
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
    notify: (channel, payload) => rawRows(db, "select pg_notify(?, ?)", [channel, payload]),
    onPayload(payload) {
      const notice = readNotice(process, payload);
      if (notice) local.wake(notice.topic, notice.keys);
    },
  });
  const others = new JoinedNotifications((keys) => void send(keys));
  const send = async (joined: JoinedKeys) => {
    const calls = [...joined].map(() => "pg_notify(?, ?)").join(", ");
    const payloads = [...joined].map(([topic, keys]) => writeNotice(process, { topic, keys }));
    try {
      await rawRows(
        db,
        `select ${calls}`,
        payloads.flatMap((payload) => [CHANNEL, payload]),
      );
    } catch (error) {
      options.log.warn({ err: error }, "failed to wake other processes; they poll");
    }
  };
  await listener.start();
  return {
    wake(topic, keys) {
      // Other processes would compete with this process for the jobs. They find a backlog when they poll.
      if (!local.wake(topic, keys)) others.add(topic, keys);
    },
    subscribe: (topic, listener) => local.subscribe(topic, listener),
    async close() {
      others.close();
      await Promise.all([local.close(), listener.close()]);
    },
  };
}
