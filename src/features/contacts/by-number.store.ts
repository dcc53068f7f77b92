import type { Db } from "../../platform/db/dialect";
import type { Contact } from "./contact";
import { findContact } from "./contacts.store";

/** A contact, and the numbers that it had before, in E.164. */
export interface ContactOfNumber {
  contact: Contact;
  formerPhones: string[];
}

/** Returns the contact that has the number (E.164) now; null if there is none. */
export async function contactOfNumber(
  db: Db,
  accountId: string,
  phone: string,
): Promise<ContactOfNumber | null> {
  const row = (await db("contacts")
    .where({ account_id: accountId, phone })
    .whereNull("deleted_at")
    .first("id")) as { id: string } | undefined;
  const contact = row ? await findContact(db, accountId, row.id) : null;
  if (contact === null) return null;
  const formerPhones = (await db("erasures")
    .where({ account_id: accountId, contact_id: contact.id })
    .whereNot({ phone })
    .orderBy("phone")
    .pluck("phone")) as string[];
  return { contact, formerPhones };
}
