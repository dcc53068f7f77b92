import { bulkInsert, type Columns, insertStatement, type Statement } from "../platform/db/bulk";
import { type Db, lockRows, shareName, typedBind } from "../platform/db/dialect";
import type { Instant } from "../platform/time";
import { type Job, type JobKey, type JobKind, PARKED } from "./job";

export interface JobRow {
  account_id: string;
  kind: JobKind;
  id: string;
  key: string;
  priority: number;
  due_at: number;
  ready_at: number | null;
  lease: string;
  leases: number;
  attempt: number;
  weight: number;
  tag: string | null;
  created_at: number;
  not_before: number | null;
  payload: string;
}

export const COLUMNS: Columns = {
  account_id: "uuid",
  kind: "text",
  id: "uuid",
  key: "uuid",
  priority: "smallint",
  due_at: "bigint",
  leases: "integer",
  attempt: "integer",
  weight: "integer",
  tag: "uuid",
  created_at: "bigint",
  not_before: "bigint",
  payload: "text",
};

/**
 * SQL expression for the kind in lookups by account and id. The concatenation keeps the planner from using
 * the index of due jobs, in which it would read all jobs of the account.
 */
export const KIND = "kind || ''";

const toRow = (job: Job) => ({
  account_id: job.accountId,
  kind: job.kind,
  id: job.id,
  key: job.key,
  priority: job.priority,
  due_at: job.dueAt,
  leases: 0,
  attempt: job.attempt,
  weight: job.weight,
  tag: job.tag,
  created_at: job.createdAt,
  not_before: job.notBefore ?? null,
  payload: JSON.stringify(job.payload ?? null),
});

export const toJob = <P>(row: Omit<JobRow, "lease">): Job<P> => ({
  accountId: row.account_id,
  kind: row.kind,
  id: row.id,
  key: row.key,
  priority: row.priority,
  dueAt: row.due_at,
  attempt: row.attempt,
  weight: row.weight,
  tag: row.tag,
  createdAt: row.created_at,
  notBefore: row.not_before,
  payload: JSON.parse(row.payload) as P,
});

/** Inserts jobs in the transaction that requires the work. */
export async function enqueueJobs(trx: Db, jobs: readonly Job[]): Promise<void> {
  await bulkInsert(trx, "jobs", COLUMNS, jobs.map(toRow));
}

/** Returns an insert of jobs, or null for no jobs. Appends `suffix` unchanged (`on conflict …`). */
export const jobsStatement = (db: Db, jobs: readonly Job[], suffix?: string): Statement | null =>
  insertStatement(db, "jobs", COLUMNS, jobs.map(toRow), suffix);

/** A job of a kind that has one job per key. */
export interface Schedule extends JobKey {
  kind: JobKind;
  dueAt: Instant;
  priority?: number;
  weight?: number;
  tag?: string | null;
  payload?: unknown;
}

/** SQL expression for the lock name that `scheduleJob` shares and `leaseJobs` checks. */
export const SCHEDULE_NAME = "'job ' || jobs.kind || ' ' || jobs.account_id || ' ' || jobs.key";
/**
 * Ensures that the key's job is due at `dueAt` or earlier, once the transaction has committed. The kind must
 * have one job per key. Creates the job or brings its due time forward. Does not lock a job that is due
 * earlier.
 *
 * If the job is leased now, `again_at` makes it run again. The transaction holds a shared lock on the job's
 * name until it commits. If another process leases the job before the commit, `leaseJobs` finds this lock and
 * sets `again_at`.
 */
export async function scheduleJob(trx: Db, schedule: Schedule, now: Instant): Promise<void> {
  const { kind, accountId, key, dueAt } = schedule;
  const { priority = 0, weight = 1, tag = null, payload = null } = schedule;
  const times = { attempt: 0, dueAt, createdAt: now };
  const row = toRow({ kind, accountId, key, id: key, priority, weight, tag, payload, ...times });
  await shareName(trx, `job ${kind} ${accountId} ${key}`);
  for (;;) {
    const made = await trx("jobs")
      .insert(row)
      .onConflict(["account_id", "kind", "id"])
      .ignore()
      .returning("id");
    if (made.length > 0) return;
    const job = trx("jobs").where({ kind, account_id: accountId, key, id: key });
    const brought = await job
      .clone()
      .whereRaw("case when lease is null then due_at else coalesce(again_at, ?) end > ?", [PARKED, dueAt])
      .update({
        due_at: trx.raw(`case when lease is null then ${typedBind(trx, "bigint")} else due_at end`, [dueAt]),
        again_at: trx.raw(`case when lease is null then null else ${typedBind(trx, "bigint")} end`, [dueAt]),
      });
    // If the job no longer exists, a worker has settled it in between: insert it again.
    if (brought > 0 || (await job.first("id"))) return;
  }
}

/**
 * Makes the jobs with a tag due now, also parked jobs, but no leased jobs. After the commit, the caller must
 * notify the workers of the jobs' keys.
 */
export async function makeJobsDue(trx: Db, accountId: string, tag: string, now: Instant): Promise<void> {
  const waiting = trx("jobs").where({ account_id: accountId, tag, lease: null }).where("due_at", ">", now);
  // Locks the jobs in id order, as `lockJobs` does, to prevent deadlocks.
  const ids = (await lockRows(trx, waiting.clone().orderBy("id").select("id"))) as { id: string }[];
  if (ids.length > 0) await waiting.update({ due_at: now });
}

export async function resumeJobs(trx: Db, accountId: string, tag: string, now: Instant): Promise<void> {
  await trx("jobs").where({ account_id: accountId, tag, due_at: PARKED }).update({ due_at: now });
}
