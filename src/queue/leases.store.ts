import { randomUUID } from "node:crypto";
import { type Columns, rowsFrom } from "../platform/db/bulk";
import {
  beginWrite,
  type Db,
  lockClause,
  nameIsFree,
  rawChanges,
  rawRows,
  typedBind,
} from "../platform/db/dialect";
import { joinFirst, joinFirstByWeight, type Range } from "../platform/db/first-of-each";
import { commitGuarded, type Guard, type GuardedStatements } from "../platform/db/statement-batch";
import type { Instant } from "../platform/time";
import { type JobKey, type JobKind, type LeasedJob, prioritiesOf } from "./job";
import { COLUMNS, type JobRow, KIND, SCHEDULE_NAME, toJob } from "./jobs.store";
import { dueOf, type Leasable } from "./ready-keys.store";

const READ = [...Object.keys(COLUMNS), "ready_at", "lease"];

const toLeased = <P>(row: JobRow): LeasedJob<P> => ({
  ...toJob<P>(row),
  lease: row.lease,
  readyAt: row.ready_at ?? row.due_at,
  leases: row.leases,
});

/**
 * Time after a lease at which the job runs again, in milliseconds. Applies if another transaction is
 * scheduling the job at the time of the lease: the leased run may not see that transaction's changes.
 */
const RESCHEDULE_DELAY_MS = 50;

export interface LeaseRequest extends JobKey {
  /** Weight to lease. The last leased job may exceed this weight. */
  weight: number;
  /** Highest priority number to lease; all priorities if absent. */
  priority?: number;
}

interface LeaseOptions extends Leasable {
  now: Instant;
  leaseMs: number;
  maxPerKey?: number;
  /**
   * Whether to skip jobs whose lease has expired, because their holder may still renew or settle the jobs.
   */
  skipsExpired?: boolean;
}

const MAX_PER_KEY = 1_000;

/**
 * Leases the due jobs of each key, by priority and due time, until the requested weight is reached. A job
 * that is heavier than the request can therefore run. Only the holder of a lease may settle, renew or release
 * the job. After a crash, the job is due again when the lease ends.
 */
export async function leaseJobs<P = unknown>(
  db: Db,
  kind: JobKind,
  requests: readonly LeaseRequest[],
  { now, leaseMs, maxPerKey = MAX_PER_KEY, skipsExpired = false, ...leasable }: LeaseOptions,
): Promise<LeasedJob<P>[]> {
  if (requests.length === 0) return [];
  const priorities = prioritiesOf(kind);
  const lowest = Math.max(...priorities);
  const requested = rowsFrom(
    db,
    "w",
    { account_id: "uuid", key: "uuid", weight: "integer", last: "smallint", now: "bigint" },
    requests.map(({ accountId, key, weight, priority: last = lowest }) => ({
      account_id: accountId,
      key,
      weight,
      last,
      now,
    })),
  );
  const limit = String(Math.max(1, Math.min(maxPerKey, Math.max(...requests.map(({ weight }) => weight)))));
  const ranges = dueOf("w", kind, "w.now", leasable).map(({ table, where }, index) => ({
    table,
    where: `w.last >= ${priorities[index]} ${skipsExpired ? "and t.lease is null" : ""} and ${where}`,
  }));
  const order = (of: string) => `${of}.priority, ${of}.due_at, ${of}.id`;
  const bigint = typedBind(db, "bigint");
  const rows = await rawRows<JobRow>(
    db,
    `with picked as materialized (
       select account_id, id from (
         select j.account_id, j.id, w.weight as requested,
           sum(j.weight) over (partition by w.account_id, w.key order by ${order("j")}) - j.weight as before
         from ${requested.sql}
         ${joinFirstByWeight(db, "j", ranges, { limit, order: order("h") })}
       ) as candidates where before < requested
     )
     update jobs set lease = ${typedBind(db, "uuid")}, leases = leases + 1, ready_at = due_at, due_at = ${bigint},
       again_at = case when jobs.id <> jobs.key or ${nameIsFree(db, SCHEDULE_NAME)} then null else ${bigint} end
     where (account_id, id) in (select account_id, id from picked) and ${KIND} = ?
     returning ${READ.map((column) => `jobs.${column}`).join(", ")}`,
    [...requested.bindings, randomUUID(), now + leaseMs, now + RESCHEDULE_DELAY_MS, kind],
  );
  return rows.sort(inOrder).map((row) => toLeased<P>(row));
}

const inOrder = (a: JobRow, b: JobRow) =>
  a.priority - b.priority || (a.ready_at ?? 0) - (b.ready_at ?? 0) || (a.id < b.id ? -1 : 1);

