import type { Caller } from "../../../generated/server/binding";
import type { ContactListsApi } from "../../../generated/server/contact-lists.api";
import type { Db } from "../../platform/db/dialect";
import { retryDeadlocks } from "../../platform/db/errors";
import { pageRequest, streamedPageOf, tooLong } from "../../platform/db/page";
import { orderOf } from "../../platform/db/reads/order";
import type { Platform } from "../../platform/platform";
import { notFound } from "../../platform/problem";
import type { JobNotification } from "../../queue/job";
import { notifyAll, type Wakeups } from "../../queue/wakeups";
import { sourceOf } from "../consents/consent";
import type { LedgerDeps } from "../consents/ledger";
import { numberHash } from "../consents/number-hash";
import { statesOf } from "../consents/states.store";
import { readUpsert, toContract } from "../contacts/contact";
import { contactsById, lockSharedContact } from "../contacts/contacts.store";
import { lockNumberOf, lockNumbers } from "../contacts/number-lock.store";
import { NAME_COLUMN } from "../contacts/ordered.store";
import { upsertOne } from "../contacts/upsert-one";
import { noContactList, requireContactList } from "./contact-list";
import { type ContactList, lockSharedContactList } from "./contact-lists.store";
import { addMembers, membershipsOf, pageOfMembers, removeMember } from "./members.store";
import { recordAdditions, recordRelease } from "./provisioned-consent";
import { showContacts } from "./show-contacts";

export type MemberDeps = Pick<Platform, "db" | "reads" | "clock" | "ids"> & LedgerDeps & { wakeups: Wakeups };

export type MemberOperations = Pick<
  ContactListsApi,
  "listMembers" | "upsertMember" | "addMember" | "removeMember"
>;

export function memberOperations(deps: MemberDeps): MemberOperations {
  const { db, reads, clock, ids, suppressionKey, wakeups } = deps;

  const changing = <T>(change: (trx: Db) => Promise<T>) => retryDeadlocks(() => db.transaction(change));

  const byRequest = () => ({ origin: "request", at: clock.now() }) as const;

  /** Adds a contact to a list. An addition to the provisioned list is also recorded as a revocation. */
  async function add(
    trx: Db,
    caller: Caller,
    list: ContactList,
    contactId: string,
  ): Promise<JobNotification[]> {
    const { accountId } = caller;
    const contactIds = [contactId];
    const added = await addMembers(trx, { accountId, listId: list.id }, contactIds, byRequest());
    if (!list.isProvisioned) return [];
    return recordAdditions(deps, trx, accountId, list, { contactIds, added }, sourceOf(caller));
  }

  return {
    async listMembers({ params: { list_id: id }, query, caller: { accountId }, signal }) {
      await requireContactList(db, accountId, id);
      const page = pageRequest(query);
      const reading = reads.of(
        { accountId, signal },
        tooLong(query, "search for more of the name or number"),
      );
      const of = { accountId, listId: id };
      const filter = {
        search: query.search,
        attributes: query.attribute,
        order: orderOf(query.sort, NAME_COLUMN),
      };
      const members = await pageOfMembers(db, reading, of, filter, page);
      const found = { ...(await contactsById(db, accountId, members.ids)), total: members.total };
      return { status: 200, body: streamedPageOf(found, page, (run) => showContacts(db, accountId, run)) };
    },

    async upsertMember({ params: { list_id: id }, body, caller }) {
      const { accountId } = caller;
      const list = await requireContactList(db, accountId, id);
      const upsert = readUpsert(body);
      const { notifications, ...response } = await changing(async (trx) => {
        if (list.isProvisioned) await lockNumbers(trx, accountId, [upsert.phone]);
        const { contact, created } = await upsertOne(trx, { clock, ids }, accountId, upsert);
        if (!(await lockSharedContactList(trx, accountId, id))) throw noContactList();
        const notifications = await add(trx, caller, list, contact.id);
        const memberships = await membershipsOf(trx, accountId, [contact.id]);
        return {
          status: created ? (201 as const) : (200 as const),
          body: toContract(contact, memberships.get(contact.id) ?? []),
          notifications,
        };
      });
      notifyAll(wakeups, notifications);
      return response;
    },

    async addMember({ params: { list_id: id, contact_id: contactId }, caller }) {
      const { accountId } = caller;
      const list = await requireContactList(db, accountId, id);
      const notifications = await changing(async (trx) => {
        if (list.isProvisioned) await lockNumberOf(trx, accountId, contactId);
        if (!(await lockSharedContact(trx, accountId, contactId))) throw notFound("The contact");
        if (!(await lockSharedContactList(trx, accountId, id))) throw noContactList();
        return add(trx, caller, list, contactId);
      });
      notifyAll(wakeups, notifications);
      return { status: 204 };
    },

    async removeMember({ params: { list_id: id, contact_id: contactId }, caller }) {
      const { accountId } = caller;
      const list = await requireContactList(db, accountId, id);
      const notifications = await changing(async (trx): Promise<JobNotification[] | null> => {
        const phone = list.isProvisioned ? await lockNumberOf(trx, accountId, contactId) : null;
        if (!(await lockSharedContact(trx, accountId, contactId))) return null;
        const left = await removeMember(trx, accountId, contactId, id);
        if (phone === null) return left > 0 ? [] : null;
        // A suppression outlives a deleted contact, so the number may be suppressed without being in the
        // list. The request then ends the suppression.
        const states = await statesOf(trx, accountId, numberHash(suppressionKey, accountId, phone));
        const isFollowed = states.some(({ status, followsList }) => status === "revoked" && followsList);
        if (left === 0 && !isFollowed) return null;
        const origin = { source: sourceOf(caller), at: clock.now() };
        return recordRelease(deps, trx, accountId, list, phone, origin);
      });
      if (notifications === null) throw notFound("The contact's membership in this list");
      notifyAll(wakeups, notifications);
      return { status: 204 };
    },
  };
}
