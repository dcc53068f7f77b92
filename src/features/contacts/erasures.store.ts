import { anyOf } from "../../platform/db/bulk";
import type { Db } from "../../platform/db/dialect";
import { scheduleJob } from "../../queue/jobs.store";
import { type Instant, latestPlausible } from "../../platform/time";

/** A pending erasure of the messages exchanged with a deleted contact under one of its numbers. */
export interface Erasure {
  accountId: string;
  contactId: string;
  /** Number in E.164. */
  phone: string;
  /** Id created at the deletion. Later messages belong to the number's next contact and are not erased. */
  upTo: string;
  /** Upper bound for items without a contact: an id made when the contact gave up the number, or `upTo`. */
  heldUpTo: string;
  /** Id of the last erased message; null before the first step, and when the erasure starts again. */
  erasedTo: string | null;
}

interface ErasureRow {
  account_id: string;
  contact_id: string;
  phone: string;
  up_to: string | null;
  held_up_to: string | null;
  due_at: number | null;
  erased_to: string | null;
}

type Key = Pick<Erasure, "accountId" | "contactId" | "phone">;

const erasures = (db: Db) => db<ErasureRow>("erasures");
const keyOf = ({ accountId, contactId, phone }: Key) => ({
  account_id: accountId,
  contact_id: contactId,
  phone,
});

/**
 * Records a number of a contact, because messages are stored under that number. `heldUpTo` is an id made when
 * the contact gave up the number; null if the contact has it.
 */
export async function recordPhone(trx: Db, key: Key, heldUpTo: string | null): Promise<void> {
  const row = { ...keyOf(key), up_to: null, held_up_to: heldUpTo, due_at: null, erased_to: null };
  await erasures(trx)
    .insert(row)
    .onConflict(["account_id", "contact_id", "phone"])
    .merge({ held_up_to: heldUpTo });
}

type FormerNumber = Pick<ErasureRow, "phone" | "held_up_to">;

/** Returns the last id up to `upTo` from the time when the contact had the number. */
export const lastHeldId = ({ held_up_to: held }: Pick<ErasureRow, "held_up_to">, upTo: string): string =>
  held !== null && held < upTo ? held : upTo;

/** Returns the former numbers (E.164) of a contact, except numbers that another contact has now. */
export async function abandonedPhones(db: Db, accountId: string, contactId: string): Promise<FormerNumber[]> {
  const held = db("contacts as c")
    .whereRaw("c.account_id = erasures.account_id and c.phone = erasures.phone")
    .whereNull("c.deleted_at")
    .whereNot("c.id", contactId);
  return (await erasures(db)
    .where({ account_id: accountId, contact_id: contactId })
    .whereNotExists(held)
    .orderBy("phone")
    .select("phone", "held_up_to")) as FormerNumber[];
}

/**
 * Returns the id made at the latest change of each contact's number. The map lacks contacts without a change,
 * and contacts of which only older builds changed the number.
 */
export async function lastNumberChanges(
  db: Db,
  accountId: string,
  contactIds: readonly string[],
): Promise<Map<string, string>> {
  if (contactIds.length === 0) return new Map();
  const rows = (await erasures(db)
    .where({ account_id: accountId })
    .where(anyOf(db, "contact_id", "uuid", contactIds))
    .whereNotNull("held_up_to")
    .orderBy("held_up_to")
    .select("contact_id", "held_up_to")) as { contact_id: string; held_up_to: string }[];
  return new Map(rows.map((row) => [row.contact_id, row.held_up_to]));
}

/**
 * Requests the erasure of a contact's messages under all its current and former numbers. The caller deletes
 * the contact.
 */
export async function requestErasure(trx: Db, key: Key, upTo: string, now: Instant): Promise<void> {
  await recordPhone(trx, key, null);
  await erasures(trx)
    .where({ account_id: key.accountId, contact_id: key.contactId })
    .update({ up_to: upTo, due_at: now, erased_to: null });
  const { accountId } = key;
  await scheduleJob(trx, { kind: "erasure", accountId, key: accountId, dueAt: now }, now);
}

const requested = (db: Db, accountId: string) =>
  erasures(db).where({ account_id: accountId }).whereNotNull("due_at");

export async function nextErasureAt(db: Db, accountId: string): Promise<Instant | null> {
  const first = await requested(db, accountId).orderBy("due_at").first("due_at");
  return first?.due_at ?? null;
}

/**
 * Returns the account's due erasures, the longest due first. A due time further ahead than `longestPause`
 * comes from a clock that was ahead, so the erasure counts as due.
 */
export async function dueErasures(
  db: Db,
  accountId: string,
  now: Instant,
  { longestPause, limit }: { longestPause: number; limit: number },
): Promise<Erasure[]> {
  const rows = await requested(db, accountId)
    .whereRaw("(due_at <= ? or due_at > ?)", [now, latestPlausible(now, longestPause)])
    .orderBy(["due_at", "contact_id"])
    .limit(limit);
  return rows.map((row) => {
    const upTo = row.up_to ?? "";
    return {
      accountId: row.account_id,
      contactId: row.contact_id,
      phone: row.phone,
      upTo,
      heldUpTo: lastHeldId(row, upTo),
      erasedTo: row.erased_to,
    };
  });
}

/** Returns the query for an unchanged erasure. A contact that was deleted again has a newer `upTo`. */
const same = (db: Db, erasure: Erasure) => erasures(db).where({ ...keyOf(erasure), up_to: erasure.upTo });

export async function continueErasure(
  db: Db,
  erasure: Erasure,
  to: { erasedTo: string | null; dueAt: Instant },
): Promise<void> {
  await same(db, erasure).update({ erased_to: to.erasedTo, due_at: to.dueAt });
}

/** Returns the number of pending erasures of all accounts, at most `limit`. */
export async function countErasures(db: Db, limit: number): Promise<number> {
  const some = erasures(db).whereNotNull("due_at").select("phone").limit(limit);
  const counted = await db.from(some.as("some")).count({ total: "*" }).first<{ total: number }>();
  return counted.total;
}

/**
 * Ends an erasure. Keeps the row as a former number if the contact was restored and then gave up the number.
 */
export async function endErasure(db: Db, erasure: Erasure): Promise<void> {
  await same(db, erasure).whereRaw("(held_up_to is null or held_up_to <= up_to)").delete();
  await same(db, erasure).update({ up_to: null, due_at: null, erased_to: null });
}
