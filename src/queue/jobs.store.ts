import { randomUUID } from "node:crypto";
import { bulkInsert, type Columns, insertStatement, rowsFrom, type Statement } from "../platform/db/bulk";
import { type Db, lockClause, nameIsFree, rawRows, shareName, typedBind } from "../platform/db/dialect";
import { joinFirst, joinFirstByWeight, type Range } from "../platform/db/first-of-each";
import type { Instant } from "../platform/time";
import {
  type Job,
  type JobKey,
  type JobKind,
  keyText,
  type LeasedJob,
  NO_ACCOUNT,
  PARKED,
  PRIORITIES,
} from "./job";

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
  payload: string;
}

const COLUMNS: Columns = {
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
  payload: "text",
};

/**
 * Jobs are looked up by account and id with this for their kind, so that no planner takes the index of what is due, which
 * has all three columns too: it would read all jobs of the account.
 */
const KIND = "kind || ''";

/** What is read of a job that is leased. */
const READ = [...Object.keys(COLUMNS), "ready_at", "lease"];

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
  payload: JSON.stringify(job.payload ?? null),
});

const toLeased = <P>(row: JobRow): LeasedJob<P> => ({
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
  payload: JSON.parse(row.payload) as P,
  lease: row.lease,
  leases: row.leases,
});

/** Queues jobs, any number of them, in the transaction of what they follow from. */
export async function enqueueJobs(trx: Db, jobs: readonly Job[]): Promise<void> {
  await bulkInsert(trx, "jobs", COLUMNS, jobs.map(toRow));
}

/** As a statement that is run together with others. */
export const jobsStatement = (db: Db, jobs: readonly Job[]): Statement | null =>
  insertStatement(db, "jobs", COLUMNS, jobs.map(toRow));

/** A job of a kind that has one a key. */
export interface Schedule extends JobKey {
  kind: JobKind;
  dueAt: Instant;
  priority?: number;
  weight?: number;
  tag?: string | null;
  payload?: unknown;
}

/** The name under which those who schedule a job and those who lease it hear of each other. */
const SCHEDULE_NAME = "'job ' || jobs.kind || ' ' || jobs.account_id || ' ' || jobs.key";
/** Not before this is a job done again whose schedule was being changed as it was leased, in milliseconds. */
const SCHEDULED_MEANWHILE_MS = 50;

/**
 * Sees to it that the job of this key, of a kind that has one a key, is done at `dueAt` or earlier, after the transaction
 * is committed: makes it, or brings it forward; it is never put off. Nothing is locked where it is due earlier already.
 *
 * What is scheduled is never lost: if the job is leased at that moment, it is noted to be done again; if it is leased
 * later, but before this transaction commits, whoever leases it finds the shared name and notes the same.
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
    // Gone: it was settled since it stood in the way.
    if (brought > 0 || (await job.first("id"))) return;
  }
}

/** The jobs of a key in the order in which they are done, of one priority after the other. */
const dueOf = (keys: string, kind: JobKind, due: string): Range[] =>
  PRIORITIES.map((priority) => ({
    table: "jobs",
    where: `t.kind = '${kind}' and t.account_id = ${keys}.account_id and t.key = ${keys}.key and t.priority = ${priority}
      and t.due_at <= ${due} order by t.due_at, t.id`,
  }));

/** Before every key that there is. */
export const FIRST_KEY: JobKey = { accountId: NO_ACCOUNT, key: NO_ACCOUNT };

/** `after` and the keys behind it that have jobs of a kind: two probes of the index each, however many jobs they have. */
export function keysOfKind(db: Db, kind: JobKind, after: JobKey) {
  const uuid = typedBind(db, "uuid");
  // Compared column by column: SQLite would read all jobs of a key to find the one behind it.
  const next = ["t.account_id = k.account_id and t.key > k.key", "t.account_id > k.account_id"].map(
    (where) => ({
      table: "jobs",
      where: `t.kind = '${kind}' and ${where} order by t.account_id, t.key`,
    }),
  );
  return {
    sql: `with recursive keys(account_id, key) as (
        select ${uuid}, ${uuid}
        union all
        select n.account_id, n.key from keys k ${joinFirst(db, "n", next, { limit: "1" })}
      )`,
    bindings: [after.accountId, after.key],
  };
}

/**
 * The next keys behind `after` that have a job due. Costs a few probes of the index for each key that has jobs of the
 * kind, due or not, and nothing for each job.
 */
