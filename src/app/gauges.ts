import { existsSync } from "node:fs";
import { statfs } from "node:fs/promises";
import type { Knex } from "knex";
import { countErasures } from "../features/contacts/erasures.store";
import { countOpenErasures } from "../features/privacy/privacy.store";
import { sendingKeys } from "../features/senders/queued-senders.store";
import { endpointOf } from "../features/webhooks/delivery-job";
import { targetsOf } from "../features/webhooks/endpoint-records.store";
import { countByHealth } from "../features/webhooks/webhooks.store";
import type { ReadinessProbe } from "../http/readiness";
import { poolUse } from "../platform/db/pool";
import { type Instant, SECOND } from "../platform/time";
import { withTimeout } from "../platform/with-timeout";
import { readHold } from "../queue/hold.store";
import { JOB_KINDS, type JobKind, keyOfName } from "../queue/job";
import { backlogOf, type DueKey, oldestDueOf } from "../queue/maintenance.store";
import type { App } from "./app";

type GaugeDeps = Pick<App, "config" | "db" | "replica" | "clock" | "log" | "metrics" | "connections">;

/**
 * Longest wait for the database or the disk, in milliseconds. The metrics must arrive within Prometheus'
 * timeout of 10 s, above all if the database does not respond.
 */
const READ_TIMEOUT_MS = 2 * SECOND;

/** Databases with a read in flight. A database that does not respond gets no further reads. */
const reading = new WeakSet<object>();

export async function refreshGauges(deps: GaugeDeps, readiness: Pick<ReadinessProbe, "read">): Promise<void> {
  const { log, metrics } = deps;
  // Read the pool first: the queries below take connections themselves.
  refreshPool(deps);
  refreshCarriers(deps);
  await Promise.all([
    refreshFromDatabase(deps).catch((error: unknown) =>
      log.warn({ err: error }, "failed to read gauges from the database"),
    ),
    withTimeout(READ_TIMEOUT_MS, refreshDisk(deps)).catch((error: unknown) =>
      log.warn({ err: error }, "failed to read the size of the disk"),
    ),
    readiness.read().then(({ status }) => metrics.ready.set(status === "ready" ? 1 : 0)),
  ]);
}

function refreshPool({ db, replica, metrics }: GaugeDeps): void {
  for (const [state, connections] of Object.entries<number>({ ...poolUse(db) })) {
    metrics.databasePool.set({ state }, connections);
  }
  if (replica === null) {
    metrics.replicaStale.remove();
    return;
  }
  for (const [state, connections] of Object.entries<number>({ ...poolUse(replica.db) })) {
    metrics.replicaPool.set({ state }, connections);
  }
  metrics.replicaStale.set(replica.staleMs() / SECOND);
}

function refreshCarriers({ connections, metrics }: GaugeDeps): void {
  metrics.carrierUp.reset();
  metrics.carrierPaused.reset();
  metrics.carrierReportsExpected.reset();
  for (const { name: carrier, isUp, isPaused, reports } of connections.states()) {
    metrics.carrierUp.set({ carrier }, isUp ? 1 : 0);
    metrics.carrierPaused.set({ carrier }, isPaused ? 1 : 0);
    metrics.carrierReportsExpected.set({ carrier }, reports ? 1 : 0);
  }
}

interface DatabaseGauges {
  backlog: Record<string, number>;
  oldestDueSeconds: Record<string, number>;
  webhookEndpoints: Record<string, number>;
  isHeld: boolean;
  erasuresPending: number;
}

/**
 * Sets the gauges that are read from the database. If the database does not respond, the gauges have no
 * values.
 */
