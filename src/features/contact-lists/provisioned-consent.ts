import type { Db } from "../../platform/db/dialect";
import { firstIdAt } from "../../platform/ids";
import { type Instant, wholeSecond } from "../../platform/time";
import type { JobNotification } from "../../queue/job";
import {
  type ConsentSource,
  covers,
  EVERYTHING,
  isEmpty,
  pairsOf,
  type Scope,
  scopesOf,
} from "../consents/consent";
import {
  forgetNumbers,
  type LedgerDeps,
  type NewConsent,
  recordConsent,
  recordConsents,
} from "../consents/ledger";
import { numberHash } from "../consents/number-hash";
import { statesOf } from "../consents/states.store";
import { phonesOf } from "../contacts/contacts.store";
import { abandonedPhones, lastHeldId, lastNumberChanges } from "../contacts/erasures.store";
import { lockContactByPhone, lockNumbers } from "../contacts/number-lock.store";
import type { ContactList } from "./contact-lists.store";
import { findProvisionedList } from "./contact-lists.store";
import { addMembers, membershipsOf, removeMember } from "./members.store";

// The functions of this file keep the provisioned list and the consent ledger consistent. `recordInStep`
// locks the number itself. The callers of the other functions lock the numbers first.

export interface Origin {
  source: ConsentSource;
  at: Instant;
  inboundMessageId?: string;
  inboundRcsEventId?: string;
}

/**
 * Returns the scope of the record of an opt-out or opt-in: what the list suppresses, or everything if it
 * suppresses nothing.
 */
const scopeOfRecord = ({ channels, purposes }: ContactList): Scope =>
  isEmpty({ channels, purposes }) ? EVERYTHING : { channels, purposes };

/**
 * Returns whether revocations up to `at` already cover everything that an opt-out of the number (E.164) would
 * revoke.
 */
export async function isRevoked(
  { suppressionKey }: LedgerDeps,
  db: Db,
  accountId: string,
  list: ContactList,
  { phone, at }: { phone: string; at: Instant },
): Promise<boolean> {
  const states = await statesOf(db, accountId, numberHash(suppressionKey, accountId, phone));
  const revoked = states.filter(({ status, occurredAt }) => status === "revoked" && occurredAt <= at);
  return covers(revoked, scopeOfRecord(list));
}

/** Records that the list suppresses the numbers (E.164). */
export function recordSuppression(
  deps: LedgerDeps,
  trx: Db,
  accountId: string,
  list: ContactList,
  phones: readonly string[],
  { at, ...origin }: Origin & Pick<NewConsent, "isAnonymous">,
): Promise<JobNotification[]> {
  const what = { ...origin, ...scopeOfRecord(list), status: "revoked", followsList: true } as const;
  return recordConsents(
    deps,
    trx,
    accountId,
    phones.map((phone) => ({ ...what, phone, occurredAt: at })),
  );
}

/**
 * Records the suppression of contacts that a request or an import adds to the list. For a contact that is
 * already a member, records its number only if the contact has changed numbers and no record covers the new
 * number. Without a record, another change would end the suppression of that number.
 */
export async function recordAdditions(
  deps: LedgerDeps,
  trx: Db,
  accountId: string,
  list: ContactList,
  { contactIds, added }: { contactIds: readonly string[]; added: readonly string[] },
  source: ConsentSource,
): Promise<JobNotification[]> {
  const at = deps.clock.now();
  const isNew = new Set(added);
  const members = contactIds.filter((id) => !isNew.has(id));
  const changed = [...(await lastNumberChanges(trx, accountId, members)).keys()];
  if (added.length + changed.length === 0) return [];
  const phones = await phonesOf(trx, accountId, [...added, ...changed]);
  for (const id of changed) {
    const phone = phones.get(id) ?? "";
    if (await isRevoked(deps, trx, accountId, list, { phone, at })) phones.delete(id);
  }
  return recordSuppression(deps, trx, accountId, list, [...phones.values()], { source, at });
}

/**
 * Records that a number (E.164) opted in. The record covers what an opt-out would revoke now, and the
 * channels and purposes of earlier revocations that follow the list.
 */
export async function recordRelease(
  deps: LedgerDeps,
  trx: Db,
  accountId: string,
  list: ContactList,
  phone: string,
  { at, ...origin }: Origin,
): Promise<JobNotification[]> {
  const states = await statesOf(trx, accountId, numberHash(deps.suppressionKey, accountId, phone));
  const followed = states.filter(({ status, followsList }) => status === "revoked" && followsList);
  const scopes = scopesOf([...pairsOf(scopeOfRecord(list)), ...followed]);
  const what = { ...origin, phone, status: "granted", followsList: false } as const;
  return recordConsents(
    deps,
    trx,
    accountId,
    scopes.map((scope) => ({ ...what, ...scope, occurredAt: at })),
  );
}

