import { constants, existsSync } from "node:fs";
import { readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Knex } from "knex";
import { ArchiveError, type ArchivedFile, extractArchive } from "../platform/archive";
import { emptyLog } from "../platform/db/sqlite-copy";
import { schemaState } from "../platform/db/migrate";
import { lockDirectory } from "../platform/db/process-lock";
import { flushDirectory, isAccessible, makePrivateDirectory } from "../platform/private-files";
import { steadyClock } from "../platform/steady-clock";
import { held } from "../queue/hold";
import { changeHold } from "../queue/hold.store";
import {
  BackupError,
  DATABASE,
  FILES,
  FIRST_KEY,
  FORMAT,
  isBackupEntry,
  MANIFEST,
  type Manifest,
  requireSqlite,
  SECRET_KEY,
} from "./backup-manifest";
import type { Config } from "./config";
import { isRestoreIncomplete, prepareDataDir, RESTORE_PART } from "./data-dir";

/** Matches entries without data: the lock's files, an interrupted restore, and a disk's `lost+found`. */
const NO_DATA = /^(recado\.(lock(-journal)?|pid)|restore\.part|lost\+found)$/;

/**
 * Entries that an interrupted restore may have moved into the data directory. All are from the backup, so the
 * repeated restore deletes them.
 */
const BESIDE_DATABASE: readonly string[] = [FILES, SECRET_KEY, FIRST_KEY];

interface RestoreDeps {
  config: Config;
  databaseOf(config: Config): Knex;
}

/**
 * Restores a backup into an empty data directory and holds the queue. Verifies everything before it moves the
 * first file into place, and moves the database last. Throws `BackupError` if the restore is impossible.
 * After an interruption, the service does not start on the directory until the restore is repeated.
 */
export async function restoreBackup({ config, databaseOf }: RestoreDeps, file: string): Promise<Manifest> {
  requireSqlite(config, "pg_restore");
  if (!existsSync(file)) throw new BackupError(`${file} does not exist`);
  if (!isAccessible(file, constants.R_OK)) throw new BackupError(`This user may not read ${file}`);
  const { dataDir } = config;
  prepareDataDir(dataDir);
  const lock = await lockDirectory(dataDir);
  const part = join(dataDir, RESTORE_PART);
  const removePart = () => rm(part, { recursive: true, force: true });
  try {
    const left = isRestoreIncomplete(config) ? BESIDE_DATABASE : [];
    await requireEmpty(dataDir, left);
    for (const name of left) await rm(join(dataDir, name), { recursive: true, force: true });
    await removePart();
    const manifest = await extractHeld(file, part, () => databaseOf({ ...config, dataDir: part })).catch(
      async (error: unknown) => {
        await removePart();
        throw error;
      },
    );
    await moveAll(part, dataDir);
    await removePart();
    return manifest;
  } finally {
    lock.release();
  }
}

async function extractHeld(file: string, part: string, open: () => Knex): Promise<Manifest> {
  makePrivateDirectory(part);
  const manifest = verified(file, await extracted(file, part), await manifestIn(part));
  await holdQueue(open());
  await rm(join(part, MANIFEST));
  await flushTree(part);
  return manifest;
}

/** Moves the extracted files to their place, the database last. A power cut keeps this order. */
async function moveAll(part: string, dataDir: string): Promise<void> {
  flushDirectory(dataDir);
  const move = (name: string) => rename(join(part, name), join(dataDir, name));
  for (const name of await readdir(part)) if (name !== DATABASE) await move(name);
  flushDirectory(dataDir);
  await move(DATABASE);
  flushDirectory(dataDir);
}

async function flushTree(directory: string): Promise<void> {
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    if (entry.isDirectory()) await flushTree(join(directory, entry.name));
  }
  flushDirectory(directory);
}

async function requireEmpty(dataDir: string, left: readonly string[]): Promise<void> {
  const found = (await readdir(dataDir)).filter((name) => !NO_DATA.test(name) && !left.includes(name));
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
