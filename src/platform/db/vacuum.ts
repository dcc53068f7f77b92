import { statSync } from "node:fs";
import { dirname } from "node:path";
import { type Db, dialectOf, rawRows } from "./dialect";

// SQLite gives free pages back only in databases that were made for it, or rewritten since (`VACUUM`).

const INCREMENTAL = 2;
/** Up to this size a start rewrites the database by itself, in well under a second. */
const SMALL_BYTES = 64 * 1024 * 1024;

const pragma = async (db: Db, name: string): Promise<number> =>
  Number(Object.values((await rawRows<Record<string, unknown>>(db, `pragma ${name}`))[0] ?? {})[0]);

export type Switched = "done before" | "done now" | "too large";

/** Lets an older SQLite database give free pages back, where that takes no time to speak of. */
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
  await rewrite(db);
  await db.raw("pragma wal_checkpoint(truncate)");
  return { before, after: statSync(file).size };
}
