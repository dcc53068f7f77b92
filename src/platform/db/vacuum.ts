import { statSync } from "node:fs";
import { dirname } from "node:path";
import type { Db } from "./dialect";

/** Size of the file before and after the rewrite, in bytes. */
export interface Compacted {
  before: number;
  after: number;
}

/**
 * Rewrites the SQLite file without deleted data. Needs disk space for a second copy and takes as long as the
 * copy.
 */
export async function compactSqlite(db: Db, file: string): Promise<Compacted> {
  const before = statSync(file).size;
  // The copy goes into the same directory: it may not fit into memory, and the system's temporary directory
  // may be open to other users.
  process.env.SQLITE_TMPDIR = dirname(file);
  await db.raw("pragma temp_store = FILE");
  // A file that was restored from a dump may not give free pages back yet: that takes effect with `VACUUM`.
  await db.raw("pragma auto_vacuum = INCREMENTAL");
  await db.raw("vacuum");
  await db.raw("pragma wal_checkpoint(truncate)");
  return { before, after: statSync(file).size };
}
