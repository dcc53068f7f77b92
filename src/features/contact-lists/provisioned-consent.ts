import type { Db } from "../../platform/db/dialect";
import type { Instant } from "../../platform/time";
import type { Wake } from "../../queue/job";
import { type ConsentSource, covers, isEmpty, pairsOf, scopeOf } from "../consents/consent";
import { removeNumber } from "../consents/consents.store";
import { type LedgerParts, type NewConsent, recordConsent, recordConsents } from "../consents/ledger";
import { numberHash } from "../consents/number-hash";
import { statesOf } from "../consents/states.store";
import { contactIdByPhone, lockSharedContact, phonesOf } from "../contacts/contacts.store";
import type { ContactList } from "./contact-lists.store";
import { findProvisionedList } from "./contact-lists.store";
import { addMembers, membershipsOf, removeMember } from "./members.store";

// Keeps the provisioned list and the consent ledger in step.

/** Where a change of the list comes from. */
export interface Origin {
  source: ConsentSource;
  at: Instant;
  inboundMessageId?: string;
  inboundRcsEventId?: string;
}

/** Records that the list suppresses the numbers (E.164), for what it suppresses now. */
export async function recordSuppression(
  app: LedgerParts,
  trx: Db,
  accountId: string,
  { channels, purposes }: ContactList,
  phones: readonly string[],
  { at, ...origin }: Origin,
): Promise<Wake[]> {
  if (isEmpty({ channels, purposes })) return [];
  const common = {
    ...origin,
    channels,
    purposes,
    status: "revoked",
    occurredAt: at,
    followsList: true,
  } as const;
  return recordConsents(
    app,
    trx,
    accountId,
    phones.map((phone) => ({ ...common, phone })),
  );
}

/**
 * Records that a number (E.164) opted in: for what the list suppresses now, and for what earlier revocations
 * suppress that follow the list.
 */
export async function recordRelease(
  app: LedgerParts,
  trx: Db,
  accountId: string,
  list: ContactList,
  phone: string,
  { at, ...origin }: Origin,
): Promise<Wake[]> {
  const states = await statesOf(trx, accountId, numberHash(app.suppressionKey, accountId, phone));
  const followed = states.filter(({ status, followsList }) => status === "revoked" && followsList);
  const scope = scopeOf([...pairsOf(list), ...followed]);
  if (isEmpty(scope)) return [];
  const granted = {
    ...origin,
    ...scope,
    phone,
    status: "granted",
    occurredAt: at,
    followsList: false,
  } as const;
  return (await recordConsent(app, trx, accountId, granted)).wakes;
}

/** Records a consent from a request, and changes the list where the consent holds. */
export async function recordInStep(app: LedgerParts, trx: Db, accountId: string, consent: NewConsent) {
  const { phone, status } = consent;
  const found = await contactIdByPhone(trx, accountId, phone);
  const contactId = found !== null && (await lockSharedContact(trx, accountId, found)) ? found : null;
  const list = await findProvisionedList(trx, accountId);
  const isMember = list !== null && contactId !== null && (await isOn(trx, accountId, contactId, list.id));
  // The contact leaves the list with a grant, so what remains revoked must be in the ledger.
  if (isMember && status === "granted") await recordMember(app, trx, accountId, list, phone);
  const recorded = await recordConsent(app, trx, accountId, consent);
  if (list === null || contactId === null || isEmpty(list)) return recorded;
  const { holds } = recorded;
  if (status === "revoked" && covers(holds, list)) {
    const origin = { origin: "request", at: app.clock.now() } as const;
    await addMembers(trx, { accountId, listId: list.id }, [contactId], origin);
  }
  const isAbout = pairsOf(list).some((pair) =>
    holds.some(({ channel, purpose }) => channel === pair.channel && purpose === pair.purpose),
  );
  if (status === "granted" && isMember && isAbout) await removeMember(trx, accountId, contactId, list.id);
  return recorded;
}

/**
 * Keeps the number of a deleted contact suppressed by the provisioned list, and removes number and evidence
 * from its records. Must come before the end of the memberships.
 */
export async function keepAfterDeletion(
  app: LedgerParts,
  trx: Db,
  accountId: string,
  { contactId, phone }: { contactId: string; phone: string },
): Promise<void> {
  const list = await findProvisionedList(trx, accountId);
  if (list !== null && (await isOn(trx, accountId, contactId, list.id))) {
    await recordMember(app, trx, accountId, list, phone);
  }
  await removeNumber(trx, accountId, phone);
}

/** Ends the memberships of a deleted contact, after `keepAfterDeletion`. */
export async function endMemberships(
  app: LedgerParts,
  trx: Db,
  accountId: string,
  contactId: string,
): Promise<void> {
  const phone = (await phonesOf(trx, accountId, [contactId])).get(contactId);
  if (phone !== undefined) await keepAfterDeletion(app, trx, accountId, { contactId, phone });
  await removeMember(trx, accountId, contactId);
}

const isOn = async (db: Db, accountId: string, contactId: string, listId: string) =>
  (await membershipsOf(db, accountId, [contactId])).get(contactId)?.some((one) => one.listId === listId) ??
  false;

/** Records the suppression of a member that joined the list before the ledger existed. */
async function recordMember(app: LedgerParts, trx: Db, accountId: string, list: ContactList, phone: string) {
  const states = await statesOf(trx, accountId, numberHash(app.suppressionKey, accountId, phone));
  const revoked = states.filter(({ status }) => status === "revoked");
  if (covers(revoked, list)) return;
  await recordSuppression(app, trx, accountId, list, [phone], { source: "api", at: app.clock.now() });
}
