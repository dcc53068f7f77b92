import type { Platform } from "../../platform/platform";
import { addMembers, membershipsOf, removeMember } from "../contact-lists/members.store";
import { latestOwnStatuses } from "../consents/consents.store";
import type { LedgerDeps } from "../consents/ledger";
import { numberHash } from "../consents/number-hash";
import {
  isRevoked,
  type Origin,
  recordRelease,
  recordSuppression,
} from "../contact-lists/provisioned-consent";
import { findProvisionedList } from "../contact-lists/contact-lists.store";
import { contactsByPhone } from "../contacts/by-number.store";
import { lockContactByPhone, lockNumbers } from "../contacts/number-lock.store";
import { upsertOne } from "../contacts/upsert-one";
import type { Db } from "../../platform/db/dialect";
import type { JobNotification } from "../../queue/job";

type ConsentDeps = Pick<Platform, "log"> & LedgerDeps;

export type ConsentAction = "opt-out" | "opt-in";

/** A person who opts in or out. `phone` is in E.164. */
interface Person {
  phone: string;
  origin: Origin;
}

export interface ConsentChange {
  contactId: string | null;
  /** Whether this request suppressed the contact. */
  suppressed: boolean;
  notifications: JobNotification[];
}

/**
 * Adds a person to the account's provisioned list, or removes the person from it, and records the consent.
 * Creates a missing contact for an opt-out. Runs in the transaction that records the request, and locks the
 * number first.
 */
export async function applyConsent(
  deps: ConsentDeps,
  trx: Db,
  accountId: string,
  consent: ConsentAction,
  { phone, origin }: Person,
): Promise<ConsentChange> {
  await lockNumbers(trx, accountId, [phone]);
  const known = await lockContactByPhone(trx, accountId, phone);
  const unchanged = { contactId: known, suppressed: false };
  const list = await findProvisionedList(trx, accountId);
  if (list === null) return { ...unchanged, notifications: [] };
  deps.log.info({ accountId, consent }, "recipient changed consent");
  if (consent === "opt-in") {
    if (known !== null) await removeMember(trx, accountId, known, list.id);
    return { ...unchanged, notifications: await recordRelease(deps, trx, accountId, list, phone, origin) };
  }
  const contactId = known ?? (await upsertOne(trx, deps, accountId, { phone })).contact.id;
  const optedOut = { origin: "opt_out", at: origin.at } as const;
  const added = await addMembers(trx, { accountId, listId: list.id }, [contactId], optedOut);
  const before = { phone, at: origin.at };
  const suppressed = added.length === 1 && !(await isRevoked(deps, trx, accountId, list, before));
  const notifications = await recordSuppression(deps, trx, accountId, list, [phone], origin);
  return { contactId, suppressed, notifications };
}

/**
 * Returns which of the numbers (E.164) have opted out by their latest opt-out or opt-in. A number without a
 * ledger entry has opted out if its contact is on a list because of an opt-out. That opt-out may concern
 * another number or precede the ledger.
 */
export async function optedOutNumbers(
  { suppressionKey }: Pick<LedgerDeps, "suppressionKey">,
  db: Db,
  accountId: string,
  phones: readonly string[],
): Promise<Set<string>> {
  const hashOf = new Map(phones.map((phone) => [phone, numberHash(suppressionKey, accountId, phone)]));
  const statuses = await latestOwnStatuses(db, accountId, [...hashOf.values()]);
  const statusOf = (phone: string) => statuses.get(hashOf.get(phone) ?? "");
  const unknown = phones.filter((phone) => statusOf(phone) === undefined);
  const contacts = await contactsByPhone(db, accountId, unknown);
  const ids = [...contacts.values()].map(({ id }) => id);
  const memberships = await membershipsOf(db, accountId, ids);
  const isListed = (phone: string) =>
    memberships.get(contacts.get(phone)?.id ?? "")?.some(({ origin }) => origin === "opt_out");
  return new Set(phones.filter((phone) => statusOf(phone) === "revoked" || isListed(phone)));
}