type Held = Pick<LeasedJob, "accountId" | "kind" | "id" | "lease">;

/**
 * Returns a common table expression `held`: the jobs that still have the caller's lease, with the columns of
 * `valuesOf`. Rows are locked in the order of account and id.
 */
function heldJobs<R extends Held>(
  db: Db,
  jobs: readonly R[],
  columns: Columns = {},
  valuesOf: (job: R) => Record<string, string | number | null> = () => ({}),
) {
  const sorted = [...jobs].sort((a, b) => (`${a.accountId} ${a.id}` < `${b.accountId} ${b.id}` ? -1 : 1));
  const of = rowsFrom(
    db,
    "r",
    { id: "uuid", account_id: "uuid", kind: "text", lease: "uuid", ...columns },
    sorted.map((job) => ({
      id: job.id,
      account_id: job.accountId,
      kind: job.kind,
      lease: job.lease,
      ...valuesOf(job),
    })),
  );
  const row: Range = {
    table: "jobs",
    where: `t.account_id = r.account_id and t.id = r.id and t.${KIND} = r.kind and t.lease = r.lease`,
  };
  const extra = Object.keys(columns).map((name) => `, r.${name} as to_${name}`);
  const table = `held as materialized (select j.account_id, j.kind, j.id ${extra.join("")} from ${of.sql}
      ${joinFirst(db, "j", [row], { limit: "1", lock: lockClause(db, "for update") })})`;
  return { table, sql: `with ${table}`, bindings: of.bindings };
}

/**
 * Returns a join that follows `from <rows> r`, and keeps only rows whose job has the row's lease, unexpired.
 * A row has the columns `account_id`, `job_id`, `lease` and `now`.
 */
export const joinLeased = (db: Db, kind: JobKind): string =>
  joinFirst(
    db,
    "j",
    [
      {
        table: "jobs",
        where: `t.account_id = r.account_id and t.id = r.job_id and t.${KIND} = '${kind}'
          and t.lease = r.lease and t.due_at > r.now`,
      },
    ],
    { limit: "1" },
  );

const IS_HELD = `(account_id, id, ${KIND}) in (select account_id, id, kind from held)`;

const idsOf = (rows: readonly { id: string }[]) => new Set(rows.map(({ id }) => id));

/**
 * Renews leases to `until`, unless they end later. Returns the ids of the jobs still held, locked until the
 * transaction ends.
 */
export async function renewLeases(trx: Db, jobs: readonly Held[], until: Instant): Promise<Set<string>> {
  if (jobs.length === 0) return new Set();
  const held = heldJobs(trx, jobs);
  const bigint = typedBind(trx, "bigint");
  const rows = await rawRows<{ id: string }>(
    trx,
    `${held.sql} update jobs set due_at = case when due_at > ${bigint} then due_at else ${bigint} end
       where ${IS_HELD} returning id`,
    [...held.bindings, until, until],
  );
  return idsOf(rows);
}

/**
 * Deletes finished jobs in the transaction that writes their results. A job that was rescheduled during the
 * lease is made due again instead. Returns the ids of the jobs that the caller still held. The caller must
 * not write the results of jobs whose leases it has lost.
 */
export async function settleJobs(trx: Db, jobs: readonly Held[]): Promise<Set<string>> {
  const { ended, restarted } = await endJobs(trx, jobs);
  return restarted.size === 0 ? ended : new Set([...ended, ...restarted]);
}

const DELETE_ENDED = `delete from jobs where again_at is null and ${IS_HELD} returning id`;

/**
 * Deletes finished jobs and runs the statements, on PostgreSQL in one round trip. Returns false, and writes
 * nothing, if the caller has lost a lease or a job was rescheduled during its lease. The caller then settles
 * the jobs in a transaction. The limits of `commitStatements` apply to the statements.
 */
export const commitEnded = (db: Db, jobs: readonly Held[], statements: GuardedStatements): Promise<boolean> =>
  commitGuarded(db, endGuard(db, jobs), statements);

/** Returns the guard of `commitEnded`, for a commit with further conditions. */
export function endGuard(db: Db, jobs: readonly Held[]): Guard {
  const { table, bindings } = heldJobs(db, jobs);
  return {
    tables: `${table}, ended as (${DELETE_ENDED})`,
    holds: `(select count(*) from ended) = ${jobs.length}`,
    bindings,
    apply: async (trx: Db) => (await endJobs(trx, jobs)).ended.size === jobs.length,
  };
}

/**
 * Returns the guard of a commit that moves the work of the `merged` jobs to the `kept` jobs. The caller must
 * hold the leases of all jobs, which stay locked until the commit. Deletes all `merged` jobs, also jobs
 * that were rescheduled during the lease, because the `kept` jobs will do their work.
 */
