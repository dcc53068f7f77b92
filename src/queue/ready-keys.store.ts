import { type Db, typedBind } from "../platform/db/dialect";
import { joinFirst, type Range } from "../platform/db/first-of-each";
import { type Query, runQuery } from "../platform/db/statement-batch";
import { type Instant, MINUTE } from "../platform/time";
import { type JobKey, type JobKind, NO_ACCOUNT, prioritiesOf } from "./job";

/**
 * Jobs that may be leased despite a hold of the queue. If `createdAfter` is absent, all jobs may be leased.
 */
export interface Leasable {
  createdAfter?: Instant;
}

/**
 * Maximum time by which a job's due time may precede its creation time, in milliseconds. A process whose
 * clock is behind sets such a due time when it releases a job that another process created.
 */
const CLOCK_SKEW_MS = MINUTE;

/** Returns the condition on the creation time, with a bound on the due time that the index can use. */
const createdSince = ({ createdAfter }: Leasable): string =>
  createdAfter === undefined
    ? ""
    : `and t.created_at > ${createdAfter} and t.due_at > ${createdAfter - CLOCK_SKEW_MS}`;

/** Returns the index ranges of a key's due jobs, one per priority, in running order. */
export const dueOf = (keys: string, kind: JobKind, due: string, leasable: Leasable = {}): Range[] =>
  prioritiesOf(kind).map((priority) => ({
    table: "jobs",
    where: `t.kind = '${kind}' and t.account_id = ${keys}.account_id and t.key = ${keys}.key and t.priority = ${priority}
      and t.due_at <= ${due} ${createdSince(leasable)}
      order by t.due_at, t.id`,
  }));

/** Lower bound of all keys. */
export const FIRST_KEY: JobKey = { accountId: NO_ACCOUNT, key: NO_ACCOUNT };

/**
 * Returns the clause `with recursive keys` of a query. Its rows are `after` itself, even if it has no jobs,
 * and each later key that has jobs of the kind. Costs at most two index probes per key, for any number of
 * jobs.
 */
export function keysOfKind(db: Db, kind: JobKind, after: JobKey) {
  const uuid = typedBind(db, "uuid");
  // Compare columns separately: with a row comparison, SQLite reads all jobs of a key to find the next key.
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

export interface ReadyKeysOptions extends Leasable {
  /** Last key of the previous page; null or absent for the first page. */
  after?: JobKey | null;
  limit: number;
}

/** Returns the query of the next keys with a due job. Costs a few index probes per key of the kind. */
export function readyKeysQuery(
  db: Db,
  kind: JobKind,
  now: Instant,
  { after, limit, ...leasable }: ReadyKeysOptions,
): Query<{ account_id: string; key: string }, JobKey[]> {
  const first = after ?? FIRST_KEY;
  const keys = keysOfKind(db, kind, first);
  const uuid = typedBind(db, "uuid");
  const due = dueOf("k", kind, "?", leasable).map(
    ({ table, where }) => `(select 1 from ${table} t where ${where} limit 1) is not null`,
  );
  return {
    sql: `${keys.sql} select account_id, key from keys k
     where not (account_id = ${uuid} and key = ${uuid}) and (${due.join(" or ")}) limit ?`,
    bindings: [...keys.bindings, first.accountId, first.key, ...prioritiesOf(kind).map(() => now), limit],
    read: (rows) => rows.map((row) => ({ accountId: row.account_id, key: row.key })),
  };
}

export const readyKeys = (
  db: Db,
  kind: JobKind,
  now: Instant,
  options: ReadyKeysOptions,
): Promise<JobKey[]> => runQuery(db, readyKeysQuery(db, kind, now, options));
