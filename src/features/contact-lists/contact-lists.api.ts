import type { components } from "../../../generated/schema";
import type { Caller } from "../../../generated/server/binding";
import type { ContactListsApi } from "../../../generated/server/contact-lists.api";
import type { Platform } from "../../platform/platform";
import { type Wake } from "../../queue/job";
import { wakeAll, type Wakeups } from "../../queue/wakeups";
import { sourceOf } from "../consents/consent";
import { type LedgerParts } from "../consents/ledger";
import { numberHash } from "../consents/number-hash";
import { statesOf } from "../consents/states.store";
import { conditionally, etagOf, preconditionOf } from "../../platform/precondition";
import { readUpsert, toContract as contactToContract } from "../contacts/contact";
import { listTotals } from "../contacts/contact-counts.store";
import { contactsById, lockSharedContact, phonesOf } from "../contacts/contacts.store";
import { lockNumberOf, lockNumbers } from "../contacts/number-lock.store";
import { NAME_COLUMN } from "../contacts/ordered.store";
import { showContacts } from "./show-contacts";
import { upsertOne } from "../contacts/upsert-one";
import type { Db } from "../../platform/db/dialect";
import { retryDeadlocks } from "../../platform/db/errors";
import { pageOf, pageRequest, streamedPageOf, tooLong } from "../../platform/db/page";
import { orderOf } from "../../platform/db/reads/order";
import { conflict, notFound, unprocessable } from "../../platform/problem";
import { cleanName } from "../../platform/text";
import { toTimestamp } from "../../platform/time";
import * as lists from "./contact-lists.store";
import { addMembers, membershipsOf, pageOfMembers, removeMember } from "./members.store";
import { recordRelease, recordSuppression } from "./provisioned-consent";

