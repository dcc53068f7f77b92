import { join } from "node:path";
import type { ArchivedFile } from "../platform/archive";
import { secretKeyFile } from "../platform/secrets/unlock";
import { type Config, sqliteFile } from "./config";
import { firstKeyFile } from "./first-start";

/** A reason why a backup cannot be made or restored. The operator sees the message. */
export class BackupError extends Error {
  override readonly name = "BackupError";
}

export const MANIFEST = "manifest.json";
export const DATABASE = "recado.sqlite";
export const SECRET_KEY = "secret-key";
export const FIRST_KEY = "api-key";
/** Folder of uploaded files, in the data directory and in the archive. */
export const FILES = "files";

/** Version of the archive's layout. A build restores only archives with its own version. */
export const FORMAT = 1;

/** Description of a backup, the last entry of the archive. */
export interface Manifest {
  format: number;
  created_at: string;
  /** Version and commit of the build that made the backup. */
  version: string;
  commit: string | null;
  /** Name of the newest migration of the database. */
  schema: string;
  /** Place of the service's secret key: `file` is in the backup, `setting` is RECADO_SECRET_KEY. */
  secret_key: "file" | "setting";
  /** Place of uploaded files. The backup contains files on `disk`, and no files in `s3`. */
  storage: "disk" | "s3";
  counts: { accounts: number; contacts: number; messages: number; jobs: number };
  files: ArchivedFile[];
}

/** Returns the paths of the key files, by their names in the archive. */
export const singleFiles = (config: Pick<Config, "dataDir">): Record<string, string> => ({
  [SECRET_KEY]: secretKeyFile(config.dataDir),
  [FIRST_KEY]: firstKeyFile(config.dataDir),
});

/** Returns the accounts' files in a backup, without the storage's own `store-id`. */
export const storedFiles = ({ files }: Pick<Manifest, "files">): ArchivedFile[] =>
  files.filter(({ name }) => name.startsWith(`${FILES}/`) && name.split("/").length > 2);

export const filesFolder = ({ dataDir }: Pick<Config, "dataDir">) => join(dataDir, FILES);

/** Returns whether a backup may contain an entry. Rejects names that lead out of the data directory. */
export const isBackupEntry = (name: string): boolean =>
  [MANIFEST, DATABASE, SECRET_KEY, FIRST_KEY].includes(name) ||
  (name.startsWith(`${FILES}/`) && /^[\w.-]+(\/[\w-][\w.-]*)+$/.test(name));

export function requireSqlite(config: Config, instead: string): string {
  if (config.databaseUrl === null) return sqliteFile(config);
  throw new BackupError(`This command is for SQLite; for PostgreSQL use ${instead}`);
}
