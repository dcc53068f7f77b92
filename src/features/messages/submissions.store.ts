import { limits } from "../../../generated/server/values";
import { type Purpose, storedPurpose } from "../../messaging/purpose";
import { anyOf, bulkInsert, deleteChunk, lockNames, rowsFrom, type Statement } from "../../platform/db/bulk";
import { type Db, rawRows, valueOfPair } from "../../platform/db/dialect";
import { joinFirst, type Range } from "../../platform/db/first-of-each";
import { firstIdAt } from "../../platform/ids";
import { type Instant, MINUTE, SECOND } from "../../platform/time";
import { MAX_AHEAD } from "./send-time";

// Submissions that count against the caps of sending rules. A submission with a written outcome counts by the
// history of its message. A reservation counts a submission that has begun, until its outcome is written.

interface CountedSubmission {
  messageId: string;
  at: Instant;
}

interface SubmissionRow {
  recipient: string;
  id: string;
  at: number | string;
  is_open: number;
}

const NOT_SUBMITTED = ["pending", "blocked", "error", "canceled"];

/**
 * Age up to which a reservation counts as a submission made now, in milliseconds. Until this age, the message
 * may be submitted at any moment.
 */
const IN_FLIGHT = 5 * MINUTE;

/**
 * Longest time from the creation of a message to its submission, in milliseconds: the latest `send_at` and
 * the longest validity.
 */
export const MAX_SUBMISSION_DELAY_MS = MAX_AHEAD + limits.ValiditySeconds.maximum * SECOND;

interface CountedPeriod {
  accountId: string;
  purpose: Purpose;
  since: Instant;
  now: Instant;
  /** Maximum messages to read for each number, besides reservations. A cap never needs more to decide. */
  limit: number;
}

/**
 * Returns the newest submissions of a purpose to numbers. A single statement reads a consistent state of both
 * tables.
 */
export async function submissionsTo(
  db: Db,
  { accountId, purpose, since, now, limit }: CountedPeriod,
  numbers: readonly string[],
): Promise<Map<string, CountedSubmission[]>> {
  const distinct = [...new Set(numbers)];
  const sentAt = (history: string) => valueOfPair(db, history, "sent");
  const source = rowsFrom(
    db,
    "n",
    { recipient: "text" },
    distinct.map((recipient) => ({ recipient })),
  );
  const stored = storedPurpose(purpose);
  const [isPurpose, purposes] = stored === null ? ["is null", []] : ["= ?", [stored]];
  const statuses = NOT_SUBMITTED.map((status) => `'${status}'`).join(", ");
  const submitted: Range = {
    table: "messages",
    where: `t.account_id = ? and t.recipient = n.recipient and t.id >= ? and t.updated_at > ?
      and t.status not in (${statuses}) and t.purpose ${isPurpose} and ${sentAt("t.history")} > ?
      order by t.id desc`,
  };
  const which = anyOf(db, "r.recipient", "text", distinct).toSQL();
  const rows = await rawRows<SubmissionRow>(
    db,
    `select m.recipient, m.id, ${sentAt("m.history")} as at, 0 as is_open from ${source.sql}
       ${joinFirst(db, "m", [submitted], { limit: String(limit) })}
     union all
     select r.recipient, r.message_id, r.reserved_at, 1 from submission_reservations r
       where r.account_id = ? and ${which.sql} and r.reserved_at > ? and r.purpose ${isPurpose}`,
    [
      ...[
        ...source.bindings,
        accountId,
        firstIdAt(since - MAX_SUBMISSION_DELAY_MS),
        since,
        ...purposes,
        since,
      ],
      ...[accountId, ...(which.bindings as string[]), since, ...purposes],
    ],
  );
  const counted = new Map<string, Map<string, Instant>>();
  // Reservations come first, so that the submission time of a message with an outcome replaces its
  // reservation.
  for (const row of rows.sort((a, b) => b.is_open - a.is_open)) {
    const known = counted.get(row.recipient) ?? new Map<string, Instant>();
    const at = Number(row.at);
    const isInFlight = row.is_open === 1 && at > now - IN_FLIGHT;
    counted.set(row.recipient, known.set(row.id, isInFlight ? now : at));
  }
  return new Map(
    [...counted].map(([recipient, all]) => [
      recipient,
      [...all].map(([messageId, at]) => ({ messageId, at })),
    ]),
  );
}

interface Reservation {
  accountId: string;
  messageId: string;
  purpose: Purpose;
  recipient: string;
}

/** Number of locks shared by the numbers of an account and purpose. PostgreSQL limits the number of locks. */
const LOCKS = 64;

const lockOf = (number: string): number =>
  [...number].reduce((hash, digit) => (hash * 31 + digit.charCodeAt(0)) % LOCKS, 0);

/** Locks the caps of numbers until the transaction ends. */
export async function lockCaps(
  trx: Db,
  messages: readonly Pick<Reservation, "accountId" | "purpose" | "recipient">[],
): Promise<void> {
  const names = messages.map(
    ({ accountId, purpose, recipient }) => `cap ${accountId} ${purpose} ${lockOf(recipient)}`,
  );
  await lockNames(trx, [...new Set(names)]);
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
        account_id: accountId,
        message_id: messageId,
        purpose: storedPurpose(purpose),
        recipient,
        reserved_at: now,
      })),
    "on conflict (account_id, message_id) do update set reserved_at = excluded.reserved_at",
  );
}

export function endReservations(db: Db, accountId: string, messageIds: readonly string[]): Statement | null {
  if (messageIds.length === 0) return null;
  const which = anyOf(db, "message_id", "uuid", messageIds).toSQL();
  return {
    sql: `delete from submission_reservations where account_id = ? and ${which.sql}`,
    bindings: [accountId, ...(which.bindings as string[])],
  };
}

export async function deleteReservationsOf(trx: Db, accountId: string, recipient: string): Promise<void> {
  await trx("submission_reservations").where({ account_id: accountId, recipient }).del();
}

export const purgeReservations = (db: Db, reservedBefore: Instant, limit: number): Promise<number> =>
  deleteChunk(db, {
    table: "submission_reservations",
    key: ["account_id", "message_id"],
    where: "reserved_at < ?",
    bindings: [reservedBefore],
    order: "reserved_at",
    limit,
  });
