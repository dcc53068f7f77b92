import type { components } from "../../../generated/schema";
import type { Db } from "../../platform/db/dialect";
import { etagOf } from "../../platform/precondition";
import { notFound } from "../../platform/problem";
import { toTimestamp } from "../../platform/time";
import { type ContactList, findContactList } from "./contact-lists.store";

export const toContract = (list: ContactList, contacts: number): components["schemas"]["ContactList"] => ({
  id: list.id,
  name: list.name,
  type: list.type,
  channels: [...list.channels],
  purposes: [...list.purposes],
  contact_count: contacts,
  is_provisioned: list.isProvisioned,
  created_at: toTimestamp(list.createdAt),
  updated_at: toTimestamp(list.updatedAt),
});

/** Returns the ETag of the fields that callers can change. `contact_count` does not affect the ETag. */
export const tagOf = ({ id, name, channels, purposes }: ContactList) =>
  etagOf({ id, name, channels, purposes });

export const noContactList = () => notFound("The contact list");

/** Returns a contact list of the account. Throws 404 if the contact list does not exist. */
export async function requireContactList(db: Db, accountId: string, listId: string): Promise<ContactList> {
  const list = await findContactList(db, accountId, listId);
  if (list === null) throw noContactList();
  return list;
}
