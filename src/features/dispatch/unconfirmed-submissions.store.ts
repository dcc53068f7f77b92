import { anyOf, bulkInsert, deleteChunk, type Statement } from "../../platform/db/bulk";
import type { Db } from "../../platform/db/dialect";
import type { Instant } from "../../platform/time";

// Messages that may be with a carrier that does not go by our ids: noted before they are handed over, and forgotten with
// the carrier's answer. After a crash these, and no others of their job, may be there already.

interface HandOverRow {
  account_id: string;
  message_id: string;
  times: number;
}

export interface HandedOver {
  accountId: string;
  messageId: string;
}

/** Notes that messages are about to be handed over, once more where they were before. */
export async function recordSubmissions(
  trx: Db,
  messages: readonly HandedOver[],
  now: Instant,
): Promise<void> {
  await bulkInsert(
    trx,
    "unconfirmed_submissions",
    { account_id: "uuid", message_id: "uuid", times: "smallint", recorded_at: "bigint" },
    // In one order, so that two of these wait for each other instead of locking up.
    [...messages]
      .sort((a, b) => (a.messageId < b.messageId ? -1 : 1))
      .map(({ accountId, messageId }) => ({
        ...{ account_id: accountId, message_id: messageId, times: 1, recorded_at: now },
      })),
    "on conflict (account_id, message_id) do update set times = unconfirmed_submissions.times + 1, recorded_at = excluded.recorded_at",
  );
}

/** How often each of these messages may have been handed over without an answer; those never are left out. */
export async function timesHandedOver(
  db: Db,
  accountId: string,
  messageIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = (await db("unconfirmed_submissions")
    .where({ account_id: accountId })
    .where(anyOf(db, "message_id", "uuid", messageIds))
    .select("message_id", "times")) as HandOverRow[];
  return new Map(rows.map((row) => [row.message_id, row.times]));
}

function handOversOf(
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

/** What became of these messages is known. */
export const forgetSubmissions = (
  trx: Db,
  accountId: string,
  messageIds: readonly string[],
): Statement | null => handOversOf(trx, "delete from unconfirmed_submissions", accountId, messageIds);

/** These messages were not handed over after all this time; what was unknown of them before stays so. */
export const retractSubmissions = (
  trx: Db,
  accountId: string,
  messageIds: readonly string[],
): Statement | null =>
  handOversOf(trx, "update unconfirmed_submissions set times = times - 1", accountId, messageIds);

/** Forgets some of those that nobody asks for any more: their sender is gone. Answers how many. */
export const purgeUnconfirmedSubmissions = (db: Db, notedBefore: Instant, limit: number): Promise<number> =>
  deleteChunk(db, {
    table: "unconfirmed_submissions",
    key: ["account_id", "message_id"],
    ...{ where: "recorded_at < ?", bindings: [notedBefore], order: "recorded_at", limit },
  });
