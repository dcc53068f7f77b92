import { statSync } from "node:fs";
import { dirname } from "node:path";
import { type Db, dialectOf, rawRows } from "./dialect";

// SQLite releases free pages only in databases created for it, or rewritten since (`VACUUM`).

const INCREMENTAL = 2;
/** Size up to which the start rewrites the database, in well under a second. */
const SMALL_BYTES = 64 * 1024 * 1024;

const pragma = async (db: Db, name: string): Promise<number> =>
  Number(Object.values((await rawRows<Record<string, unknown>>(db, `pragma ${name}`))[0] ?? {})[0]);

export type Switched = "done before" | "done now" | "too large";

/** Switches an older SQLite database to incremental vacuum if it is small. */
export async function switchToIncrementalVacuum(db: Db): Promise<Switched> {
  if (dialectOf(db) !== "sqlite" || (await pragma(db, "auto_vacuum")) === INCREMENTAL) return "done before";
  if ((await pragma(db, "page_count")) * (await pragma(db, "page_size")) > SMALL_BYTES) return "too large";
  await rewrite(db);
  return "done now";
}

async function rewrite(db: Db): Promise<void> {
  await db.raw("pragma auto_vacuum = INCREMENTAL");
  await db.raw("vacuum");
}

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
  await rewrite(db);
  await db.raw("pragma wal_checkpoint(truncate)");
  return { before, after: statSync(file).size };
}
