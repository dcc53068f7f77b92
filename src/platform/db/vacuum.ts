import { statSync } from "node:fs";
import type { Db } from "./dialect";

/** Size of the file before and after the rewrite, in bytes. */
interface Compacted {
  before: number;
  after: number;
}

/**
 * Rewrites the SQLite file without deleted data. Needs disk space for two copies: a temporary file and the
 * log.
 */
export async function compactSqlite(db: Db, file: string): Promise<Compacted> {
  const before = statSync(file).size;
  // The copy may not fit into memory. SQLite writes it into the directory of the file (sqlite.ts).
  await db.raw("pragma temp_store = FILE");
  // A file restored from a dump may have another `auto_vacuum` mode, which changes only with `VACUUM`.
  await db.raw("pragma auto_vacuum = INCREMENTAL");
  await db.raw("vacuum");
  await db.raw("pragma wal_checkpoint(truncate)");
  return { before, after: statSync(file).size };
}
