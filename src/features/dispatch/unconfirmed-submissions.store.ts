import { anyOf, bulkInsert, deleteChunk, type Statement } from "../../platform/db/bulk";
import type { Db } from "../../platform/db/dialect";
import type { Instant } from "../../platform/time";

// Intents to submit messages to carriers without idempotency. A row is written before the submission and
// deleted once the outcome is known. After a crash, only messages with a row may have reached the carrier.

/** Records the intent to submit each message. Increments `times` if the message already has a row. */
export async function recordSubmissions(
  trx: Db,
  messages: readonly { accountId: string; messageId: string }[],
  now: Instant,
): Promise<void> {
  await bulkInsert(
    trx,
    "unconfirmed_submissions",
    { account_id: "uuid", message_id: "uuid", times: "smallint", recorded_at: "bigint" },
    // All transactions lock the rows by ascending message id, which prevents deadlocks.
    [...messages]
      .sort((a, b) => (a.messageId < b.messageId ? -1 : 1))
      .map(({ accountId, messageId }) => ({
        account_id: accountId,
        message_id: messageId,
        times: 1,
        recorded_at: now,
      })),
    `on conflict (account_id, message_id) do update
       set times = unconfirmed_submissions.times + 1, recorded_at = excluded.recorded_at`,
  );
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
