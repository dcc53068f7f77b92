import { statSync } from "node:fs";
import { dirname } from "node:path";
import type { Db } from "./dialect";

/** The file's size before and after it was rewritten, in bytes. */
export interface Compacted {
  before: number;
  after: number;
}

/** Rewrites the SQLite file, as long as that takes, without what was deleted. Needs room for a second copy of it. */
export async function compactSqlite(db: Db, file: string): Promise<Compacted> {
  const before = statSync(file).size;
  // The copy goes beside the file: in memory it may be too large, and the system's own place may be anybody's.
  process.env.SQLITE_TMPDIR = dirname(file);
  await db.raw("pragma temp_store = FILE");
  // A file that was restored from a dump may not give free pages back yet: that takes effect with `VACUUM`.
  await db.raw("pragma auto_vacuum = INCREMENTAL");
  await db.raw("vacuum");
  await db.raw("pragma wal_checkpoint(truncate)");
  return { before, after: statSync(file).size };
}
