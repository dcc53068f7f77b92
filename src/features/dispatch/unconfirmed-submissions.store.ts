import { anyOf, bulkInsert, deleteChunk, type Statement } from "../../platform/db/bulk";
import type { Db } from "../../platform/db/dialect";
import type { Instant } from "../../platform/time";

// Messages that a carrier without idempotency may have. Each is recorded before its submission and deleted with the
// carrier's answer, so that after a crash only the recorded messages are uncertain.

/** Records intents to submit messages, and counts those that were recorded before. */
export async function recordSubmissions(
  trx: Db,
  messages: readonly { accountId: string; messageId: string }[],
  now: Instant,
): Promise<void> {
  await bulkInsert(
    trx,
    "unconfirmed_submissions",
    { account_id: "uuid", message_id: "uuid", times: "smallint", recorded_at: "bigint" },
    // One lock order for all, so that two transactions wait for each other instead of deadlocking.
    [...messages]
      .sort((a, b) => (a.messageId < b.messageId ? -1 : 1))
      .map(({ accountId, messageId }) => ({
        ...{ account_id: accountId, message_id: messageId, times: 1, recorded_at: now },
      })),
    `on conflict (account_id, message_id) do update
       set times = unconfirmed_submissions.times + 1, recorded_at = excluded.recorded_at`,
  );
}

/** Returns how often each message was submitted without an answer. Messages without a recorded intent are absent. */
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

/** Deletes messages whose outcome is known. */
export const confirmSubmissions = (
  trx: Db,
  accountId: string,
  messageIds: readonly string[],
): Statement | null => onMessages(trx, "delete from unconfirmed_submissions", accountId, messageIds);

/** Takes back the last intents, of messages that were not submitted. Earlier ones stay uncertain. */
export const retractIntents = (trx: Db, accountId: string, messageIds: readonly string[]): Statement | null =>
  onMessages(trx, "update unconfirmed_submissions set times = times - 1", accountId, messageIds);

/** Deletes old intents whose job is gone, up to `limit` of them, and returns their number. */
export const purgeUnconfirmedSubmissions = (
  db: Db,
  recordedBefore: Instant,
  limit: number,
): Promise<number> =>
  deleteChunk(db, {
    ...{ table: "unconfirmed_submissions", key: ["account_id", "message_id"] },
    ...{ where: "recorded_at < ?", bindings: [recordedBefore], order: "recorded_at", limit },
  });
