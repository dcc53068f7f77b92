import type { components } from "../../../generated/schema";
import type { ContactsApi } from "../../../generated/server/contacts.api";
import type { Platform } from "../../platform/platform";
import type { Db } from "../../platform/db/dialect";
import { retryDeadlocks } from "../../platform/db/errors";
import { pageRequest, streamedPageOf, tooLong } from "../../platform/db/page";
import { orderOf } from "../../platform/db/reads/order";
import { notFound } from "../../platform/problem";
import type { JobNotification } from "../../queue/job";
import { notifyAll, type Wakeups } from "../../queue/wakeups";
import {
  type Contact,
  type Membership,
  readChanges,
  readPhoneFilter,
  readUpsert,
  toContract,
} from "./contact";
import { eraseContact, findContact, listContacts, updateContact } from "./contacts.store";
import { abandonedPhones } from "./erasures.store";
import { lockNumberOf, lockNumbers } from "./number-lock.store";
import { NAME_COLUMN } from "./ordered.store";
import { upsertOne } from "./upsert-one";

/** Access to the memberships of contacts. The contact-lists feature stores the memberships. */
interface Memberships {
  of(db: Db, accountId: string, contactIds: readonly string[]): Promise<Map<string, Membership[]>>;
  /**
   * Removes a deleted contact from all lists, in the caller's transaction. Returns the queue keys with new
   * work.
   */
  end(trx: Db, accountId: string, deleted: { contactId: string; upTo: string }): Promise<JobNotification[]>;
  /**
   * Keeps a number that opted out suppressed when its contact gives it up. Returns the queue keys with new
   * work.
   */
  keep(trx: Db, accountId: string, former: { contactId: string; phone: string }): Promise<JobNotification[]>;
  /** Returns the variables of the contacts of a list; of all contacts if `listId` is null. */
  variables(
    db: Db,
    accountId: string,
    listId: string | null,
  ): Promise<components["schemas"]["ContactVariables"]>;
}

export function contactsApi(
  { db, reads, clock, ids, wakeups }: Pick<Platform, "db" | "reads" | "clock" | "ids"> & { wakeups: Wakeups },
  memberships: Memberships,
): ContactsApi {
  const changing = <T>(change: (trx: Db) => Promise<T>) => retryDeadlocks(() => db.transaction(change));

  async function shown(on: Db, accountId: string, contacts: readonly Contact[]) {
    const contactIds = contacts.map(({ id }) => id);
    const found = await memberships.of(on, accountId, contactIds);
    return contacts.map((contact) => toContract(contact, found.get(contact.id) ?? []));
  }

  async function shownOne(on: Db, accountId: string, contact: Contact) {
    const [one] = await shown(on, accountId, [contact]);
    if (one === undefined) throw new Error("the contact is missing");
    return one;
  }

  async function contactOf(accountId: string, contactId: string): Promise<Contact> {
    const contact = await findContact(db, accountId, contactId);
    if (contact === null) throw notFound("The contact");
    return contact;
  }

  return {
    async listContacts({ query, caller: { accountId }, signal }) {
      const page = pageRequest(query);
      const phone = query.phone === undefined ? undefined : readPhoneFilter(query.phone);
      const reading = reads.of(
        { accountId, signal },
        tooLong(query, "search for more of the name or number"),
      );
      const filter = { search: query.search, phone, ids: query.id, attributes: query.attribute };
      const found = await listContacts(
        db,
        reading,
        accountId,
        filter,
        orderOf(query.sort, NAME_COLUMN),
        page,
      );
      return { status: 200, body: streamedPageOf(found, page, (run) => shown(db, accountId, run)) };
    },

    async upsertContact({ body, caller: { accountId } }) {
      const upsert = readUpsert(body);
      return db.transaction(async (trx) => {
        const { contact, created } = await upsertOne(trx, { clock, ids }, accountId, upsert);
        return { status: created ? 201 : 200, body: await shownOne(trx, accountId, contact) };
      });
    },

    async getContactVariables({ query, caller: { accountId } }) {
      return { status: 200, body: await memberships.variables(db, accountId, query.list_id ?? null) };
    },

    async getContact({ params, caller: { accountId } }) {
      const contact = await contactOf(accountId, params.contact_id);
      return { status: 200, body: await shownOne(db, accountId, contact) };
    },

    async updateContact({ params: { contact_id: id }, body, caller: { accountId } }) {
      const contact = await contactOf(accountId, id);
      const changes = readChanges(body);
      if (Object.keys(changes).length === 0) {
        return { status: 200, body: await shownOne(db, accountId, contact) };
      }
      const { notifications, ...response } = await changing(async (trx) => {
        const phone = changes.phone === undefined ? null : await lockNumberOf(trx, accountId, id);
        const isFormer = phone !== null && phone !== changes.phone;
        // Must come before the change: a later erasure of the contact removes the former number only from
        // records up to the change.
        const notifications = isFormer
          ? await memberships.keep(trx, accountId, { contactId: id, phone })
          : [];
        const updated = await updateContact(trx, { clock, ids }, accountId, id, changes);
        if (updated === null) throw notFound("The contact");
        return { notifications, body: await shownOne(trx, accountId, updated) };
      });
      notifyAll(wakeups, notifications);
      return { status: 200, ...response };
    },

    async deleteContact({ params: { contact_id: id }, caller: { accountId } }) {
      const notifications = await changing(async (trx) => {
        await lockNumberOf(trx, accountId, id);
        const former = await abandonedPhones(trx, accountId, id);
        await lockNumbers(
          trx,
          accountId,
          former.map(({ phone }) => phone),
        );
        // Erase first: a concurrent addition to a list has then committed, or fails on the deleted contact.
        const now = clock.now();
        const upTo = ids.next(now);
        const existed = await eraseContact(trx, accountId, id, upTo, now);
        if (!existed) throw notFound("The contact");
        return memberships.end(trx, accountId, { contactId: id, upTo });
      });
      notifyAll(wakeups, notifications);
      return { status: 204 };
    },
  };
}