async function refreshFromDatabase(deps: GaugeDeps): Promise<void> {
  const { db, metrics } = deps;
  const { backlog, oldestDue, webhookEndpoints, queueHeld, erasuresPending } = metrics;
  for (const gauge of [backlog, oldestDue, webhookEndpoints]) gauge.reset();
  queueHeld.remove();
  erasuresPending.remove();
  if (reading.has(db)) throw new Error("the database has not responded to an earlier read");
  reading.add(db);
  const work = readDatabase(deps).finally(() => reading.delete(db));
  const read = await withTimeout(READ_TIMEOUT_MS, work);
  for (const [queue, jobs] of Object.entries(read.backlog)) backlog.set({ queue }, jobs);
  for (const [kind, seconds] of Object.entries(read.oldestDueSeconds)) oldestDue.set({ kind }, seconds);
  for (const [state, count] of Object.entries(read.webhookEndpoints)) webhookEndpoints.set({ state }, count);
  queueHeld.set(read.isHeld ? 1 : 0);
  erasuresPending.set(read.erasuresPending);
}

/** Runs one query after another, so that a scrape takes one connection. */
async function readDatabase({ db, clock }: GaugeDeps): Promise<DatabaseGauges> {
  const now = clock.now();
  const backlog = {
    dispatch: await backlogOf(db, "submission", now),
    webhooks: await backlogOf(db, "delivery", now),
  };
  const hold = await readHold(db);
  const oldestDueSeconds: Record<string, number> = {};
  for (const kind of JOB_KINDS) {
    const dueAt = await oldestDueOf(db, kind, now, (keys) => leasableKeys(db, kind, keys, now), hold);
    oldestDueSeconds[kind] = (now - (dueAt ?? now)) / SECOND;
  }
  const webhookEndpoints = await countByHealth(db);
  return {
    backlog,
    oldestDueSeconds,
    webhookEndpoints,
    isHeld: hold.since !== null,
    erasuresPending: await erasuresOf(db),
  };
}

const ERASURES_COUNTED = 10_000;

const erasuresOf = async (db: Knex): Promise<number> =>
  (await countErasures(db, ERASURES_COUNTED)) + (await countOpenErasures(db, ERASURES_COUNTED));

/**
 * Names of the jobs that `periodicJobsOf` returns. The doctor needs the names, and has no `App` to make the
 * jobs from.
 */
export const PERIODIC_JOBS: readonly string[] = [
  "bound stored instants",
  "matched delivery reports",
  "carrier references",
  "unconfirmed submissions",
  "submission reservations",
  "unmatched delivery reports",
  "fold counts",
  "forget idempotency keys",
  "purge webhook deliveries",
  "purge counts of webhook deliveries",
  "start campaigns",
  "forget follow-ups",
  "fold contact counts",
  "purge of deleted contact lists",
  "purge of former members",
  "purge of pending files",
  "removal of deleted files",
  "sweep of abandoned uploads",
  "purge of rejected rows",
  "purge of imported tables",
  "forget sessions of the console",
  "removal of expired exports",
  "retention",
];
const PERIODIC_KEYS: ReadonlySet<string> = new Set(PERIODIC_JOBS.map(keyOfName));

/**
 * Returns the keys whose jobs a worker may lease. The handlers of submissions, deliveries and periodic jobs
 * skip other keys, such as a periodic job of another build.
 */
export async function leasableKeys(
  db: Knex,
  kind: JobKind,
  keys: readonly DueKey[],
  now: Instant,
): Promise<readonly DueKey[]> {
  if (kind === "submission") return sendingKeys(db, keys, now);
  if (kind === "periodic") return keys.filter(({ key }) => PERIODIC_KEYS.has(key));
  if (kind !== "delivery") return keys;
  const enabled = new Set((await targetsOf(db, keys.map(endpointOf), now)).map(({ webhookId }) => webhookId));
  return keys.filter(({ key }) => enabled.has(key));
}

async function refreshDisk({ config, metrics }: GaugeDeps): Promise<void> {
  if (!existsSync(config.dataDir)) return;
  const { bavail, blocks, bsize } = await statfs(config.dataDir);
  metrics.diskFree.set(bavail * bsize);
  metrics.diskSize.set(blocks * bsize);
}
