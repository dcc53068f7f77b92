import { existsSync } from "node:fs";
import { readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Knex } from "knex";
import { ArchiveError, type ArchivedFile, extractArchive } from "../platform/archive";
import { emptyLog } from "../platform/db/sqlite-copy";
import { schemaState } from "../platform/db/migrate";
import { lockDirectory } from "../platform/db/process-lock";
import { makePrivateDirectory } from "../platform/private-files";
import { steadyClock } from "../platform/steady-clock";
import { held } from "../queue/hold";
import { changeHold } from "../queue/hold.store";
import {
  BackupError,
  DATABASE,
  FORMAT,
  isBackupEntry,
  MANIFEST,
  type Manifest,
  requireSqlite,
} from "./backup-manifest";
import type { Config } from "./config";
import { prepareDataDir } from "./data-dir";

/** Folder of an incomplete restore, in the data directory. */
const PART = "restore.part";

/** Matches entries without data: the lock's files, an interrupted restore, and a disk's own folder. */
const NO_DATA = /^(recado\.(lock(-journal)?|pid)|restore\.part|lost\+found)$/;

export interface RestoreParts {
  config: Config;
  databaseOf(config: Config): Knex;
}

/**
 * Restores a backup into an empty data directory, with the queue held. Verifies everything before the first
 * file gets its place, and moves the database last. Throws `BackupError` if that is impossible.
 */
export async function restoreBackup({ config, databaseOf }: RestoreParts, file: string): Promise<Manifest> {
  requireSqlite(config, "pg_restore");
  if (!existsSync(file)) throw new BackupError(`${file} does not exist`);
  const { dataDir } = config;
  prepareDataDir(dataDir);
  const lock = await lockDirectory(dataDir);
  const part = join(dataDir, PART);
  try {
    await requireEmpty(dataDir);
    await rm(part, { recursive: true, force: true });
    makePrivateDirectory(part);
    const manifest = verified(file, await extracted(file, part), await manifestIn(part));
    await holdQueue(databaseOf({ ...config, dataDir: part }));
    await rm(join(part, MANIFEST));
    for (const name of (await readdir(part)).sort(
      (a, b) => Number(a === DATABASE) - Number(b === DATABASE),
    )) {
      await rename(join(part, name), join(dataDir, name));
    }
    return manifest;
  } finally {
    await rm(part, { recursive: true, force: true });
    lock.release();
  }
}

async function requireEmpty(dataDir: string): Promise<void> {
  const found = (await readdir(dataDir)).filter((name) => !NO_DATA.test(name));
  if (found.length === 0) return;
  throw new BackupError(
    `The data directory ${dataDir} contains ${found.sort()[0]}: restore into an empty directory (RECADO_DATA_DIR)`,
  );
}

const unusable = (file: string, reason: string) => new BackupError(`${file} cannot be restored: ${reason}`);

async function extracted(file: string, directory: string): Promise<Map<string, ArchivedFile>> {
  try {
    return await extractArchive(file, directory, isBackupEntry);
  } catch (error) {
    if (error instanceof ArchiveError) throw unusable(file, error.message);
    throw error;
  }
}

async function manifestIn(directory: string): Promise<Manifest | null> {
  const path = join(directory, MANIFEST);
  return existsSync(path) ? (JSON.parse(await readFile(path, "utf8")) as Manifest) : null;
}

/** Compares the extracted files with the manifest. */
function verified(file: string, files: Map<string, ArchivedFile>, manifest: Manifest | null): Manifest {
  if (manifest === null) throw unusable(file, "it is incomplete");
  if (manifest.format !== FORMAT)
    throw unusable(file, "a newer build made it; use that build or a later one");
  const differs = manifest.files.find(({ name, sha256, bytes }) => {
    const found = files.get(name);
    return found?.sha256 !== sha256 || found.bytes !== bytes;
  });
  if (differs) throw unusable(file, `its entry ${differs.name} is damaged`);
  if (files.size !== manifest.files.length + 1)
    throw unusable(file, "it contains files that its manifest lacks");
  if (!files.has(DATABASE)) throw unusable(file, "it contains no database");
  return manifest;
}

/** Stores the hold in the extracted database, and closes it. Rejects the schema of a newer build. */
async function holdQueue(db: Knex): Promise<void> {
  try {
    const schema = await schemaState(db);
    if (schema.kind === "ahead") throw new BackupError(schema.reason);
    await changeHold(db, (hold) => held(hold, steadyClock().now()));
    await emptyLog(db);
  } finally {
    await db.destroy();
  }
}
