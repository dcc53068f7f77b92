import type { Platform } from "../../platform/platform";
import { addMembers, membershipsOf, removeMember } from "../contact-lists/members.store";
import { releaseSuppressed, type SuppressionKey } from "../contact-lists/suppressed-numbers.store";
import { provisionedList } from "../contact-lists/contact-lists.store";
import { contactsByPhone } from "../contacts/by-number.store";
import { lockSharedContact } from "../contacts/contacts.store";
import { upsertOne } from "../contacts/upsert-one";
import type { Db } from "../../platform/db/dialect";
import type { Instant } from "../../platform/time";

type ConsentParts = Pick<Platform, "clock" | "ids" | "log"> & { suppressionKey: SuppressionKey };

export type Consent = "opt-out" | "opt-in";

/** A person who opts in or out. `phone` is in E.164; `at` is the time of the request. */
export interface Person {
  phone: string;
  contactId: string | null;
  at: Instant;
}

/**
 * Adds a person to the account's provisioned list, or removes the person from it. Runs in the transaction
 * that records the request. Returns the contact, and whether this request suppressed the contact.
 */
export async function applyConsent(
  app: ConsentParts,
  trx: Db,
  accountId: string,
  consent: Consent,
  person: Person,
): Promise<{ contactId: string | null; suppressed: boolean }> {
  const unchanged = { contactId: person.contactId, suppressed: false };
  const listId = await provisionedList(trx, accountId);
  if (listId === null) return unchanged;
  app.log.info({ accountId, consent }, "recipient changed consent");
  if (consent === "opt-in") {
    await releaseSuppressed(trx, app.suppressionKey, { accountId, phone: person.phone, listId });
    if (person.contactId !== null) await removeMember(trx, accountId, person.contactId, listId);
    return unchanged;
  }
  const contactId = await lockedContact(app, trx, accountId, person);
  const optedOut = { origin: "opt_out", at: person.at } as const;
  const added = await addMembers(trx, { accountId, listId }, [contactId], optedOut);
  return { contactId, suppressed: added === 1 };
}

/** Returns the person's contact, locked against deletion. Creates a missing contact. */
async function lockedContact(
  app: Pick<ConsentParts, "clock" | "ids">,
  trx: Db,
  accountId: string,
  { contactId, phone }: Person,
): Promise<string> {
  if (contactId !== null && (await lockSharedContact(trx, accountId, contactId))) return contactId;
  const { contact } = await upsertOne(trx, app, accountId, { phone });
  return contact.id;
}

/** Returns which of the contacts are on a list because of an opt-out. */
export async function optedOutContacts(
  db: Db,
  accountId: string,
  contactIds: readonly string[],
): Promise<Set<string>> {
  const memberships = await membershipsOf(db, accountId, contactIds);
  const hasOptedOut = (id: string) => memberships.get(id)?.some(({ origin }) => origin === "opt_out");
  return new Set(contactIds.filter(hasOptedOut));
}

/** Returns which of the numbers (E.164) belong to contacts that are on a list because of an opt-out. */
export async function optedOutNumbers(
  db: Db,
  accountId: string,
  phones: readonly string[],
): Promise<Set<string>> {
  const contacts = [...(await contactsByPhone(db, accountId, phones))];
  const ids = contacts.map(([, { id }]) => id);
  const optedOut = await optedOutContacts(db, accountId, ids);
  return new Set(contacts.flatMap(([phone, { id }]) => (optedOut.has(id) ? [phone] : [])));
}
