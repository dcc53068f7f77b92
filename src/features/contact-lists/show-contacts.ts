import { membershipsOf } from "./members.store";
import type { Db } from "../../platform/db/dialect";
import { type Contact, toContract } from "../contacts/contact";

export async function showContacts(db: Db, accountId: string, contacts: readonly Contact[]) {
  const memberships = await membershipsOf(
    db,
    accountId,
    contacts.map(({ id }) => id),
  );
  return contacts.map((contact) => toContract(contact, memberships.get(contact.id) ?? []));
}
