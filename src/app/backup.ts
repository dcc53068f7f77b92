import { constants, existsSync } from "node:fs";
import { readdir, rename, rm } from "node:fs/promises";
import { dirname, join, resolve, sep } from "node:path";
import type { Knex } from "knex";
import { ArchiveWriter, type ArchivedFile } from "../platform/archive";
import { contentOf, copySqlite } from "../platform/db/sqlite-copy";
import { flush, isAccessible, makePrivateFile } from "../platform/private-files";
import { type Clock, toExactTimestamp } from "../platform/time";
import { INCOMING } from "../storage/key";
import {
  BackupError,
  DATABASE,
  FILES,
  filesFolder,
  FORMAT,
  isBackupEntry,
  MANIFEST,
  type Manifest,
  requireSqlite,
  SECRET_KEY,
  singleFiles,
} from "./backup-manifest";
import { readBuildInfo } from "./build-info";
import type { Config } from "./config";

const COUNTED = ["accounts", "contacts", "messages", "jobs"] as const;

interface BackupDeps {
  config: Config;
  db: Knex;
  clock: Clock;
}

/**
 * Writes the database, the uploaded files and the keys into a new archive, while the service may be running.
 * Needs disk space for a copy of the database beside the archive. A failure leaves no file.
 */
export async function makeBackup({ config, db, clock }: BackupDeps, file: string): Promise<Manifest> {
  requireSqlite(config, "pg_dump");
  requireNewFile(config, file);
  const part = `${file}.${process.pid}.part`;
  const copy = `${file}.${process.pid}.copy`;
  try {
    makePrivateFile(copy);
    await copySqlite(db, copy);
    // All data in the copy was written before this instant.
    const manifest = await archive(config, { part, copy }, clock.now());
    await flush(part);
    requireNewFile(config, file);
    await rename(part, file);
    await flush(dirname(resolve(file)));
    return manifest;
  } finally {
    await Promise.all([part, copy].map((path) => rm(path, { force: true })));
  }
}

function requireNewFile(config: Config, file: string): void {
  const folder = dirname(resolve(file));
  if (!existsSync(folder)) throw new BackupError(`The folder ${folder} does not exist`);
  if (!isAccessible(folder, constants.W_OK | constants.X_OK)) {
    throw new BackupError(`This user may not write to the folder ${folder}: choose another one`);
  }
  if (existsSync(file)) throw new BackupError(`${file} exists: choose the name of a new file`);
  if (`${folder}${sep}`.startsWith(`${resolve(filesFolder(config))}${sep}`)) {
    throw new BackupError(`${file} must be outside of ${filesFolder(config)}, which is part of the backup`);
  }
}

/** Archives the database before the files: a file that is uploaded in between is superfluous, not missing. */
async function archive(
  config: Config,
  { part, copy }: { part: string; copy: string },
  createdAt: number,
): Promise<Manifest> {
  const writer = new ArchiveWriter(part);
  try {
    const files: ArchivedFile[] = [];
    const add = async (name: string, path: string) => {
      const added = await writer.addFile(name, path);
      if (added) files.push(added);
    };
    await add(DATABASE, copy);
    for (const [name, path] of Object.entries(singleFiles(config))) {
      // If RECADO_SECRET_KEY is set, the backup must not contain the file `secret-key`, which may hold an
      // earlier key.
      if (name !== SECRET_KEY || config.secretKey === null) await add(name, path);
    }
    if (config.s3 === null) {
      const folder = filesFolder(config);
      for await (const path of filesIn(folder)) {
        const name = `${FILES}/${path}`;
        if (isBackupEntry(name)) await add(name, join(folder, path));
      }
    }
    const { version, commit } = readBuildInfo();
    const hasKey = files.some(({ name }) => name === SECRET_KEY);
    const manifest: Manifest = {
      format: FORMAT,
      created_at: toExactTimestamp(createdAt),
      version,
      commit,
      ...contentOf(copy, COUNTED),
      secret_key: hasKey ? "file" : "setting",
      storage: config.s3 === null ? "disk" : "s3",
      files,
    };
    await writer.addText(MANIFEST, `${JSON.stringify(manifest, null, 2)}\n`, new Date(createdAt));
    await writer.close();
    return manifest;
  } catch (error) {
    await writer.abort();
    throw error;
  }
}

/** Returns the paths of the uploaded files, relative to the folder. Skips incomplete uploads. */
async function* filesIn(folder: string): AsyncGenerator<string> {
  if (!existsSync(folder)) return;
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isFile()) yield entry.name;
    if (!entry.isDirectory() || entry.name === INCOMING) continue;
    for await (const name of filesIn(join(folder, entry.name))) yield `${entry.name}/${name}`;
  }
}
