import { type Purpose, storedPurpose } from "../../messaging/purpose";
import { anyOf, bulkInsert, deleteChunk, type Statement } from "../../platform/db/bulk";
import { type Db, lockName } from "../../platform/db/dialect";
import type { Instant } from "../../platform/time";
import type { HistoryEntry } from "./message";

// Submissions that count against the caps of sending rules. A written outcome counts by the message's
// history. A reservation counts a submission that has begun, until its outcome is written.

export interface CountedSubmission {
  messageId: string;
  at: Instant;
}

interface SubmissionRow {
  recipient: string;
  id: string;
  history: string | null;
  reserved_at: number | string | null;
}

/** Statuses of messages that were never submitted. */
const NOT_SUBMITTED = ["pending", "blocked", "error", "canceled"];

/** Returns the submissions of a purpose to numbers after `since`. One statement reads one state of both. */
export async function submissionsTo(
  db: Db,
  { accountId, purpose, since }: { accountId: string; purpose: Purpose; since: Instant },
  numbers: readonly string[],
): Promise<Map<string, CountedSubmission[]>> {
  const of = (table: string) => {
    const query = db(table)
      .where({ account_id: accountId })
      .where(anyOf(db, "recipient", "text", [...new Set(numbers)]));
    const stored = storedPurpose(purpose);
    return stored === null ? query.whereNull("purpose") : query.where({ purpose: stored });
  };
  const reserved = of("submission_reservations")
    .where("reserved_at", ">", since)
    .select(
      "recipient",
      db.ref("message_id").as("id"),
      db.raw("cast(null as text) as history"),
      "reserved_at",
    );
  const rows = (await of("messages")
    .where("updated_at", ">", since)
    .whereNotIn("status", NOT_SUBMITTED)
    .select("recipient", "id", "history", db.raw("cast(null as bigint) as reserved_at"))
    .unionAll([reserved])) as SubmissionRow[];
  const counted = new Map<string, Map<string, Instant>>();
  for (const { recipient, id, history, reserved_at: reservedAt } of rows) {
    const at = history === null ? Number(reservedAt) : sentAt(history);
    if (at === undefined || at <= since) continue;
    const known = counted.get(recipient) ?? new Map<string, Instant>();
    counted.set(recipient, known.set(id, at));
  }
  return new Map(
    [...counted].map(([recipient, all]) => [
      recipient,
      [...all].map(([messageId, at]) => ({ messageId, at })),
    ]),
  );
}

const sentAt = (history: string): Instant | undefined =>
  (JSON.parse(history) as HistoryEntry[]).find(([status]) => status === "sent")?.[1];

export interface Reservation {
  accountId: string;
  messageId: string;
  purpose: Purpose;
  recipient: string;
}

/** Locks the caps of numbers until the transaction ends, in one order, which prevents deadlocks. */
export async function lockCaps(trx: Db, accountId: string, numbers: readonly string[]): Promise<void> {
  for (const number of [...new Set(numbers)].sort()) await lockName(trx, `cap ${accountId} ${number}`);
}

/** Reserves submissions. The transaction must hold the lock of the numbers' caps. */
export async function insertReservations(
  trx: Db,
  reservations: readonly Reservation[],
  now: Instant,
): Promise<void> {
  await bulkInsert(
    trx,
    "submission_reservations",
    { account_id: "uuid", message_id: "uuid", purpose: "text", recipient: "text", reserved_at: "bigint" },
    [...reservations]
      .sort((a, b) => (a.messageId < b.messageId ? -1 : 1))
      .map(({ accountId, messageId, purpose, recipient }) => ({
        ...{ account_id: accountId, message_id: messageId, purpose: storedPurpose(purpose) },
        ...{ recipient, reserved_at: now },
      })),
    "on conflict (account_id, message_id) do update set reserved_at = excluded.reserved_at",
  );
}

/** Returns the statement that ends the reservations of messages. */
export function endReservations(db: Db, accountId: string, messageIds: readonly string[]): Statement | null {
  if (messageIds.length === 0) return null;
  const which = anyOf(db, "message_id", "uuid", messageIds).toSQL();
  return {
    sql: `delete from submission_reservations where account_id = ? and ${which.sql}`,
    bindings: [accountId, ...(which.bindings as string[])],
  };
}

/** Deletes the reservations of an erased number. */
export async function deleteReservationsOf(trx: Db, accountId: string, recipient: string): Promise<void> {
  await trx("submission_reservations").where({ account_id: accountId, recipient }).del();
}

export const purgeReservations = (db: Db, reservedBefore: Instant, limit: number): Promise<number> =>
  deleteChunk(db, {
    ...{ table: "submission_reservations", key: ["account_id", "message_id"] },
    ...{ where: "reserved_at < ?", bindings: [reservedBefore], order: "reserved_at", limit },
  });
