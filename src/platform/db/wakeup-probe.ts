import { randomUUID } from "node:crypto";
import type { Knex } from "knex";
import { Client } from "pg";
import { SECOND } from "../time";
import { hasDedicatedSession } from "./session-pooling";
import { closeClient, serversOf } from "./postgres-servers";

const CHANNEL = "recado_probe";
/** Longest wait for the notification, in milliseconds. */
const WAIT_MS = 2 * SECOND;
const QUERY_TIMEOUT_MS = 2 * SECOND;

/**
 * Result of a wake-up probe: the milliseconds until the notification arrived. `pooled`: the URL leads through
 * a pooler in transaction mode, where processes do not listen. `lost`: the notification did not arrive within
 * two seconds.
 */
export type WakeupProbe = number | "pooled" | "lost";

/** Sends a notification through the pool and receives it on a connection that listens, as wake-ups do. */
export async function probeWakeup(db: Knex, url: string): Promise<WakeupProbe> {
  const connect = () =>
    serversOf(url).connect(async (attempt) => {
      const client = new Client({
        ...attempt,
        application_name: "recado wake-up probe",
        query_timeout: QUERY_TIMEOUT_MS,
      });
      client.on("error", () => {});
      await client.connect();
      return client;
    });
  const payload = randomUUID();
  let timer: NodeJS.Timeout | undefined;
  const client = await connect();
  try {
    if (!(await hasDedicatedSession(client, connect))) return "pooled";
    const arrived = new Promise<boolean>((resolve) => {
      client.on("notification", (notice) => notice.payload === payload && resolve(true));
      timer = setTimeout(() => resolve(false), WAIT_MS);
    });
    await client.query(`listen ${CHANNEL}`);
    const startedAt = performance.now();
    await db.raw("select pg_notify(?, ?)", [CHANNEL, payload]);
    return (await arrived) ? performance.now() - startedAt : "lost";
  } finally {
    clearTimeout(timer);
    await closeClient(client);
  }
}
