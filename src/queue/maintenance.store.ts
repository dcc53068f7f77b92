import { orderedJoin, rowsNamed } from "../platform/db/bulk";
import { type Db, rawChanges, rawRows, typedBind } from "../platform/db/dialect";
import { joinFirst } from "../platform/db/first-of-each";
import { type Instant, latestPlausible } from "../platform/time";
import { type Hold, leasable as releasedBy, NOT_HELD } from "./hold";
import { KIND } from "./jobs.store";
import { type JobKey, type JobKind, PARKED, prioritiesOf } from "./job";
import { dueOf, FIRST_KEY, keysOfKind, type Leasable } from "./ready-keys.store";

/**
 * Ends the leases of all jobs now, except `privacy` jobs, whose lease a running `recado person` may hold.
 * Requires that this process is the only service on the database, so that all other leaseholders have ended.
 */
export async function endAllLeases(db: Db, now: Instant): Promise<void> {
  await db("jobs")
    .whereNotNull("lease")
    .andWhereNot({ kind: "privacy" })
    .andWhere("due_at", ">", now)
    .update({ due_at: now });
}

/** Maximum times from now to the due time of a kind's jobs, in milliseconds. */
export interface Longest {
  /** Maximum for waiting jobs. */
  pause: number;
  /** Maximum for waiting jobs that were never tried; `pause` if absent. */
  first?: number;
  /** Maximum for leased jobs, which are due at the end of the lease. */
  lease: number;
}

/**
 * Corrects due times of a kind that a fast clock has stored: due times later than the longest pause or lease
 * allows. Waiting jobs become due now, and leases run for their full length from now. These jobs' creation
 * times are set to now if they are in the future. Due times that a request chose stay, because they do not
 * depend on a clock. Returns the number of corrected jobs.
 */
export async function boundJobs(
  trx: Db,
  kind: JobKind,
  { pause, first = pause, lease }: Longest,
  now: Instant,
): Promise<number> {
  const bigint = typedBind(trx, "bigint");
  const { rows, selected } = rowsNamed(trx, ["account_id", "id", KIND], "j");
  const keys = keysOfKind(trx, kind, FIRST_KEY);
  // One index range per priority, so that the statement does not read jobs with plausible due times.
  const implausible = prioritiesOf(kind).map(
    (
      priority,
    ) => `select ${selected} from keys k ${orderedJoin(trx)} jobs j on j.kind = ? and j.account_id = k.account_id and j.key = k.key
        and j.priority = ${priority} and j.due_at > ? and j.due_at < ${PARKED}
        where (j.not_before is null or j.due_at > j.not_before) and j.due_at > case when j.lease is not null then ${bigint} when j.attempt = 0 then ${bigint} else ${bigint} end`,
  );
  const latest = [lease, first, pause].map((longest) => latestPlausible(now, longest));
  return rawChanges(
    trx,
    `${keys.sql} update jobs set due_at = case when lease is null then ${bigint} else ${bigint} end,
         created_at = case when created_at > ${bigint} then ${bigint} else created_at end
       where ${rows} in (${implausible.join(" union all ")})`,
    [
      ...keys.bindings,
      ...[now, now + lease, now, now],
      ...prioritiesOf(kind).flatMap(() => [kind, Math.min(...latest), ...latest]),
    ],
  );
}

export const BACKLOG_COUNTED = 10_000;

/**
 * Maximum jobs that `waitingOf` reads per priority: of the jobs due first, and of the waiting jobs due last.
 */
const FIRST_READ = 1_000;
const LATEST_READ = 100;

/** Waiting state of a key's jobs, except parked jobs. */
export interface Waiting {
  /** Creation time of the oldest job, leased or not; null if there is none. */
  since: Instant | null;
  /** Whether any job was tried before and released, or has `deferredByCarrier` in its payload. */
  isRetried: boolean;
}

/**
 * Returns the waiting state of a key's jobs, from each priority's first 1,000 jobs and its 100 waiting jobs
 * that are due last: a deferred job is due after the jobs that were never tried. Omits jobs whose
 * `not_before` is in the future: they do not wait yet. Reads only jobs due before `until`.
 */
