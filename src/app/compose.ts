import { randomBytes } from "node:crypto";
import { join } from "node:path";
import type { Router } from "express";
import type { Knex } from "knex";
import type { Logger } from "pino";
import type { App } from "./app";
import type { Carrier } from "../carriers/carrier";
import { sandboxCarrier } from "../carriers/sandbox/sandbox";
import { type Config, sqliteFile } from "./config";
import { prepareDataDir } from "./data-dir";
import { messageEffects } from "./effects";
import { openDatabase } from "../platform/db/connection";
import { type LongReads, longReads } from "../platform/db/reads/reads";
import { openSqliteReader } from "../platform/db/reads/sqlite-reader";
import { agreeOn } from "../platform/db/service-facts";
import { databaseClock, followDatabaseClock } from "../platform/db/database-clock";
import { Foreground } from "../platform/foreground";
import { idMaker } from "../platform/ids";
import { createMetrics } from "../platform/metrics";
import type { SecretBox } from "../platform/secrets/secret-box";
import { resealServiceSecrets, serviceSecret } from "../platform/secrets/service-secrets.store";
import { unlockSecrets } from "../platform/secrets/unlock";
import { uploadGate } from "../resources/files/upload-gate";
import { storageRouter } from "../storage/disk/disk.routes";
import { diskStorage } from "../storage/disk/disk-storage";
import { diskStoreId } from "../storage/disk/store-id";
import { steadyClock } from "../platform/steady-clock";
import type { Clock } from "../platform/time";
import { postgresWakeups } from "../queue/postgres-wakeups";
import { localWakeups } from "../queue/wakeups";
import { resealEndpointSecrets } from "../resources/webhooks/endpoint-secrets.store";

/** The database that the settings name. */
export function databaseOf(config: Config): Knex {
  if (config.databaseUrl === null) prepareDataDir(config.dataDir);
  return openDatabase({
    url: config.databaseUrl,
    sqliteFile: sqliteFile(config),
    poolSize: config.databasePool - readConnections(config),
  });
}

/** Of the connections that the process may hold, those for long reads: a quarter, and at least two. */
function readConnections({ databasePool, roles }: Config): number {
  if (!roles.includes("api")) return 0;
  return Math.max(databasePool < 4 ? 1 : 2, Math.floor(databasePool / 4));
}

/** What serves long reads: on SQLite a thread, on PostgreSQL connections of their own. */
function longReadsOf(config: Config): LongReads {
  const connections = config.databaseUrl === null ? 1 : Math.max(1, readConnections(config));
  const db =
    config.databaseUrl === null
      ? openSqliteReader(sqliteFile(config))
      : openDatabase({ url: config.databaseUrl, sqliteFile: "", poolSize: connections });
  return longReads({ db, connections });
}

/** Every carrier that this build knows. */
export function carriersOf(config: Config, clock: Clock, log: Logger): ReadonlyMap<string, Carrier> {
  const onError = (error: unknown) => log.error({ err: error }, "the sandbox's reports could not be stored");
  const all = [sandboxCarrier({ clock, delayMs: config.sandboxDelayMs, onError })];
  return new Map(all.map((carrier) => [carrier.name, carrier]));
}

/** The box for the secrets of the database, whose tables with secrets are all named here. */
export const secretsOf = (parts: Pick<App, "config" | "db">): Promise<SecretBox> =>
  unlockSecrets(parts, [resealServiceSecrets, resealEndpointSecrets]);

export interface ComposeOptions {
  config: Config;
  db: Knex;
  log: Logger;
  /** Instead of the database's, or on SQLite this machine's. */
  clock?: Clock;
  processMetrics?: boolean;
}

/** The parts of the service, and what its storage serves by itself. */
export interface Composed extends App {
  /** Takes uploads where files lie on this machine; null where they go elsewhere. */
  storageRouter: Router | null;
  /** Stops asking the database for the time. */
  stopClock(): void;
}

/** The time for a process that lives for seconds. */
export const clockOf = async (config: Config, db: Knex): Promise<Clock> =>
  config.databaseUrl === null ? steadyClock() : databaseClock(db);

/** The time that all processes of a database share. */
async function sharedClock(
  { databaseUrl }: Config,
  db: Knex,
  log: Logger,
  metrics: App["metrics"],
): Promise<{ clock: Clock; stop(): void }> {
  if (databaseUrl === null) return { clock: steadyClock(), stop() {} };
  return followDatabaseClock(db, { log, onOffset: (seconds) => metrics.clockOffset.set(seconds) });
}

/** The composition root: the one place where adapters are chosen. The database is open and migrated. */
export async function compose({
  config,
  db,
  log,
  clock: given,
  processMetrics,
}: ComposeOptions): Promise<Composed> {
  const metrics = createMetrics({ processMetrics });
  const secrets = await secretsOf({ config, db });
  const directory = join(config.dataDir, "files");
  await checkFileStore({ config, db, log, metrics }, directory);
  const { clock, stop: stopClock } = given
    ? { clock: given, stop() {} }
    : await sharedClock(config, db, log, metrics);
  const storage = diskStorage({
    directory,
    publicUrl: config.publicUrl,
    secret: await serviceSecret({ db, secrets }, "storage-signing", () => randomBytes(32).toString("hex")),
    clock,
  });
  const ids = idMaker(clock);
  return {
    config,
    db,
    reads: longReadsOf(config),
    clock,
    ids,
    messageEffects: messageEffects(ids),
    log,
    metrics,
    foreground: new Foreground(),
    secrets,
    wakeups:
      config.databaseUrl === null ? localWakeups() : await postgresWakeups(db, config.databaseUrl, log),
    storage,
    storageRouter: storageRouter(storage, uploadGate(db)),
    carriers: carriersOf(config, clock, log),
    stopClock,
  };
}

/**
 * Any number of processes share a PostgreSQL, and what is uploaded through one of them all have to find. Where this one
 * keeps files in a folder of its own, the log and a metric say so.
 */
async function checkFileStore(
  { config, db, log, metrics }: Pick<App, "config" | "db" | "log" | "metrics">,
  directory: string,
): Promise<void> {
  const id = diskStoreId(directory);
  const isShared = config.databaseUrl === null || (await agreeOn(db, "file-store", id)) === id;
  metrics.fileStoreShared.set(isShared ? 1 : 0);
  if (isShared) return;
  log.warn(
    { directory },
    "uploaded files lie apart: other processes of this database keep theirs in another folder, and neither finds the other's; put RECADO_DATA_DIR of all on one shared volume",
  );
}

/** The carrier that a first start sets up: no contract, no network. */
export function sandboxOf({ carriers }: Pick<App, "carriers">): Carrier {
  const sandbox = carriers.get("sandbox");
  if (!sandbox) throw new Error("this build has no sandbox carrier");
  return sandbox;
}
