import { statfs } from "node:fs/promises";
import { countByHealth } from "../features/webhooks/webhooks.store";
import type { ReadinessProbe } from "../http/readiness";
import { poolUse } from "../platform/db/pool";
import { SECOND } from "../platform/time";
import { withTimeout } from "../platform/with-timeout";
import { readHold } from "../queue/hold.store";
import { JOB_KINDS } from "../queue/job";
import { backlogOf, oldestDueOf } from "../queue/maintenance.store";
import type { App } from "./app";

type GaugeParts = Pick<App, "config" | "db" | "clock" | "log" | "metrics" | "connections">;

/**
 * Longest wait for the database or the disk, in milliseconds. The metrics must arrive within Prometheus'
 * timeout of 10 s, above all if the database does not respond.
 */
const READ_TIMEOUT_MS = 2 * SECOND;

/** Refreshes the gauges of a scrape. A gauge that cannot be read keeps its last value. */
export async function refreshGauges(app: GaugeParts, readiness: Pick<ReadinessProbe, "read">): Promise<void> {
  const { log, metrics } = app;
  // Comes first, because the queries of the scrape take a connection too.
  refreshPool(app);
  refreshCarriers(app);
  const refresh = (work: Promise<void>, message: string) =>
    withTimeout(READ_TIMEOUT_MS, work).catch((error: unknown) => log.warn({ err: error }, message));
  await Promise.all([
    refresh(refreshFromDatabase(app), "failed to read gauges from the database"),
    refresh(refreshDisk(app), "failed to read the size of the disk"),
    readiness.read().then(({ status }) => metrics.ready.set(status === "ready" ? 1 : 0)),
  ]);
}

function refreshPool({ db, metrics }: GaugeParts): void {
  for (const [state, connections] of Object.entries<number>({ ...poolUse(db) })) {
    metrics.databasePool.set({ state }, connections);
  }
}

function refreshCarriers({ connections, metrics }: GaugeParts): void {
  metrics.carrierUp.reset();
  for (const [carrier, isUp] of connections.states()) metrics.carrierUp.set({ carrier }, isUp ? 1 : 0);
}

/** Runs one query after another, so that a scrape takes one connection. */
async function refreshFromDatabase({ db, clock, metrics }: GaugeParts): Promise<void> {
  const now = clock.now();
  metrics.backlog.set({ queue: "dispatch" }, await backlogOf(db, "submission", now));
  metrics.backlog.set({ queue: "webhooks" }, await backlogOf(db, "delivery", now));
  for (const kind of JOB_KINDS) {
    const dueAt = (await oldestDueOf(db, kind, now)) ?? now;
    metrics.oldestDue.set({ kind }, (now - dueAt) / SECOND);
  }
  metrics.queueHeld.set((await readHold(db)).since === null ? 0 : 1);
  for (const [state, endpoints] of Object.entries(await countByHealth(db))) {
    metrics.webhookEndpoints.set({ state }, endpoints);
  }
}

/** Reads the disk of SQLite's database and of the stored files. Other processes do not fill their disk. */
async function refreshDisk({ config, metrics }: GaugeParts): Promise<void> {
  if (config.databaseUrl !== null && config.s3 !== null) return;
  const { bavail, blocks, bsize } = await statfs(config.dataDir);
  metrics.diskFree.set(bavail * bsize);
  metrics.diskSize.set(blocks * bsize);
}