export async function waitingOf(
  db: Db,
  kind: JobKind,
  { accountId, key }: JobKey,
  { now, until }: { now: Instant; until: Instant },
): Promise<Waiting> {
  const range = `from jobs where kind = ? and account_id = ? and key = ? and due_at < ?
    and (not_before is null or not_before <= ?)`;
  // One index range per priority, so that the statement does not read parked jobs between priorities.
  const reads = prioritiesOf(kind).flatMap((priority, index) => [
    `select * from (select created_at, case when attempt > 0 then 1 else 0 end as is_retried
      ${range} and priority = ${priority} order by due_at limit ${FIRST_READ}) as first_${index}`,
    `select * from (select created_at,
        case when attempt > 0 or payload like '%"deferredByCarrier":true%' then 1 else 0 end as is_retried
      ${range} and priority = ${priority} and lease is null
      order by due_at desc limit ${LATEST_READ}) as latest_${index}`,
  ]);
  const [row] = await rawRows<{ since: number | string | null; is_retried: number | null }>(
    db,
    `select min(created_at) as since, max(is_retried) as is_retried from (${reads.join(" union all ")}) as jobs`,
    reads.flatMap(() => [kind, accountId, key, until, now]),
  );
  const since = row?.since ?? null;
  return { since: since === null ? null : Number(since), isRetried: row?.is_retried === 1 };
}

/** Returns whether any of the keys has a job of the kind, due or not. */
export async function haveJobs(db: Db, kind: JobKind, keys: readonly JobKey[]): Promise<boolean> {
  for (const { accountId, key } of keys) {
    if ((await db("jobs").where({ kind, account_id: accountId, key }).first("id")) !== undefined) return true;
  }
  return false;
}

/**
 * Returns the number of due jobs of a kind, for the metrics. Counts at most `BACKLOG_COUNTED` jobs. Reads an
 * index range per key and priority, so that the statement does not read jobs that are not due yet.
 */
export async function backlogOf(db: Db, kind: JobKind, now: Instant): Promise<number> {
  const keys = keysOfKind(db, kind, FIRST_KEY);
  const due = joinFirst(db, "j", dueOf("k", kind, "?"), { limit: `${BACKLOG_COUNTED}` });
  const [row] = await rawRows<{ due: number | string }>(
    db,
    `${keys.sql} select count(*) as due
     from (select j.id from keys k ${due} limit ${BACKLOG_COUNTED}) as counted`,
    [...keys.bindings, ...prioritiesOf(kind).map(() => now)],
  );
  return Number(row?.due ?? 0);
}

export const OLDEST_DUE_KEYS = 1_000;

/** A key with the due time of its first waiting job. */
export interface DueKey extends JobKey {
  dueAt: Instant;
}

/**
 * Returns the earliest due time of the waiting jobs of a kind; null if no job is due. Reads the first job of
 * each key and priority, and at most `OLDEST_DUE_KEYS` keys. `leasable` filters the keys, for the kinds whose
 * handler skips some keys. Leaves out the jobs that `hold` holds.
 */
export async function oldestDueOf(
  db: Db,
  kind: JobKind,
  now: Instant,
  leasable: (keys: readonly DueKey[]) => Promise<readonly DueKey[]> = async (keys) => keys,
  hold: Hold = NOT_HELD,
): Promise<Instant | null> {
  const released = releasedBy({ current: hold }, kind);
  if (released === null) return null;
  const due = await leasable(await dueKeysOf(db, kind, now, released));
  return due.length === 0 ? null : Math.min(...due.map(({ dueAt }) => dueAt));
}

async function dueKeysOf(db: Db, kind: JobKind, now: Instant, released: Leasable): Promise<DueKey[]> {
  const keys = keysOfKind(db, kind, FIRST_KEY);
  const firstDue = dueOf("k", kind, "?", released).map(
    ({ table, where }, index) => `(select t.due_at from ${table} t where ${where} limit 1) as due_${index}`,
  );
  const rows = await rawRows<{ account_id: string; key: string } & Record<string, number | string | null>>(
    db,
    `${keys.sql} select k.account_id, k.key, ${firstDue.join(", ")} from keys k limit ${OLDEST_DUE_KEYS + 1}`,
    [...keys.bindings, ...prioritiesOf(kind).map(() => now)],
  );
  return rows.flatMap((row) => {
    const due = prioritiesOf(kind)
      .flatMap((_, index) => row[`due_${index}`] ?? [])
      .map(Number);
    return due.length === 0 ? [] : { accountId: row.account_id, key: row.key, dueAt: Math.min(...due) };
  });
}