/**
 * Records a consent from a request; locks the number first. A revocation for everything that the list
 * suppresses adds the number's contact to the list. A grant that holds removes the contact from the list,
 * whatever the list suppresses: the list may be widened later and must not override the grant then.
 */
export async function recordInStep(deps: LedgerDeps, trx: Db, accountId: string, consent: NewConsent) {
  const { phone, status } = consent;
  await lockNumbers(trx, accountId, [phone]);
  const contactId = await lockContactByPhone(trx, accountId, phone);
  const member = contactId === null ? null : await memberOf(trx, accountId, contactId);
  // A grant removes the contact from the list. First record the list's suppression, because the grant may
  // cover less.
  const kept = member && status === "granted" ? await recordMember(deps, trx, accountId, member, phone) : [];
  const { consent: recorded, holds, notifications } = await recordConsent(deps, trx, accountId, consent);
  const result = { consent: recorded, notifications: [...kept, ...notifications] };
  if (contactId === null) return result;
  if (status === "granted" && member && holds.length > 0) {
    await removeMember(trx, accountId, contactId, member.list.id);
  }
  const list = member?.list ?? (await findProvisionedList(trx, accountId));
  if (status === "revoked" && list !== null && !isEmpty(list) && covers(holds, list)) {
    const origin = { origin: "request", at: deps.clock.now() } as const;
    await addMembers(trx, { accountId, listId: list.id }, [contactId], origin);
  }
  return result;
}

interface ListedContact {
  contactId: string;
  /** Number in E.164. */
  phone: string;
}

/**
 * Keeps the number that a contact gives up suppressed if the contact had it when it joined the provisioned
 * list. If the contact got the number later, only records about the number itself still suppress it.
 */
export async function keepFormerNumber(
  deps: LedgerDeps,
  trx: Db,
  accountId: string,
  { contactId, phone }: ListedContact,
): Promise<JobNotification[]> {
  const member = await memberOf(trx, accountId, contactId);
  if (member === null) return [];
  const changedAt = (await lastNumberChanges(trx, accountId, [contactId])).get(contactId);
  const isLater = changedAt !== undefined && changedAt >= firstIdAt(member.addedAt);
  return isLater ? [] : recordMember(deps, trx, accountId, member, phone);
}

/**
 * Keeps the number of a deleted contact suppressed if the contact is still a member of the provisioned list.
 * Removes numbers and evidence from the consents of the contact's numbers with ids up to `upTo`, and ends the
 * grants. `forgotten` is the number of changed consents.
 */
export async function keepAfterDeletion(
  deps: LedgerDeps,
  trx: Db,
  accountId: string,
  { contactId, phone, upTo }: ListedContact & { upTo: string },
): Promise<{ forgotten: number; notifications: JobNotification[] }> {
  const member = await memberOf(trx, accountId, contactId);
  const notifications = member === null ? [] : await recordMember(deps, trx, accountId, member, phone, true);
  let forgotten = await forgetNumbers(deps, trx, accountId, [phone], upTo);
  for (const former of await abandonedPhones(trx, accountId, contactId)) {
    // Later records belong to the number's next holder, who may have no contact.
    forgotten += await forgetNumbers(deps, trx, accountId, [former.phone], lastHeldId(former, upTo));
  }
  return { forgotten, notifications };
}

export async function endMemberships(
  deps: LedgerDeps,
  trx: Db,
  accountId: string,
  { contactId, upTo }: { contactId: string; upTo: string },
): Promise<JobNotification[]> {
  const phone = (await phonesOf(trx, accountId, [contactId])).get(contactId);
  const of = phone === undefined ? null : { contactId, phone, upTo };
  const kept = of === null ? null : await keepAfterDeletion(deps, trx, accountId, of);
  await removeMember(trx, accountId, contactId);
  return kept?.notifications ?? [];
}

/** Membership of the provisioned list. */
interface Member {
  list: ContactList;
  addedAt: Instant;
}

async function memberOf(db: Db, accountId: string, contactId: string): Promise<Member | null> {
  const list = await findProvisionedList(db, accountId);
  const memberships = list && (await membershipsOf(db, accountId, [contactId])).get(contactId);
  const membership = memberships?.find(({ listId }) => listId === list?.id);
  return list && membership ? { list, addedAt: membership.addedAt } : null;
}

/** Records the suppression of a member, dated to the member's addition, unless the ledger has the record. */
async function recordMember(
  deps: LedgerDeps,
  trx: Db,
  accountId: string,
  { list, addedAt }: Member,
  phone: string,
  isAnonymous = false,
): Promise<JobNotification[]> {
  const states = await statesOf(trx, accountId, numberHash(deps.suppressionKey, accountId, phone));
  const current = states.filter(
    ({ status, occurredAt }) => status === "revoked" || occurredAt >= wholeSecond(addedAt),
  );
  if (covers(current, scopeOfRecord(list)) && covers(states, EVERYTHING)) return [];
  const origin = { source: "api", at: addedAt, isAnonymous } as const;
  return recordSuppression(deps, trx, accountId, list, [phone], origin);
}
