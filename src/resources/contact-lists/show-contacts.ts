import { listsOfContacts } from "./members.store";
import type { Db } from "../../platform/db/dialect";
import { type Contact, toContract } from "../contacts/contact";

/** Contacts as the contract shows them, with the lists that each is in. */
export async function showContacts(db: Db, accountId: string, contacts: readonly Contact[]) {
  const lists = await listsOfContacts(
    db,
    accountId,
    contacts.map(({ id }) => id),
  );
  return contacts.map((contact) => toContract(contact, lists.get(contact.id) ?? []));
}
