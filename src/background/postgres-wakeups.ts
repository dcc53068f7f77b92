import type { Knex } from "knex";
import { Client } from "pg";
import type { Logger } from "pino";
import { localWakeups, type Topic, TOPICS, type Wakeups } from "./wakeups";

const CHANNEL = "recado_wake";
/** Wake-ups of one topic that other processes are told at most this often: under load they are awake anyway. */
const NOTIFY_EVERY_MS = 20;
/** How long to wait before listening again after the connection broke, in milliseconds. Polling covers the gap. */
const RECONNECT_MS = 2_000;

/** Wake-ups among all processes of a PostgreSQL database, by LISTEN and NOTIFY. */
export async function postgresWakeups(db: Knex, url: string, log: Logger): Promise<Wakeups> {
  const local = localWakeups();
  const pending = new Map<Topic, NodeJS.Timeout>();
  let client: Client | null = null;
  let retry: NodeJS.Timeout | null = null;
  let closed = false;

  const listen = async () => {
    const next = new Client({ connectionString: url, application_name: "recado wake-ups", keepAlive: true });
    next.on("notification", ({ payload }) => {
      const topic = TOPICS.find((one) => one === payload);
      if (topic) local.wake(topic);
    });
    next.on("error", (error) => {
      log.warn({ err: error }, "the connection for wake-ups broke; polling goes on");
      lost(next);
    });
    next.on("end", () => lost(next));
    await next.connect();
    await next.query(`listen ${CHANNEL}`);
    client = next;
  };
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
  const notify = async (topic: Topic) => {
    try {
      await db.raw("select pg_notify(?, ?)", [CHANNEL, topic]);
    } catch (error) {
      log.warn({ err: error }, "other processes could not be woken; they poll");
    }
  };

  await listen();
  return {
    wake(topic) {
      local.wake(topic);
      if (closed || pending.has(topic)) return;
      pending.set(
        topic,
        setTimeout(() => {
          pending.delete(topic);
          void notify(topic);
        }, NOTIFY_EVERY_MS),
      );
    },
    subscribe: (topic, listener) => local.subscribe(topic, listener),
    async close() {
      closed = true;
      if (retry) clearTimeout(retry);
      for (const timer of pending.values()) clearTimeout(timer);
      await local.close();
      await client?.end();
    },
  };
}