export function mergeGuard(db: Db, { kept, merged }: Record<"kept" | "merged", readonly Held[]>): Guard {
  const all = [
    ...kept.map((job) => ({ ...heldOf(job), merged: 0 })),
    ...merged.map((job) => ({ ...heldOf(job), merged: 1 })),
  ];
  const held = heldJobs(db, all, { merged: "integer" }, ({ merged }) => ({ merged }));
  const holds = `(select count(*) from held) = ${all.length}`;
  const deletion = `delete from jobs where (account_id, id, ${KIND}) in
      (select account_id, id, kind from held where to_merged = 1)`;
  return {
    tables: `${held.table}, merged as (${deletion} and ${holds})`,
    holds,
    bindings: held.bindings,
    async apply(trx: Db) {
      await beginWrite(trx);
      const rows = await rawRows(trx, `${held.sql} select id from held`, held.bindings);
      if (rows.length < all.length) return false;
      await rawChanges(trx, `${held.sql} ${deletion}`, held.bindings);
      return true;
    },
  };
}

/** Settles jobs as `settleJobs` does. Returns the ids of the deleted (`ended`) and of the restarted jobs. */
export async function endJobs(
  trx: Db,
  jobs: readonly Held[],
): Promise<{ ended: Set<string>; restarted: Set<string> }> {
  if (jobs.length === 0) return { ended: new Set(), restarted: new Set() };
  const held = heldJobs(trx, jobs);
  const deleted = await rawRows<{ id: string }>(trx, `${held.sql} ${DELETE_ENDED}`, held.bindings);
  const ended = idsOf(deleted);
  const left = jobs.filter(({ id }) => !ended.has(id));
  if (left.length === 0) return { ended, restarted: new Set() };
  const again = heldJobs(trx, left);
  const rows = await rawRows<{ id: string }>(
    trx,
    `${again.sql} update jobs set due_at = again_at, again_at = null, ready_at = null, lease = null, leases = 0, attempt = 0
       where again_at is not null and ${IS_HELD} returning id`,
    again.bindings,
  );
  return { ended, restarted: idsOf(rows) };
}

/** Release of a job. An absent `attempt`, `payload` or `weight` leaves the stored value unchanged. */
interface Release {
  job: Held;
  /**
   * Next due time of the job. An earlier time to which the job was rescheduled during the lease takes
   * precedence, and the job then has no earlier attempts.
   */
  dueAt: Instant;
  attempt?: number;
  payload?: unknown;
  weight?: number;
  /**
   * How the release changes `leases`, the number of leases since the last orderly release.
   * `in-order` (default) resets it to 0, because the job ran normally. `not-begun` subtracts this lease.
   * `in-doubt` keeps this lease in the count, as a crash does.
   */
  counted?: "in-order" | "not-begun" | "in-doubt";
}

const LEASES_LEFT = { "in-order": "0", "not-begun": "leases - 1", "in-doubt": "leases" };

/** Releases jobs, which are due again at `dueAt`. Returns the ids of the jobs that were still held. */
export async function releaseJobs(db: Db, releases: readonly Release[]): Promise<Set<string>> {
  if (releases.length === 0) return new Set();
  const byId = releases.map(({ job, ...to }) => ({ ...heldOf(job), to }));
  const held = heldJobs(
    db,
    byId,
    { due_at: "bigint", attempt: "integer", weight: "integer", payload: "text", counted: "text" },
    ({ to }) => ({
      due_at: to.dueAt,
      attempt: to.attempt ?? null,
      weight: to.weight ?? null,
      payload: to.payload === undefined ? null : JSON.stringify(to.payload),
      counted: to.counted ?? "in-order",
    }),
  );
  const leases = Object.entries(LEASES_LEFT).map(([counted, left]) => `when '${counted}' then ${left}`);
  const rows = await rawRows<{ id: string }>(
    db,
    `${held.sql} update jobs set lease = null, ready_at = null, again_at = null,
       due_at = case when jobs.again_at < held.to_due_at then jobs.again_at else held.to_due_at end,
       attempt = case when jobs.again_at < held.to_due_at then 0 else coalesce(held.to_attempt, attempt) end,
       weight = coalesce(held.to_weight, weight),
       payload = coalesce(held.to_payload, payload), leases = case held.to_counted ${leases.join(" ")} end
     from held where jobs.account_id = held.account_id and jobs.id = held.id and jobs.${KIND} = held.kind
     returning jobs.id`,
    held.bindings,
  );
  return idsOf(rows);
}

const heldOf = ({ accountId, kind, id, lease }: Held): Held => ({ accountId, kind, id, lease });
