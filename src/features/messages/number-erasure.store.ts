import { isDeepStrictEqual } from "node:util";
import { deleteReservationsOf } from "./submissions.store";
import {
  digitsOf,
  ERASED_NUMBER,
  spellingTest,
  withoutNumber,
  withoutSpellings,
} from "../../messaging/erased-number";
import { anyOf } from "../../platform/db/bulk";
import { beginWrite, type Db, lockRows } from "../../platform/db/dialect";
import type { Instant } from "../../platform/time";
import { type KeySlice, namingResponses } from "./by-number.store";
import { deleteExpiredKey, keysAfter, replaceResponse } from "./idempotency.store";
import { eraseNamingTags, TAGGED_COLUMNS, type TaggedRow } from "./tag-erasure.store";
import type { OriginOfMessage } from "./waiting.store";

/** Selection of the messages to a number, with any contact or without a contact. */
export interface MessagesToNumber {
  accountId: string;
  /** Number in E.164. */
  phone: string;
  /** Last message id to select. Only the contact's messages may have later ids. */
  upTo: string;
  /** Deleted contact, whose messages are selected up to `upToOfContact`; null if there was none. */
  contactId: string | null;
  upToOfContact: string;
}

const messagesTo = (db: Db, { accountId, phone, upTo, contactId, upToOfContact }: MessagesToNumber) =>
  db("messages")
    .where({ account_id: accountId, recipient: phone })
    .where((either) => {
      void either.where("id", "<=", upTo);
      if (contactId !== null) {
        void either.orWhereRaw("(contact_id = ? and id <= ?)", [contactId, upToOfContact]);
      }
    });

/** Returns the pending messages to a number, oldest first. */
export async function pendingMessagesTo(db: Db, to: MessagesToNumber): Promise<OriginOfMessage[]> {
  const query = messagesTo(db, to).where({ status: "pending" }).orderBy("id");
  return (await query.select("id", "status", db.ref("batch_id").as("origin"))) as OriginOfMessage[];
}

/**
 * Condition of messages in flight: pending messages, and sent messages that may still receive a delivery
 * report. The bind is the earliest last change of a sent message that may still receive a report.
 */
const IN_FLIGHT = "(status = 'pending' or (status = 'sent' and updated_at >= ?))";

/** Returns the ids of up to `limit` messages that are not in flight, oldest first. */
export async function settledMessagesTo(
  db: Db,
  to: MessagesToNumber,
  reportsUntil: Instant,
  limit: number,
): Promise<string[]> {
  const settled = messagesTo(db, to).whereRaw(`not ${IN_FLIGHT}`, [reportsUntil]);
  return (await settled.orderBy("id").limit(limit).pluck("id")) as string[];
}

export async function hasMessagesTo(db: Db, to: MessagesToNumber): Promise<boolean> {
  return (await messagesTo(db, to).first("id")) !== undefined;
}

interface NamingRow extends TaggedRow {
  history: string;
  error: string | null;
  client_reference: string | null;
  carrier_reference: string | null;
}

/**
 * Erases the number, the content, the variables and the follow-ups from messages with these ids. Also erases
 * tags, references and error texts that contain the number in any usual spelling. Times, outcome, price and
 * carrier stay.
 */
export async function eraseMessagesTo(
  trx: Db,
  { accountId, phone }: Pick<MessagesToNumber, "accountId" | "phone">,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await beginWrite(trx);
  const some = () =>
    trx("messages")
      .where({ account_id: accountId })
      .where(anyOf(trx, "id", "uuid", ids));
  const rows = (await lockRows(trx, some().orderBy("id")).select(
    ...TAGGED_COLUMNS,
    ...["history", "error", "client_reference", "carrier_reference"],
  )) as NamingRow[];
  await some().update({
    recipient: ERASED_NUMBER,
    search: ERASED_NUMBER,
    content: null,
    variables: null,
    follow_ups: null,
  });
  await deleteReservationsOf(trx, accountId, phone);
  await eraseNamingTags(trx, { accountId, phone }, rows);
  const spells = spellingTest(phone);
  const kept = (text: string | null) => (text !== null && spells(text) ? null : text);
  const cleaned = (json: string) => JSON.stringify(withoutSpellings(JSON.parse(json) as unknown, phone));
  for (const { id, history, error, client_reference, carrier_reference } of rows) {
    const texts = { history, error, client_reference, carrier_reference };
    const erased = {
      history: cleaned(history),
      error: error === null ? null : cleaned(error),
      client_reference: kept(client_reference),
      carrier_reference: kept(carrier_reference),
    };
    if (isDeepStrictEqual(texts, erased)) continue;
    await trx("messages").where({ account_id: accountId, id }).update(erased);
  }
}

/**
 * Erases variables, follow-ups and search text of the remaining messages to the number. Keeps the fields that
 * their submission and delivery reports need. The caller must first erase all settled messages, so that only
 * messages in flight remain. Returns the ids of up to `limit` remaining messages, oldest first.
 */
export async function eraseUnneededFields(db: Db, to: MessagesToNumber, limit: number): Promise<string[]> {
  await messagesTo(db, to)
    .whereRaw("(variables is not null or follow_ups is not null or search <> '')")
    .update({ variables: null, follow_ups: null, search: ERASED_NUMBER });
  return (await messagesTo(db, to).orderBy("id").limit(limit).pluck("id")) as string[];
}

/**
 * Erases the number from a slice of the responses stored under idempotency keys. The keys stay, because a
 * repeated request without its stored key would send again. Returns the number of changed responses and the
 * slice's last key, which is null if no keys follow.
 */
export async function eraseNumberFromKeys(
  db: Db,
  { accountId, phone }: { accountId: string; phone: string },
  slice: KeySlice,
): Promise<{ changed: number; last: string | null }> {
  const { responses, last } = await namingResponses(db, { accountId, phone }, slice);
  const naming = responses.filter(({ answer }) => answer.includes(digitsOf(phone)));
  for (const { key, answer } of naming) {
    const cleaned = JSON.stringify(withoutNumber(JSON.parse(answer) as unknown, phone));
    await replaceResponse(db, accountId, key, cleaned);
  }
  return { changed: naming.length, last };
}

/**
 * Deletes the expired keys that contain the number in any usual spelling, in a slice of the keys. Stops at
 * the first key that contains the number, has not expired and was stored at `storedBy` or earlier. Then
 * returns `isWaiting: true` with the preceding key as `last`. Otherwise `last` is the last key of the slice;
 * null if no keys follow.
 */
export async function releaseNamingKeys(
  db: Db,
  { accountId, phone }: { accountId: string; phone: string },
  { after, storedBy, limit }: KeySlice,
  now: Instant,
): Promise<{ isWaiting: boolean; last: string | null }> {
  const keys = await keysAfter(db, accountId, after, limit);
  for (const key of keys.filter(spellingTest(phone))) {
    await deleteExpiredKey(db, accountId, key, now);
    const left = await db("idempotency_keys")
      .where({ account_id: accountId, key })
      .where("created_at", "<=", storedBy)
      .pluck("key");
    if (left.length > 0) return { isWaiting: true, last: keys[keys.indexOf(key) - 1] ?? after };
  }
  return { isWaiting: false, last: keys.length < limit ? null : (keys.at(-1) ?? null) };
}