export async function readyKeys(
  db: Db,
  kind: JobKind,
  now: Instant,
  { after, limit }: { after?: JobKey | null; limit: number },
): Promise<JobKey[]> {
  const first = after ?? FIRST_KEY;
  const keys = keysOfKind(db, kind, first);
  const uuid = typedBind(db, "uuid");
  const due = dueOf("k", kind, "?").map(
    ({ table, where }) => `(select 1 from ${table} t where ${where} limit 1) is not null`,
  );
  const rows = await rawRows<Pick<JobRow, "account_id" | "key">>(
    db,
    `${keys.sql} select account_id, key from keys k
     where not (account_id = ${uuid} and key = ${uuid}) and (${due.join(" or ")}) limit ?`,
    [...keys.bindings, first.accountId, first.key, ...PRIORITIES.map(() => now), limit],
  );
  return rows.map((row) => ({ accountId: row.account_id, key: row.key }));
}

/** How much of a key is to be leased. */
export interface Want extends JobKey {
  weight: number;
  /** Only jobs of this priority and those before it; all where absent. */
  priority?: number;
}

export interface LeaseOptions {
  now: Instant;
  leaseMs: number;
  /** Jobs leased of one key, at most. */
  most?: number;
}

const MOST = 1_000;
const LAST = Math.max(...PRIORITIES);

/**
 * Leases of each key the next jobs that are due, those of the first priority and those due longest first, until they
 * weigh what is wanted: one at least, where nobody else takes it up at the same time. Only the holder of the lease may
 * settle, hold or release a job; if it dies, the job is due again when the lease ends.
 */
export async function leaseJobs<P = unknown>(
  db: Db,
  kind: JobKind,
  wants: readonly Want[],
  { now, leaseMs, most = MOST }: LeaseOptions,
): Promise<LeasedJob<P>[]> {
  if (wants.length === 0) return [];
  const wanted = rowsFrom(
    db,
    "w",
    { account_id: "uuid", key: "uuid", weight: "integer", last: "smallint", now: "bigint" },
    wants.map(({ accountId, key, weight, priority = LAST }) => ({
      ...{ account_id: accountId, key, weight, now },
      last: priority,
    })),
  );
  const limit = String(Math.max(1, Math.min(most, Math.max(...wants.map(({ weight }) => weight)))));
  const ranges = dueOf("w", kind, "w.now").map(({ table, where }, index) => ({
    table,
    where: `w.last >= ${PRIORITIES[index]} and ${where}`,
  }));
  const order = (of: string) => `${of}.priority, ${of}.due_at, ${of}.id`;
  const bigint = typedBind(db, "bigint");
  const rows = await rawRows<JobRow>(
    db,
    `with picked as materialized (
       select account_id, id from (
         select j.account_id, j.id, w.weight as wanted,
           sum(j.weight) over (partition by w.account_id, w.key order by ${order("j")}) - j.weight as before
         from ${wanted.sql}
         ${joinFirstByWeight(db, "j", ranges, { limit, order: order("h") })}
       ) as candidates where before < wanted
     )
     update jobs set lease = ${typedBind(db, "uuid")}, leases = leases + 1, ready_at = due_at, due_at = ${bigint},
       again_at = case when jobs.id <> jobs.key or ${nameIsFree(db, SCHEDULE_NAME)} then null else ${bigint} end
     where (account_id, id) in (select account_id, id from picked) and ${KIND} = ?
     returning ${READ.map((column) => `jobs.${column}`).join(", ")}`,
    [...wanted.bindings, randomUUID(), now + leaseMs, now + SCHEDULED_MEANWHILE_MS, kind],
  );
  return rows.sort(inOrder).map((row) => toLeased<P>(row));
}

const inOrder = (a: JobRow, b: JobRow) =>
  a.priority - b.priority || (a.ready_at ?? 0) - (b.ready_at ?? 0) || (a.id < b.id ? -1 : 1);

type Held = Pick<LeasedJob, "accountId" | "kind" | "id" | "lease">;

/**
 * A common table expression `held`: those of the jobs that are still held by whom they were leased to, locked in an order
 * that is the same for all, with what is said about each.
 */
