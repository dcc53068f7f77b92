import { anyOf } from "../platform/db/bulk";
import { type Db, rawRows, skipLocked } from "../platform/db/dialect";
import type { Instant } from "../platform/time";
import type { Job, JobKey, JobKind } from "./job";
import { jobsStatement, KIND } from "./jobs.store";

/** Where a job stands. */
export interface JobState {
  /** While it is leased: the end of the lease. */
  dueAt: Instant;
  leased: boolean;
}

/** How some jobs of an account stand, by their ids; those that are over are left out. */
export async function statesOfJobs(
  db: Db,
  kind: JobKind,
  accountId: string,
  ids: readonly string[],
): Promise<Map<string, JobState>> {
  if (ids.length === 0) return new Map();
  const rows = (await db("jobs")
    .where({ account_id: accountId })
    .whereRaw(`${KIND} = ?`, [kind])
    .where(anyOf(db, "id", "uuid", ids))
    .select("id", "due_at", "lease")) as { id: string; due_at: Instant; lease: string | null }[];
  return new Map(rows.map(({ id, due_at, lease }) => [id, { dueAt: due_at, leased: lease !== null }]));
}

/**
 * Has a job begin anew, whether it waits or is over, in the transaction that says so of what it is about. One that
 * somebody is at work on is left alone; answers whether it was not.
 */
export async function restartJob(trx: Db, job: Job, now: Instant): Promise<boolean> {
  const anew = ["due_at", "leases", "attempt", "weight", "payload"].map(
    (column) => `${column} = excluded.${column}`,
  );
  const statement = jobsStatement(
    trx,
    [job],
    `on conflict (account_id, id, kind) do update
       set lease = null, ready_at = null, again_at = null, ${anew.join(", ")}
     where jobs.lease is null or jobs.due_at <= ? returning id`,
  );
  const rows = statement ? await rawRows(trx, statement.sql, [...statement.bindings, now]) : [];
  return rows.length > 0;
}

/** Some of the jobs of a key. */
export interface SomeJobs extends JobKey {
  kind: JobKind;
  /** Only those with ids before this one. */
  before?: string;
  limit: number;
}

/** Ends jobs that nobody will do, without those that others hold at this moment; answers their ids. */
export async function dropJobs(
  trx: Db,
  { kind, accountId, key, before, limit }: SomeJobs,
): Promise<string[]> {
  const some = trx("jobs").where({ kind, account_id: accountId, key });
  if (before !== undefined) void some.where("id", "<", before);
  const rows = (await skipLocked(trx, some.select("id").limit(limit))) as { id: string }[];
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) {
    await trx("jobs")
      .where({ account_id: accountId })
      .whereRaw(`${KIND} = ?`, [kind])
      .where(anyOf(trx, "id", "uuid", ids))
      .delete();
  }
  return ids;
}
