import { orderedJoin, rowsNamed } from "../platform/db/bulk";
import { type Db, rawChanges, rawRows, typedBind } from "../platform/db/dialect";
import { type Instant, latestPlausible } from "../platform/time";
import { KIND } from "./jobs.store";
import { JOB_KINDS, type JobKey, type JobKind, PARKED, PRIORITIES } from "./job";
import { FIRST_KEY, keysOfKind } from "./ready-keys.store";

/**
 * Ends every lease at once. Only for a database that belongs to this process alone: whoever held a lease is dead, and its
 * jobs need not wait for the lease to run out.
 */
export async function endAllLeases(db: Db, now: Instant): Promise<void> {
  await db("jobs").whereNotNull("lease").andWhere("due_at", ">", now).update({ due_at: now });
}

/** How far ahead jobs of a kind can be due, in milliseconds. */
export interface Longest {
  /** While they wait. */
  pause: number;
  /** While they wait and were never tried, where that is shorter. */
  first?: number;
  /** While they are leased. */
  lease: number;
}

/**
 * Brings back jobs that are due later than any pause or lease can have put them off, by a clock that was ahead: what
 * waits is due now, a lease runs for its full time from now. Answers how many there were.
 */
export async function boundJobs(
  db: Db,
  now: Instant,
  longestOf: (kind: JobKind) => Longest,
): Promise<number> {
  const bigint = typedBind(db, "bigint");
  const { rows, selected } = rowsNamed(db, ["account_id", "id", KIND], "j");
  let bounded = 0;
  for (const kind of JOB_KINDS) {
    const { pause, first = pause, lease } = longestOf(kind);
    const keys = keysOfKind(db, kind, FIRST_KEY);
    // Range by range of the index: what waits for its turn is never looked at, however much it is.
    const beyond = PRIORITIES.map(
      (
        priority,
      ) => `select ${selected} from keys k ${orderedJoin(db)} jobs j on j.kind = ? and j.account_id = k.account_id and j.key = k.key
        and j.priority = ${priority} and j.due_at > ? and j.due_at < ${PARKED}
        where j.due_at > case when j.lease is not null then ${bigint} when j.attempt = 0 then ${bigint} else ${bigint} end`,
    );
    const latest = [lease, first, pause].map((longest) => latestPlausible(now, longest));
    bounded += await rawChanges(
      db,
      `${keys.sql} update jobs set due_at = case when lease is null then ${bigint} else ${bigint} end,
         created_at = case when created_at > ${bigint} then ${bigint} else created_at end
       where ${rows} in (${beyond.join(" union all ")})`,
      [
        ...keys.bindings,
        ...[now, now + lease, now, now],
        ...PRIORITIES.flatMap(() => [kind, Math.min(...latest), ...latest]),
      ],
    );
  }
  return bounded;
}

/** Entries of the index that are counted, at most. */
export const BACKLOG_COUNTED = 10_000;

/** Jobs of a key that are looked at to tell how they wait, at most. */
const WAITING_LOOKED_AT = 1_000;

/** How the jobs of a key wait that are not parked. */
export interface Waiting {
  /** Since when the oldest does, whether anybody is at work on it or not; null where there is none. */
  since: Instant | null;
  /** Whether one was tried and given back. */
  isRetried: boolean;
}

/** How the jobs of a key wait: of many, those that come first. */
export async function waitingOf(db: Db, kind: JobKind, { accountId, key }: JobKey): Promise<Waiting> {
  const [row] = await rawRows<{ since: number | string | null; tries: number | null }>(
    db,
    `select min(created_at) as since, max(attempt) as tries
     from (select created_at, attempt from jobs where kind = ? and account_id = ? and key = ? and due_at < ${PARKED}
           order by priority, due_at limit ${WAITING_LOOKED_AT}) as first`,
    [kind, accountId, key],
  );
  const since = row?.since ?? null;
  return { since: since === null ? null : Number(since), isRetried: (row?.tries ?? 0) > 0 };
}

/** How many jobs of a kind are due, for the operator; of many, some of them: this never costs much. */
export async function backlogOf(db: Db, kind: JobKind, now: Instant): Promise<number> {
  const [row] = await rawRows<{ due: number | string | null }>(
    db,
    `select sum(case when due_at <= ? then 1 else 0 end) as due
     from (select due_at from jobs where kind = ? limit ${BACKLOG_COUNTED}) as counted`,
    [now, kind],
  );
  return Number(row?.due ?? 0);
}