const toContract = (list: lists.ContactList, contacts: number): components["schemas"]["ContactList"] => ({
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
const tagOf = ({ id, name, channels, purposes }: lists.ContactList) =>
  etagOf({ id, name, channels, purposes });

const absent = () => notFound("The contact list");

/** Throws 422 if a list that is not a blacklist would suppress anything. */
function refuseSuppression(
  type: lists.ContactListType,
  { channels = [], purposes = [] }: Partial<Pick<lists.ContactList, "channels" | "purposes">>,
): void {
  if (type === "blacklist") return;
  const given = Object.entries({ channels, purposes }).filter(([, values]) => values.length > 0);
  if (given.length === 0) return;
  throw unprocessable(
    "Only a blacklist has channels and purposes",
    given.map(([field]) => ({ field, message: "must be empty because the list is not a blacklist" })),
  );
}

function refuseRenaming(list: lists.ContactList, name: string): void {
  if (!list.isProvisioned || name === list.name) return;
  throw conflict("The provisioned contact list keeps its name", [
    { field: "name", message: "cannot be changed" },
  ]);
}

const MORE = "search for more of the name or number";

type Parts = Pick<Platform, "db" | "reads" | "clock" | "ids"> & LedgerParts & { wakeups: Wakeups };

export function contactListsApi(app: Parts): ContactListsApi {
  const { db, reads, clock, ids, suppressionKey, wakeups } = app;

  const changing = <T>(change: (trx: Db) => Promise<T>) => retryDeadlocks(() => db.transaction(change));

  /** Adds a contact by request. An addition to the provisioned list is also recorded as a revocation. */
  async function add(
    trx: Db,
    caller: Caller,
    list: lists.ContactList,
    contact: { id: string; phone: string },
  ): Promise<Wake[]> {
    const { accountId } = caller;
    const added = await addMembers(trx, { accountId, listId: list.id }, [contact.id], byRequest());
    if (added.length === 0 || !list.isProvisioned) return [];
    const origin = { source: sourceOf(caller), at: clock.now() };
    return recordSuppression(app, trx, accountId, list, [contact.phone], origin);
  }

  async function shown(on: Db, accountId: string, list: lists.ContactList) {
    const totals = await listTotals(on, accountId, [list.id]);
    return { headers: { ETag: tagOf(list) }, body: toContract(list, totals.get(list.id) ?? 0) };
  }

  const lockedTag = (accountId: string, listId: string) => async (trx: Db) => {
    const list = await lists.lockContactList(trx, accountId, listId);
    if (list === null) throw absent();
    return tagOf(list);
  };

  const byRequest = () => ({ origin: "request", at: clock.now() }) as const;

  async function listOf(accountId: string, listId: string): Promise<lists.ContactList> {
    const list = await lists.findContactList(db, accountId, listId);
    if (list === null) throw absent();
    return list;
  }

  return {
    async listContactLists({ query, caller: { accountId }, signal }) {
      const page = pageRequest(query);
      const reading = reads.of({ accountId, signal }, tooLong(query, MORE));
      const order = orderOf(query.sort, "name_search");
      const found = await lists.listContactLists(db, reading, accountId, query, order, page);
      const totals = await listTotals(
        db,
        accountId,
        found.lists.map(({ id }) => id),
      );
      const data = found.lists.map((list) => toContract(list, totals.get(list.id) ?? 0));
      return { status: 200, body: pageOf(data, found.total, page) };
    },

    async createContactList({
      body: { type, channels = [], purposes = lists.defaultPurposes(type), ...body },
      caller: { accountId },
    }) {
      const name = cleanName(body.name);
      await lists.refuseTakenName(db, accountId, name);
      refuseSuppression(type, { channels, purposes });
      const now = clock.now();
      const stamps = { createdAt: now, updatedAt: now };
      const list = { id: ids.next(), name, type, channels, purposes, isProvisioned: false, ...stamps };
      await lists.insertContactList(db, accountId, list);
      return { status: 201, headers: { ETag: tagOf(list) }, body: toContract(list, 0) };
    },

    async getContactList({ params, caller: { accountId } }) {
      const list = await listOf(accountId, params.list_id);
      return { status: 200, ...(await shown(db, accountId, list)) };
    },

    async updateContactList({ params: { list_id: id }, headers, body, caller: { accountId } }) {
      const precondition = preconditionOf(headers, "The contact list");
      const list = await listOf(accountId, id);
      precondition.require(tagOf(list));
      const { channels, purposes } = body;
      const name = body.name === undefined ? undefined : cleanName(body.name);
      if (name !== undefined) {
        refuseRenaming(list, name);
        await lists.refuseTakenName(db, accountId, name, id);
      }
      refuseSuppression(list.type, { channels, purposes });
      if (name === undefined && channels === undefined && purposes === undefined) {
        return { status: 200, ...(await shown(db, accountId, list)) };
      }
      const updated = await conditionally(db, precondition, lockedTag(accountId, id), (on) =>
        lists.updateContactList(on, accountId, id, { name, channels, purposes }, clock.now()),
      );
      if (updated === null) throw absent();
      return { status: 200, ...(await shown(db, accountId, updated)) };
    },

    async deleteContactList({ params: { list_id: id }, headers, caller: { accountId } }) {
      const precondition = preconditionOf(headers, "The contact list");
      const list = await listOf(accountId, id);
      precondition.require(tagOf(list));
      if (list.isProvisioned) throw conflict("The provisioned contact list cannot be deleted");
      const existed = await conditionally(db, precondition, lockedTag(accountId, id), (on) =>
        lists.hideContactList(on, accountId, id, clock.now()),
      );
      if (!existed) throw absent();
      return { status: 204 };
    },

    async listMembers({ params: { list_id: id }, query, caller: { accountId }, signal }) {
      await listOf(accountId, id);
      const page = pageRequest(query);
      const reading = reads.of({ accountId, signal }, tooLong(query, MORE));
      const of = { accountId, listId: id };
      const filter = {
        ...{ search: query.search, attributes: query.attribute },
        order: orderOf(query.sort, NAME_COLUMN),
      };
      const members = await pageOfMembers(db, reading, of, filter, page);
      const found = { ...(await contactsById(db, accountId, members.ids)), total: members.total };
      return { status: 200, body: streamedPageOf(found, page, (run) => showContacts(db, accountId, run)) };
    },

    async upsertMember({ params: { list_id: id }, body, caller }) {
      const { accountId } = caller;
      const list = await listOf(accountId, id);
      const upsert = readUpsert(body);
      const { wakes, ...response } = await changing(async (trx) => {
        if (list.isProvisioned) await lockNumbers(trx, accountId, [upsert.phone]);
        const { contact, created } = await upsertOne(trx, { clock, ids }, accountId, upsert);
        if (!(await lists.lockSharedContactList(trx, accountId, id))) throw absent();
        const wakes = await add(trx, caller, list, contact);
        const memberships = await membershipsOf(trx, accountId, [contact.id]);
        return {
          status: created ? (201 as const) : (200 as const),
          body: contactToContract(contact, memberships.get(contact.id) ?? []),
          wakes,
        };
      });
      wakeAll(wakeups, wakes);
      return response;
    },

    async addMember({ params: { list_id: id, contact_id: contactId }, caller }) {
      const { accountId } = caller;
      const list = await listOf(accountId, id);
      const wakes = await changing(async (trx) => {
        if (list.isProvisioned) await lockNumberOf(trx, accountId, contactId);
        if (!(await lockSharedContact(trx, accountId, contactId))) throw notFound("The contact");
        if (!(await lists.lockSharedContactList(trx, accountId, id))) throw absent();
        const phone = (await phonesOf(trx, accountId, [contactId])).get(contactId) ?? "";
        return add(trx, caller, list, { id: contactId, phone });
      });
      wakeAll(wakeups, wakes);
      return { status: 204 };
    },

    async removeMember({ params: { list_id: id, contact_id: contactId }, caller }) {
      const { accountId } = caller;
      const list = await listOf(accountId, id);
      const wakes = await changing(async (trx): Promise<Wake[] | null> => {
        const phone = list.isProvisioned ? await lockNumberOf(trx, accountId, contactId) : null;
        if (!(await lockSharedContact(trx, accountId, contactId))) return null;
        const left = await removeMember(trx, accountId, contactId, id);
        if (phone === null) return left > 0 ? [] : null;
        // The number may also be suppressed since the deletion of an earlier contact.
        const states = await statesOf(trx, accountId, numberHash(suppressionKey, accountId, phone));
        const isFollowed = states.some(({ status, followsList }) => status === "revoked" && followsList);
        if (left === 0 && !isFollowed) return null;
        const origin = { source: sourceOf(caller), at: clock.now() };
        return recordRelease(app, trx, accountId, list, phone, origin);
      });
      if (wakes === null) throw notFound("The contact's place in this list");
      wakeAll(wakeups, wakes);
      return { status: 204 };
    },
  };
}
