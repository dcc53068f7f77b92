import type { Db } from "./dialect";

// A build is identified by its newest migration. The single row of `schema_compatibility` names the oldest
// build that works with the current schema; migrations/README.md says when a migration must raise it.

const TABLE = "schema_compatibility";

/** Returns the oldest build that works with the schema, or null if the table does not exist or is empty. */
export async function oldestBuildFor(db: Db): Promise<string | null> {
  if (!(await db.schema.hasTable(TABLE))) return null;
  const row = (await db(TABLE).first("oldest_build")) as { oldest_build: string } | undefined;
  return row?.oldest_build ?? null;
}

/**
 * Raises the oldest supported build. A migration calls it when older builds no longer work with its schema.
 */
export async function requireBuild(trx: Db, oldestBuild: string): Promise<void> {
  await trx(TABLE).update({ oldest_build: oldestBuild });
}
