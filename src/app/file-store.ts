import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { ConfigError } from "../platform/config-error";
import { ensureSharedSetting, sharedSetting } from "../platform/db/shared-settings";
import { serviceSecret } from "../platform/secrets/service-secrets.store";
import type { Clock } from "../platform/time";
import { type DiskStorage, diskStorage } from "../storage/disk/disk-storage";
import { diskStoreId, storedDiskStoreId } from "../storage/disk/store-id";
import { openExistingS3Storage, openS3Storage } from "../storage/s3/open";
import type { Storage } from "../storage/storage";
import type { App } from "./app";
import type { Config } from "./config";

type StoreConfig = Pick<Config, "s3" | "dataDir" | "publicUrl">;

const folderOf = ({ dataDir }: Pick<Config, "dataDir">): string => join(dataDir, "files");

const randomSecret = (): string => randomBytes(32).toString("hex");

const storageSecret = (deps: Pick<App, "db" | "secrets">): Promise<string> =>
  serviceSecret(deps, "storage-signing", randomSecret);

interface FileStore {
  storage: Storage;
  storeId: string;
  /** The storage, if it is on this machine's disk; null with S3. */
  disk: DiskStorage | null;
}

/** Opens the file storage of the service. The first start stores the store id. */
export async function openFileStore({
  config,
  db,
  secrets,
  clock,
}: Pick<App, "config" | "db" | "secrets" | "clock">): Promise<FileStore> {
  if (config.s3 !== null) return { ...(await openS3Storage({ ...config.s3, clock })), disk: null };
  const directory = folderOf(config);
  const secret = await storageSecret({ db, secrets });
  const disk = diskStorage({ directory, publicUrl: config.publicUrl, secret, clock });
  return { storage: disk, storeId: diskStoreId(directory), disk };
}

/** Warns if this process stores files elsewhere than other processes, which must find every upload. */
export async function checkFileStore(
  { config, db, log, metrics }: Pick<App, "config" | "db" | "log" | "metrics">,
  storeId: string,
): Promise<void> {
  const isShared =
    config.databaseUrl === null || (await ensureSharedSetting(db, "file-store", storeId)) === storeId;
  metrics.fileStoreShared.set(isShared ? 1 : 0);
  if (isShared) return;
  const advice =
    config.s3 === null
      ? "use one bucket for all processes (RECADO_STORAGE=s3), or put RECADO_DATA_DIR of all processes on one shared volume"
      : "give all processes the same RECADO_STORAGE, RECADO_S3_BUCKET and RECADO_S3_PREFIX, and copy older files into the bucket with their store-id";
  log.warn({ ...(config.s3 ?? { directory: folderOf(config) }), advice }, "uploaded files are not shared");
}

/**
 * Opens the file storage with its stored id. Unlike `openFileStore`, stores no id where there is none.
 * Without a secret, the storage signs no URLs that the service accepts.
 */
async function existingStore(
  config: StoreConfig,
  { clock, secret = randomSecret() }: { clock: Clock; secret?: string },
): Promise<{ storage: Storage; storeId: string | null }> {
  const { s3, publicUrl } = config;
  if (s3 !== null) return openExistingS3Storage({ ...s3, clock });
  const directory = folderOf(config);
  const storage = diskStorage({ directory, publicUrl, secret, clock });
  return { storage, storeId: storedDiskStoreId(directory) };
}

/** Returns the file storage for a probe. It signs no URLs that the service accepts. */
export const storageForProbe = async (config: StoreConfig, clock: Clock): Promise<Storage> =>
  (await existingStore(config, { clock })).storage;

/** Returns the store id that the database's processes share; null before the first start, or on SQLite. */
const serviceStoreId = async ({ config, db }: Pick<App, "config" | "db">): Promise<string | null> =>
  config.databaseUrl === null ? null : sharedSetting(db, "file-store");

const storeSettings = ({ s3 }: StoreConfig): string =>
  s3 === null
    ? "RECADO_STORAGE and RECADO_DATA_DIR"
    : "RECADO_STORAGE, RECADO_S3_BUCKET and RECADO_S3_PREFIX";

const storePlace = (config: StoreConfig): string => {
  const { s3 } = config;
  return s3 === null ? folderOf(config) : `the bucket ${s3.bucket}${s3.prefix && ` below ${s3.prefix}`}`;
};

/**
 * Returns the storage for a short-lived process. Throws `ConfigError` if the service stores files elsewhere:
 * the process would not find them.
 */
export async function storageOf({
  config,
  db,
  secrets,
  clock,
}: Pick<App, "config" | "db" | "secrets" | "clock">): Promise<Storage> {
  const secret = config.s3 === null ? await storageSecret({ db, secrets }) : undefined;
  const { storage, storeId } = await existingStore(config, { clock, secret });
  const ofService = await serviceStoreId({ config, db });
  if (ofService === null || ofService === storeId) return storage;
  const place = storePlace(config);
  throw new ConfigError(
    `${storeSettings(config)} must match the service's settings. The service's files have the store-id ${ofService}, and ${place} has ${storeId === null ? "no store-id" : `the store-id ${storeId}`}. Correct the settings; if you moved the files to ${place}, write ${ofService} into its file store-id`,
  );
}

/** Place and settings of a file storage, and whether it is the one of the service. */
export interface StoreComparison {
  isShared: boolean;
  place: string;
  settings: string;
}

/** Compares the file storage of the settings with that of the processes of the database. Stores nothing. */
export async function compareFileStore({
  config,
  db,
  clock,
}: Pick<App, "config" | "db" | "clock">): Promise<StoreComparison> {
  const { storeId } = await existingStore(config, { clock });
  const ofService = await serviceStoreId({ config, db });
  return {
    isShared: ofService === null || ofService === storeId,
    place: storePlace(config),
    settings: storeSettings(config),
  };
}
