import { type Db, rawRows, typedBind } from "../platform/db/dialect";
import { joinFirst, type Range } from "../platform/db/first-of-each";
import type { Instant } from "../platform/time";
import { type JobKey, type JobKind, NO_ACCOUNT, PRIORITIES } from "./job";

/** The jobs of a key in the order in which they are done, of one priority after the other. */
export const dueOf = (keys: string, kind: JobKind, due: string): Range[] =>
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
  const rows = await rawRows<{ account_id: string; key: string }>(
    db,
    `${keys.sql} select account_id, key from keys k
     where not (account_id = ${uuid} and key = ${uuid}) and (${due.join(" or ")}) limit ?`,
    [...keys.bindings, first.accountId, first.key, ...PRIORITIES.map(() => now), limit],
  );
  return rows.map((row) => ({ accountId: row.account_id, key: row.key }));
}
