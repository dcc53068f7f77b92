import type { Platform } from "../../platform/platform";
import type { Db } from "../../platform/db/dialect";
import type { Contact } from "./contact";
import { findContact } from "./contacts.store";
import { type ContactUpsert, upsertContacts } from "./upsert.store";

/** Creates, restores or updates one contact. `created` is also true for a restored contact. */
export async function upsertOne(
  trx: Db,
  { clock, ids }: Pick<Platform, "clock" | "ids">,
  accountId: string,
  upsert: ContactUpsert,
): Promise<{ contact: Contact; created: boolean }> {
  const [done] = await upsertContacts(trx, accountId, [upsert], clock.now(), ids);
  const contact = done ? await findContact(trx, accountId, done.id) : null;
  if (!done || !contact) throw new Error("a contact that was just written is not there");
  return { contact, created: done.outcome !== "updated" };
}
