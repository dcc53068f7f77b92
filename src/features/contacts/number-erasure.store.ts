import { type Db, lockName, lockRows } from "../../platform/db/dialect";
import type { Instant } from "../../platform/time";
import { numbersOf } from "./upsert.store";

export interface NumberOfAccount {
  accountId: string;
  /** Number in E.164. */
  phone: string;
  /** Id made when the erasure was requested. Later records belong to the number's next holder. */
  upTo: string;
}

interface StoredContact {
  id: string;
  isPresent: boolean;
}

/**
 * Locks and returns the contact with the number; null if there is none or its id is after `upTo`. Upserts
 * wait until the transaction ends. Must come after the lock of the number.
 */
export async function lockContactOf(
  trx: Db,
  { accountId, phone, upTo }: NumberOfAccount,
): Promise<StoredContact | null> {
  await lockName(trx, numbersOf(accountId));
  const query = trx("contacts").where({ account_id: accountId, phone }).where("id", "<=", upTo);
  const row = (await lockRows(trx, query).first("id", "deleted_at")) as
    { id: string; deleted_at: number | null } | undefined;
  return row ? { id: row.id, isPresent: row.deleted_at === null } : null;
}

/** Deletes the row of a contact that is marked as deleted. Must come after `lockContactOf`. */
export async function deleteContactRow(trx: Db, accountId: string, contactId: string): Promise<void> {
  await trx("contacts").where({ account_id: accountId, id: contactId }).whereNotNull("deleted_at").delete();
}

/**
 * Deletes the row of the number's contact if the contact was deleted before an instant. The next contact with
 * the number then gets a new id instead of the old one. Upserts wait until the transaction ends.
 */
export async function deleteContactDeletedBefore(
  trx: Db,
  { accountId, phone }: Pick<NumberOfAccount, "accountId" | "phone">,
  before: Instant,
): Promise<void> {
  await lockName(trx, numbersOf(accountId));
  await trx("contacts").where({ account_id: accountId, phone }).where("deleted_at", "<", before).delete();
}

/**
 * Deletes the number as a former number of contacts, and its pending erasures. Returns the number of rows.
 */
export function deletePhoneRecords(trx: Db, { accountId, phone, upTo }: NumberOfAccount): Promise<number> {
  return trx("erasures").where({ account_id: accountId, phone }).where("contact_id", "<=", upTo).delete();
}
