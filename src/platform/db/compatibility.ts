import type { Db } from "./dialect";

// A build is identified by its newest migration. `schema_compatibility` has one row: the oldest build that
// works with the schema. migrations/README.md says when a migration must raise the oldest build.

const TABLE = "schema_compatibility";

/** Returns the oldest build that works with the schema, or null if none is recorded. */
export async function oldestBuildFor(db: Db): Promise<string | null> {
  if (!(await db.schema.hasTable(TABLE))) return null;
  const row = (await db(TABLE).first("oldest_build")) as { oldest_build: string } | undefined;
  return row?.oldest_build ?? null;
}

/**
 * Raises the oldest build that works with the schema. A migration that older builds do not support must call
 * this function. No migration calls it yet.
 */
export async function requireBuild(trx: Db, oldestBuild: string): Promise<void> {
  await trx(TABLE).update({ oldest_build: oldestBuild });
}
