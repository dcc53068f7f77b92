import { randomUUID } from "node:crypto";
import type { Knex } from "knex";
import { Client } from "pg";
import { SECOND } from "../time";

const CHANNEL = "recado_probe";
/** Longest wait for the notification, in milliseconds. */
const WAIT_MS = 2 * SECOND;
const CONNECT_MS = 2 * SECOND;

/**
 * Sends a notification through the pool and receives it on a connection that listens, as wake-ups do. Returns
 * the milliseconds until it arrived; null if it did not arrive within two seconds.
 */
export async function wakeupRoundTrip(db: Knex, url: string): Promise<number | null> {
  const client = new Client({
    connectionString: url,
    application_name: "recado wake-up probe",
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: CONNECT_MS,
  });
  client.on("error", () => {});
  const payload = randomUUID();
  let timer: NodeJS.Timeout | undefined;
  try {
    await client.connect();
    const arrived = new Promise<boolean>((resolve) => {
      client.on("notification", (notice) => notice.payload === payload && resolve(true));
      timer = setTimeout(() => resolve(false), WAIT_MS);
    });
    await client.query(`listen ${CHANNEL}`);
    const startedAt = performance.now();
    await db.raw("select pg_notify(?, ?)", [CHANNEL, payload]);
    return (await arrived) ? performance.now() - startedAt : null;
  } finally {
    clearTimeout(timer);
    await client.end().catch(() => {});
  }
}
