import type { Db } from "./dialect";

// A build is named by its newest migration. The one row of `schema_compatibility` names the oldest build that works on
// the schema as it is; migrations/README.md says when a migration has to raise it.

const TABLE = "schema_compatibility";

/** The oldest build that works on the schema; null where nobody has said so. */
export async function oldestBuildFor(db: Db): Promise<string | null> {
  if (!(await db.schema.hasTable(TABLE))) return null;
  const row = (await db(TABLE).first("oldest_build")) as { oldest_build: string } | undefined;
  return row?.oldest_build ?? null;
}

/** To be called by a migration after which older builds than this one must not go on. */
export async function requireBuild(trx: Db, oldestBuild: string): Promise<void> {
  await trx(TABLE).update({ oldest_build: oldestBuild });
}
