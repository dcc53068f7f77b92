import { beginWrite, type Db, lockName, lockSharedRows, shareName } from "../../platform/db/dialect";
import { contactIdByPhoneQuery, findContact } from "./contacts.store";

// Opt-outs, consents, deletions and changes of numbers lock the number before they read its contact. In each
// transaction, these locks come before the locks of contacts and lists.

const ofAccount = (accountId: string) => `consents ${accountId}`;

/** Locks numbers (E.164) exclusively until the transaction ends. */
export async function lockNumbers(trx: Db, accountId: string, phones: readonly string[]): Promise<void> {
  await shareName(trx, ofAccount(accountId));
  for (const phone of [...new Set(phones)].sort()) await lockName(trx, `${ofAccount(accountId)} ${phone}`);
}

/** Locks all numbers of an account at once. An import would need thousands of single locks. */
export const lockAllNumbers = (trx: Db, accountId: string): Promise<void> =>
  lockName(trx, ofAccount(accountId));

const erasuresOf = (accountId: string) => `erasures ${accountId}`;

/**
 * Keeps new erasure requests of an account waiting until the transaction ends. An import takes this lock
 * before it stores contacts: it then sees every earlier request, and a later request erases these contacts.
 */
export const holdErasureRequests = (trx: Db, accountId: string): Promise<void> =>
  shareName(trx, erasuresOf(accountId));

/**
 * Waits for transactions that called `holdErasureRequests`, and makes later callers wait until the commit.
 */
export const lockErasureRequests = (trx: Db, accountId: string): Promise<void> =>
  lockName(trx, erasuresOf(accountId));

export async function lockNumberOf(trx: Db, accountId: string, contactId: string): Promise<string | null> {
  await beginWrite(trx);
  const read = async () => (await findContact(trx, accountId, contactId))?.phone ?? null;
  let phone = await read();
  for (let locked: string | null = null; phone !== null && phone !== locked; phone = await read()) {
    await lockNumbers(trx, accountId, [phone]);
    locked = phone;
  }
  return phone;
}

/** Locks the contact with a number (E.164) against deletion, and returns its id; null if there is none. */
export async function lockContactByPhone(trx: Db, accountId: string, phone: string): Promise<string | null> {
  const query = contactIdByPhoneQuery(trx, accountId, phone).first();
  return ((await lockSharedRows(trx, query)) as { id: string } | undefined)?.id ?? null;
}
