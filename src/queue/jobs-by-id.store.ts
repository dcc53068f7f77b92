import { anyOf } from "../platform/db/bulk";
import { beginWrite, type Db, lockRows, rawRows, skipLocked, typedBind } from "../platform/db/dialect";
import type { Instant } from "../platform/time";
import type { Job, JobKey, JobKind } from "./job";
import { type JobRow, jobsStatement, KIND, toJob } from "./jobs.store";
import { LEASE_MS } from "./lease-lengths";

export interface JobState {
  /** Due time, or the end of the lease if the job is leased. */
  dueAt: Instant;
  leased: boolean;
}

/** Returns the states of an account's jobs by id. Finished jobs are absent. */
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

/** A job with its lease, which may have expired. The lease is null while the job waits. */
export interface LockedJob<P> extends Job<P> {
  lease: string | null;
  /** Number of leases since the last orderly release, including the current one. */
  leases: number;
}

/** Locks and returns jobs by id. While they are locked, no process leases, settles or releases them. */
export async function lockJobs<P>(
  trx: Db,
  kind: JobKind,
  accountId: string,
  ids: readonly string[],
): Promise<LockedJob<P>[]> {
  await beginWrite(trx);
  const query = trx("jobs")
    .where({ account_id: accountId })
    .whereRaw(`${KIND} = ?`, [kind])
    .where(anyOf(trx, "id", "uuid", ids))
    .orderBy("id");
  const rows = (await lockRows(trx, query)) as JobRow[];
  return rows.map((row) => ({ ...toJob<P>(row), lease: row.lease ?? null, leases: row.leases }));
}

/** Inserts or resets jobs, except jobs with a valid lease. Returns the ids of inserted and reset jobs. */
export async function restartJobs(trx: Db, jobs: readonly Job[], now: Instant): Promise<Set<string>> {
  const assignments = ["due_at", "leases", "attempt", "weight", "created_at", "payload"].map(
    (column) => `${column} = excluded.${column}`,
  );
  const statement = jobsStatement(
    trx,
    jobs,
    `on conflict (account_id, id, kind) do update
       set lease = null, ready_at = null, again_at = null, ${assignments.join(", ")}
     where jobs.lease is null or jobs.due_at <= ? returning id`,
  );
  const rows = statement
    ? await rawRows<{ id: string }>(trx, statement.sql, [...statement.bindings, now])
    : [];
  return new Set(rows.map(({ id }) => id));
}

/**
 * Makes a leased job due again when its lease ends, and resets its attempts. `restartJobs` must have locked
 * and skipped the job in the same transaction.
 */
export function restartAfterLease(
  trx: Db,
  { accountId, kind, id }: Pick<Job, "accountId" | "kind" | "id">,
  now: Instant,
): Promise<number> {
  const bigint = typedBind(trx, "bigint");
  // At most the time of the last lease or renewal by the leaseholder's clock: `releaseJobs` ignores an
  // `again_at` after the job's next due time.
  const againAt = `case when due_at - ${bigint} < ${bigint} then due_at - ${bigint} else ${bigint} end`;
  const leaseMs = LEASE_MS[kind];
  return trx("jobs")
    .where({ account_id: accountId, id })
    .whereRaw(`${KIND} = ?`, [kind])
    .update({ again_at: trx.raw(againAt, [leaseMs, now, leaseMs, now]), attempt: 0, created_at: now });
}

interface SomeJobs extends JobKey {
  kind: JobKind;
  /** Upper bound of the job ids, exclusive. */
  before?: string;
  limit: number;
}

/**
 * Deletes jobs without running them, and returns the ids of the deleted jobs. Skips jobs that another
 * transaction has locked.
 */
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
