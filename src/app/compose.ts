import { suppressionKeyOf } from "../features/consents/number-hash";
import { randomBytes } from "node:crypto";
import type { Router } from "express";
import type { Knex } from "knex";
import type { Logger } from "pino";
import type { App } from "./app";
import { readBuildInfo } from "./build-info";
import { liveConnections } from "./carriers";
import { ConfigError } from "../platform/config-error";
import { type Config, sqliteFile } from "./config";
import { prepareDataDir, requireCompleteRestore } from "./data-dir";
import { campaignEffects, consentEffects, inboundEffects, messageEffects } from "./effects";
import { checkFileStore, openFileStore } from "./file-store";
import { openDatabase } from "../platform/db/connection";
import { errorText } from "../platform/error-text";
import { openReadReplica, type ReadReplica, type ReplicaOptions } from "../platform/db/replica/read-replica";
import { type LongReads, longReads } from "../platform/db/reads/reads";
import { openSqliteReader } from "../platform/db/reads/sqlite-reader";
import { databaseClock, followDatabaseClock } from "../platform/db/database-clock";
import { Foreground } from "../platform/concurrency/foreground";
import { idMaker } from "../platform/ids";
import { createMetrics } from "../platform/metrics";
import type { SecretBox } from "../platform/secrets/secret-box";
import { resealServiceSecrets, serviceSecret } from "../platform/secrets/service-secrets.store";
import { unlockSecrets } from "../platform/secrets/unlock";
import { uploadGate } from "../features/files/upload-gate";
import { storageRouter } from "../storage/disk/disk.routes";
import { steadyClock } from "../platform/steady-clock";
import type * as Otlp from "../platform/tracing/otlp";
import { NO_TRACING, type Tracing } from "../platform/tracing/tracing";
import type { Clock } from "../platform/time";
import type { WakeupsMode } from "../queue/postgres-listener";
import { postgresWakeups } from "../queue/postgres-wakeups";
import { WatchedHold } from "../queue/watched-hold";
import { localWakeups, type Wakeups } from "../queue/wakeups";
import { resealConnections } from "../features/connections/connections.store";
import { DeliveryReports } from "../features/dispatch/delivery-reports";
import { readBuiltPage } from "../web/console/built-page";
import { numbersToErase } from "../features/privacy/privacy.store";
import { resealEndpointSecrets } from "../features/webhooks/endpoint-secrets.store";

export function databaseOf(config: Config): Knex {
  if (config.databaseUrl === null) {
    prepareDataDir(config.dataDir);
    requireCompleteRestore(config);
  }
  return openDatabase({
    url: config.databaseUrl,
    sqliteFile: sqliteFile(config),
    poolSize: config.databasePool - readConnections(config),
  });
}

/**
 * Returns the number of connections for long reads. This is a quarter of the pool, but at least two, or one
 * if the pool has fewer than four. It is 0 without the role `api`.
 */
function readConnections({ databasePool, roles }: Config): number {
  if (!roles.includes("api")) return 0;
  return Math.max(databasePool < 4 ? 1 : 2, Math.floor(databasePool / 4));
}

/** Opens the database for long reads: a thread on SQLite, separate connections on PostgreSQL. */
function longReadsOf(config: Config): LongReads {
  const connections = config.databaseUrl === null ? 1 : Math.max(1, readConnections(config));
  const db =
    config.databaseUrl === null
      ? openSqliteReader(sqliteFile(config))
      : openDatabase({ url: config.databaseUrl, sqliteFile: "", poolSize: connections });
  return longReads({ db, connections });
}

/**
 * Opens the read replica; null without its URL or without the role `api`. Throws `ConfigError` if the URL is
 * wrong, or if the replica refuses the login or belongs to another cluster.
 */
async function replicaOf(
  { databaseReadUrl: url, databaseReadPool: poolSize, roles }: Config,
  { log, metrics }: Pick<App, "log" | "metrics">,
  primary: Pick<ReplicaOptions, "primary" | "primaryForChecks">,
): Promise<ReadReplica | null> {
  if (url === null || !roles.includes("api")) return null;
  const onFailure = () => metrics.replicaFailures.inc();
  try {
    return await openReadReplica({ url, poolSize, log, onFailure, ...primary });
  } catch (error) {
    throw new ConfigError(`RECADO_DATABASE_READ_URL cannot be used: ${errorText(error)}`);
  }
}

const readinessDbOf = ({ databaseUrl }: Config, db: Knex): Knex =>
  databaseUrl === null ? db : openDatabase({ url: databaseUrl, sqliteFile: "", poolSize: 1 });

/**
 * Unlocks the secrets. The list below needs a function for each table with secrets, because a new key
 * re-encrypts only these tables.
 */
export const secretsOf = (deps: Pick<App, "config" | "db">): Promise<SecretBox> =>
  unlockSecrets(deps, [resealServiceSecrets, resealEndpointSecrets, resealConnections]);

