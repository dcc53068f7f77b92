import type { Knex } from "knex";

/** Returns whether a statement on the PostgreSQL database waits for a lock. */
export async function isLockAwaited(db: Knex): Promise<boolean> {
  const waiting = { datname: db.raw("current_database()"), wait_event_type: "Lock" };
  return (await db("pg_stat_activity").where(waiting)).length > 0;
}
