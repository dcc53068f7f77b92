import { keyAnyOf } from "../../platform/db/bulk";
import type { Db } from "../../platform/db/dialect";
import type { Contact } from "./contact";
import { findContact } from "./contacts.store";

/** A contact, and the numbers that it had before, in E.164. */
interface ContactOfNumber {
  contact: Contact;
  formerPhones: string[];
}

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

export async function contactsByPhone(
  db: Db,
  accountId: string,
  phones: readonly string[],
): Promise<Map<string, { id: string; name: string | null }>> {
  if (phones.length === 0) return new Map();
  const rows = (await db("contacts as c")
    .where(keyAnyOf(db, "c", { table: "contacts", accountId, key: "phone" }, "text", phones))
    .whereNull("c.deleted_at")
    .select("c.id", "c.phone", "c.name")) as { id: string; phone: string; name: string | null }[];
  return new Map(rows.map(({ phone, ...contact }) => [phone, contact]));
}