function heldJobs<R extends Held>(
  db: Db,
  jobs: readonly R[],
  columns: Columns = {},
  said: (job: R) => Record<string, string | number | null> = () => ({}),
) {
  const sorted = [...jobs].sort((a, b) => (`${a.accountId} ${a.id}` < `${b.accountId} ${b.id}` ? -1 : 1));
  const of = rowsFrom(
    db,
    "r",
    { id: "uuid", account_id: "uuid", kind: "text", lease: "uuid", ...columns },
    sorted.map((job) => ({
      ...{ id: job.id, account_id: job.accountId, kind: job.kind, lease: job.lease },
      ...said(job),
    })),
  );
  const row: Range = {
    table: "jobs",
    where: `t.account_id = r.account_id and t.id = r.id and t.${KIND} = r.kind and t.lease = r.lease`,
  };
  const extra = Object.keys(columns).map((name) => `, r.${name} as to_${name}`);
  return {
    sql: `with held as materialized (select j.account_id, j.kind, j.id ${extra.join("")} from ${of.sql}
      ${joinFirst(db, "j", [row], { limit: "1", lock: lockClause(db, "for update") })})`,
    bindings: of.bindings,
  };
}

const IS_HELD = `(account_id, id, ${KIND}) in (select account_id, id, kind from held)`;

const idsOf = (rows: readonly { id: string }[]) => new Set(rows.map(({ id }) => id));

/** Prolongs leases to `until`, and locks the jobs until the transaction ends; answers the ids of those still held. */
export async function holdJobs(trx: Db, jobs: readonly Held[], until: Instant): Promise<Set<string>> {
  if (jobs.length === 0) return new Set();
  const held = heldJobs(trx, jobs);
  const rows = await rawRows<{ id: string }>(
    trx,
    `${held.sql} update jobs set due_at = ? where ${IS_HELD} returning id`,
    [...held.bindings, until],
  );
  return idsOf(rows);
}

/** The same outside of a transaction: a sign of life. */
export const renewLeases = holdJobs;

/**
 * Ends jobs, in the transaction that writes what came of them; answers the ids of those that were still held: of the
 * others, nothing may be written. A job that was scheduled anew since it was leased is given back instead.
 */
export async function settleJobs(trx: Db, jobs: readonly Held[]): Promise<Set<string>> {
  if (jobs.length === 0) return new Set();
  const held = heldJobs(trx, jobs);
  const ended = await rawRows<{ id: string }>(
    trx,
    `${held.sql} delete from jobs where again_at is null and ${IS_HELD} returning id`,
    held.bindings,
  );
  const settled = idsOf(ended);
  const left = jobs.filter(({ id }) => !settled.has(id));
  if (left.length === 0) return settled;
  const again = heldJobs(trx, left);
  const rows = await rawRows<{ id: string }>(
    trx,
    `${again.sql} update jobs set due_at = again_at, again_at = null, ready_at = null, lease = null, leases = 0, attempt = 0
       where again_at is not null and ${IS_HELD} returning id`,
    again.bindings,
  );
  for (const { id } of rows) settled.add(id);
  return settled;
}

/** How a job is given back. */
export interface Release {
  job: Held;
  /** When it may be leased again; a job that was scheduled anew meanwhile may be earlier. */
  dueAt: Instant;
  attempt?: number;
  payload?: unknown;
  weight?: number;
  /**
   * What becomes of `leases`. `"in-order"`, the default: nothing about it is in doubt. `"not-begun"`: this lease does not
   * count, what earlier ones left in doubt stays so. `"in-doubt"`: it counts as one whose holder died.
   */
  counted?: "in-order" | "not-begun" | "in-doubt";
}

const LEASES_LEFT = { "in-order": "0", "not-begun": "leases - 1", "in-doubt": "leases" };

/** Gives jobs back, to be leased again from their `dueAt` on; answers the ids of those that were still held. */
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
       attempt = coalesce(held.to_attempt, attempt), weight = coalesce(held.to_weight, weight),
       payload = coalesce(held.to_payload, payload), leases = case held.to_counted ${leases.join(" ")} end
     from held where jobs.account_id = held.account_id and jobs.id = held.id and jobs.${KIND} = held.kind
     returning jobs.id`,
    held.bindings,
  );
  return idsOf(rows);
}

const heldOf = ({ accountId, kind, id, lease }: Held): Held => ({ accountId, kind, id, lease });

/** Makes the parked jobs of a tag due; answers whose they are, to be woken after the commit. */
export async function resumeJobs(
  trx: Db,
  accountId: string,
  tag: string,
  now: Instant,
): Promise<(JobKey & { kind: JobKind })[]> {
  const rows = (await trx("jobs")
    .where({ account_id: accountId, tag, due_at: PARKED })
    .update({ due_at: now })
    .returning(["kind", "key"])) as Pick<JobRow, "kind" | "key">[];
  const distinct = new Map(
    rows.map(({ kind, key }) => [`${kind} ${keyText({ accountId, key })}`, { kind, key }]),
  );
  return [...distinct.values()].map(({ kind, key }) => ({ kind, accountId, key }));
}
