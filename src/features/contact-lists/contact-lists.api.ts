import type { ContactListsApi } from "../../../generated/server/contact-lists.api";
import type { Db } from "../../platform/db/dialect";
import { pageOf, pageRequest, tooLong } from "../../platform/db/page";
import { orderOf } from "../../platform/db/reads/order";
import type { Platform } from "../../platform/platform";
import { conditionally, preconditionOf } from "../../platform/precondition";
import { conflict, unprocessable } from "../../platform/problem";
import { cleanName } from "../../platform/text";
import { listTotals } from "../contacts/contact-counts.store";
import { noContactList, requireContactList, tagOf, toContract } from "./contact-list";
import * as lists from "./contact-lists.store";
import { type MemberOperations, memberOperations, type MemberDeps } from "./member-operations";

/** Throws 422 if a list that is not a blacklist has channels or purposes. */
function refuseBlacklistFields(
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
  throw conflict("The provisioned contact list cannot be renamed", [
    { field: "name", message: "cannot be changed" },
  ]);
}

type ListDeps = Pick<Platform, "db" | "reads" | "clock" | "ids">;

export const contactListsApi = (deps: ListDeps & MemberDeps): ContactListsApi => ({
  ...listOperations(deps),
  ...memberOperations(deps),
});

function listOperations({ db, reads, clock, ids }: ListDeps): Omit<ContactListsApi, keyof MemberOperations> {
  async function shown(on: Db, accountId: string, list: lists.ContactList) {
    const totals = await listTotals(on, accountId, [list.id]);
    return { headers: { ETag: tagOf(list) }, body: toContract(list, totals.get(list.id) ?? 0) };
  }

  const lockedTag = (accountId: string, listId: string) => async (trx: Db) => {
    const list = await lists.lockContactList(trx, accountId, listId);
    if (list === null) throw noContactList();
    return tagOf(list);
  };

  return {
    async listContactLists({ query, caller: { accountId }, signal }) {
      const page = pageRequest(query);
      const reading = reads.of({ accountId, signal }, tooLong(query, "search for more of the name"));
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
      refuseBlacklistFields(type, { channels, purposes });
      const now = clock.now();
      const stamps = { createdAt: now, updatedAt: now };
      const list = { id: ids.next(), name, type, channels, purposes, isProvisioned: false, ...stamps };
      await lists.insertContactList(db, accountId, list);
      return { status: 201, headers: { ETag: tagOf(list) }, body: toContract(list, 0) };
    },

    async getContactList({ params, caller: { accountId } }) {
      const list = await requireContactList(db, accountId, params.list_id);
      return { status: 200, ...(await shown(db, accountId, list)) };
    },

    async updateContactList({ params: { list_id: id }, headers, body, caller: { accountId } }) {
      const precondition = preconditionOf(headers, "The contact list");
      const list = await requireContactList(db, accountId, id);
      precondition.require(tagOf(list));
      const { channels, purposes } = body;
      const name = body.name === undefined ? undefined : cleanName(body.name);
      if (name !== undefined) {
        refuseRenaming(list, name);
        await lists.refuseTakenName(db, accountId, name, id);
      }
      refuseBlacklistFields(list.type, { channels, purposes });
      if (name === undefined && channels === undefined && purposes === undefined) {
        return { status: 200, ...(await shown(db, accountId, list)) };
      }
      const updated = await conditionally(db, precondition, lockedTag(accountId, id), (on) =>
        lists.updateContactList(on, accountId, id, { name, channels, purposes }, clock.now()),
      );
      if (updated === null) throw noContactList();
      return { status: 200, ...(await shown(db, accountId, updated)) };
    },

    async deleteContactList({ params: { list_id: id }, headers, caller: { accountId } }) {
      const precondition = preconditionOf(headers, "The contact list");
      const list = await requireContactList(db, accountId, id);
      precondition.require(tagOf(list));
      if (list.isProvisioned) throw conflict("The provisioned contact list cannot be deleted");
      const existed = await conditionally(db, precondition, lockedTag(accountId, id), (on) =>
        lists.hideContactList(on, accountId, id, clock.now()),
      );
      if (!existed) throw noContactList();
      return { status: 204 };
    },
  };
}