export interface ComposeOptions {
  config: Config;
  db: Knex;
  log: Logger;
  /** Clock for tests. The default is the clock of PostgreSQL, or of this machine with SQLite. */
  clock?: Clock;
  processMetrics?: boolean;
}

export interface Composed extends App {
  /** Routes for uploads to this machine's disk and downloads from it; null with S3. */
  storageRouter: Router | null;
  stopClock(): void;
}

/** Returns the clock for a short-lived process. PostgreSQL's time is read only at the start. */
export const clockOf = async (config: Config, db: Knex): Promise<Clock> =>
  config.databaseUrl === null ? steadyClock() : databaseClock(db);

/** Returns the clock of all processes of a database: PostgreSQL's, or this machine's with SQLite. */
async function sharedClock(
  { databaseUrl }: Config,
  db: Knex,
  log: Logger,
  metrics: App["metrics"],
): Promise<{ clock: Clock; stop(): void }> {
  if (databaseUrl === null) return { clock: steadyClock(), stop() {} };
  return followDatabaseClock(db, { log, onOffset: (seconds) => metrics.clockOffset.set(seconds) });
}

/** Opens the wake-ups of this process. Throws `ConfigError` if the direct URL is wrong or its login fails. */
async function wakeupsOf({
  config: { databaseUrl, databaseDirectUrl },
  db,
  log,
  metrics,
}: Pick<App, "config" | "db" | "log" | "metrics">): Promise<Wakeups> {
  if (databaseUrl === null) return localWakeups();
  const onMode = (mode: WakeupsMode) => {
    for (const one of ["listen", "poll"] as const)
      metrics.wakeupsMode.set({ mode: one }, one === mode ? 1 : 0);
  };
  try {
    return await postgresWakeups({ db, url: databaseUrl, directUrl: databaseDirectUrl, log, onMode });
  } catch (error) {
    if (databaseDirectUrl === null) throw error;
    throw new ConfigError(`RECADO_DATABASE_DIRECT_URL cannot be used: ${errorText(error)}`);
  }
}

/** Composes the service and chooses the adapters. The database must be open and migrated. */
export async function compose({
  config,
  db,
  log,
  clock: given,
  processMetrics,
}: ComposeOptions): Promise<Composed> {
  const metrics = createMetrics({ processMetrics });
  const { version, commit, schema } = readBuildInfo();
  metrics.buildInfo.set({ version, commit: commit ?? "unknown", schema }, 1);
  const secrets = await secretsOf({ config, db });
  const { clock, stop: stopClock } = given
    ? { clock: given, stop() {} }
    : await sharedClock(config, db, log, metrics);
  const { storage, disk, storeId } = await openFileStore({ config, db, secrets, clock });
  await checkFileStore({ config, db, log, metrics }, storeId);
  const ids = idMaker(clock);
  const mediaSecret = await serviceSecret({ db, secrets }, "media-signing", () =>
    randomBytes(32).toString("hex"),
  );
  const suppressionKey = await suppressionKeyOf({ db, secrets });
  const connections = liveConnections({ config, db, clock, log, secrets, mediaSecret });
  const wakeups = await wakeupsOf({ config, db, log, metrics });
  const effects = messageEffects(ids);
  const readinessDb = readinessDbOf(config, db);
  const primary = { primary: db, primaryForChecks: readinessDb };
  return {
    config,
    db,
    reads: longReadsOf(config),
    replica: await replicaOf(config, { log, metrics }, primary),
    clock,
    ids,
    messageEffects: effects,
    campaignEffects: campaignEffects(ids),
    inboundEffects: inboundEffects(ids),
    consentEffects: consentEffects(ids),
    log,
    metrics,
    foreground: new Foreground(),
    secrets,
    tracing: tracingOf({ config, log, metrics }),
    wakeups,
    hold: new WatchedHold({ db, log }),
    storage,
    storageRouter: disk && storageRouter(disk, uploadGate(db)),
    carriers: connections.carriers,
    connections,
    deliveryReports: new DeliveryReports({ db, clock, ids, log, metrics, wakeups, messageEffects: effects }),
    mediaSecret,
    suppressionKey,
    numbersToErase,
    readinessDb,
    consolePage: config.roles.includes("api") ? readBuiltPage() : null,
    stopClock,
  };
}

/** Minimum time between two log lines about traces that were not exported, in milliseconds. */
const LOG_DROPPED_EVERY_MS = 60_000;

/** Loads OpenTelemetry's packages only if traces are exported. */
function tracingOf({ config, log, metrics }: Pick<App, "config" | "log" | "metrics">): Tracing {
  if (config.traces === null) return NO_TRACING;
  const { otlpTracing } = require("../platform/tracing/otlp") as typeof Otlp;
  let loggedAt = -Infinity;
  return otlpTracing(config.traces, {
    version: readBuildInfo().version,
    onDropped(spans, reason) {
      metrics.traceSpansDropped.inc(spans);
      if (performance.now() - loggedAt < LOG_DROPPED_EVERY_MS) return;
      loggedAt = performance.now();
      log.warn({ err: reason, spans }, "failed to export trace spans");
    },
  });
}
