import { anyOf, deleteChunk, rowsFrom, type Statement } from "../../platform/db/bulk";
import { type Db, rawRows } from "../../platform/db/dialect";
import type { Instant } from "../../platform/time";
import type { LeasedJob } from "../../queue/job";
import { joinLeased } from "../../queue/leases.store";

// Intents to submit messages to carriers without idempotency. A row is written before the submission and
// deleted once the outcome is known. After a crash, only messages with a row may have reached the carrier.

interface Intent {
  accountId: string;
  messageId: string;
  job: Pick<LeasedJob, "id" | "lease">;
}

/**
 * Records the intent to submit each message whose job still has the caller's lease. Increments `times` if the
 * message already has a row. Returns the ids of the recorded messages. The statement takes no lock on the
 * jobs, so the caller must check afterwards that the leases have not expired.
 */
export async function recordSubmissions(
  trx: Db,
  intents: readonly Intent[],
  now: Instant,
): Promise<Set<string>> {
  const from = rowsFrom(
    trx,
    "r",
    { message_id: "uuid", account_id: "uuid", job_id: "uuid", lease: "uuid", now: "bigint" },
    intents.map(({ accountId, messageId, job }) => ({
      message_id: messageId,
      account_id: accountId,
      job_id: job.id,
      lease: job.lease,
      now,
    })),
  );
  // All transactions lock the rows by ascending message id, which prevents deadlocks.
  const rows = await rawRows<{ message_id: string }>(
    trx,
    `insert into unconfirmed_submissions (account_id, message_id, times, recorded_at)
       select r.account_id, r.message_id, 1, r.now from ${from.sql} ${joinLeased(trx, "submission")}
       where true order by r.message_id
     on conflict (account_id, message_id) do update
       set times = unconfirmed_submissions.times + 1, recorded_at = excluded.recorded_at
     returning message_id`,
    from.bindings,
  );
  return new Set(rows.map((row) => row.message_id));
}

/** Returns the number of recorded intents of each message. Messages without an intent are absent. */
export async function timesSubmitted(
  db: Db,
  accountId: string,
  messageIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = (await db("unconfirmed_submissions")
    .where({ account_id: accountId })
    .where(anyOf(db, "message_id", "uuid", messageIds))
    .select("message_id", "times")) as { message_id: string; times: number }[];
  return new Map(rows.map((row) => [row.message_id, row.times]));
}

function onMessages(
  trx: Db,
  what: string,
  accountId: string,
  messageIds: readonly string[],
): Statement | null {
  if (messageIds.length === 0) return null;
  const which = anyOf(trx, "message_id", "uuid", messageIds).toSQL();
  return {
    sql: `${what} where account_id = ? and ${which.sql}`,
    bindings: [accountId, ...(which.bindings as string[])],
  };
}

export const confirmSubmissions = (
  trx: Db,
  accountId: string,
  messageIds: readonly string[],
): Statement | null => onMessages(trx, "delete from unconfirmed_submissions", accountId, messageIds);

/** Returns the statement that removes one intent of each message. Each message must have at least two. */
export const retractIntents = (trx: Db, accountId: string, messageIds: readonly string[]): Statement | null =>
  onMessages(trx, "update unconfirmed_submissions set times = times - 1", accountId, messageIds);

/**
 * Deletes old intents. Keeps intents of pending messages: a message that waits for its sending window may
 * have been submitted before.
 */
export const purgeUnconfirmedSubmissions = (
  db: Db,
  recordedBefore: Instant,
  limit: number,
): Promise<number> =>
  deleteChunk(db, {
    table: "unconfirmed_submissions",
    key: ["account_id", "message_id"],
    where: `recorded_at < ? and not exists (select 1 from messages m
      where m.account_id = unconfirmed_submissions.account_id and m.id = unconfirmed_submissions.message_id
        and m.status = 'pending')`,
    bindings: [recordedBefore],
    order: "recorded_at",
    limit,
  });
