import type { components } from "../../../generated/schema";
import { anyOf } from "../../platform/db/bulk";
import { beginWrite, type Db, lockSharedRows, lockRows } from "../../platform/db/dialect";
import type { PageRequest } from "../../platform/db/page";
import { arranged, type Order } from "../../platform/db/reads/order";
import type { Reading } from "../../platform/db/reads/reads";
import { contains, isAnyOf } from "../../platform/db/reads/conditions";
import { scan } from "../../platform/db/reads/scan";
import { nameColumns, uniqueNames } from "../../platform/db/unique-names";
import { CHANNELS, type Channel } from "../../messaging/channel";
import { type Purpose, PURPOSES } from "../../messaging/purpose";
import type { Instant } from "../../platform/time";

export type ContactListType = components["schemas"]["ContactListType"];

export interface ContactList {
  id: string;
  name: string;
  type: ContactListType;
  /** Channels on which a blacklist suppresses; empty for a default list. */
  channels: readonly Channel[];
  /** Purposes for which a blacklist suppresses; empty for a default list. */
  purposes: readonly Purpose[];
  /** Whether the list was created with the account. */
  isProvisioned: boolean;
  createdAt: Instant;
  updatedAt: Instant;
}

interface ContactListRow {
  account_id: string;
  id: string;
  name: string;
  name_key: string;
  name_search: string;
  type: ContactListType;
  channels: string;
  purposes: string | null;
  is_provisioned: boolean | number;
  created_at: number;
  updated_at: number;
  deleted_at: number | null;
}

export const defaultPurposes = (type: ContactListType): readonly Purpose[] =>
  type === "blacklist" ? PURPOSES : [];

const toContactList = (row: ContactListRow): ContactList => ({
  id: row.id,
  name: row.name,
  type: row.type,
  channels: JSON.parse(row.channels) as Channel[],
  purposes: row.purposes === null ? defaultPurposes(row.type) : (JSON.parse(row.purposes) as Purpose[]),
  isProvisioned: Boolean(row.is_provisioned),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

const present = (db: Db, accountId: string) =>
  db<ContactListRow>("contact_lists").where({ account_id: accountId }).whereNull("deleted_at");

const { refusingTakenNames, refuseTakenName } = uniqueNames("contact list", present);
export { refuseTakenName };

/** A list to store. Without `purposes`, a blacklist has all purposes. */
type NewContactList = Omit<ContactList, "purposes"> & Partial<Pick<ContactList, "purposes">>;

/** Throws a conflict if another list of the account has the name. */
export async function insertContactList(db: Db, accountId: string, list: NewContactList): Promise<void> {
  await refusingTakenNames(
    db("contact_lists").insert({
      account_id: accountId,
      id: list.id,
      ...nameColumns(list.name),
      type: list.type,
      channels: JSON.stringify(list.channels),
      purposes: list.purposes === undefined ? null : JSON.stringify(list.purposes),
      is_provisioned: list.isProvisioned,
      created_at: list.createdAt,
      updated_at: list.updatedAt,
    }),
  );
}

export async function findContactList(
  db: Db,
  accountId: string,
  listId: string,
): Promise<ContactList | null> {
  const row = await present(db, accountId).where({ id: listId }).first();
  return row ? toContactList(row) : null;
}

/**
 * Locks a list against deletion, in shared mode. Returns false if the list does not exist. To prevent
 * deadlocks, a transaction must lock contacts before lists.
 */
export async function lockSharedContactList(trx: Db, accountId: string, listId: string): Promise<boolean> {
  await beginWrite(trx);
  const row: unknown = await lockSharedRows(trx, present(trx, accountId).where({ id: listId }).first("id"));
  return row !== undefined;
}

/** Locks a list exclusively, also against new members. Returns null if the list does not exist. */
export async function lockContactList(
  trx: Db,
  accountId: string,
  listId: string,
): Promise<ContactList | null> {
  await beginWrite(trx);
  const row = await lockRows(trx, present(trx, accountId).where({ id: listId }).first());
  return row ? toContactList(row as ContactListRow) : null;
}

export async function listContactLists(
  db: Db,
  reading: Reading,
  accountId: string,
  { type, search }: { type?: ContactListType; search?: string },
  order: Order,
  page: PageRequest,
): Promise<{ lists: ContactList[]; total: number }> {
  const source = { table: "contact_lists", id: "id", scope: { account_id: accountId }, order };
  const conditions = [
    { columns: ["deleted_at"], sql: (on: Db) => on.raw("deleted_at is null") },
    ...(type === undefined ? [] : [isAnyOf({ column: "type", type: "text", values: [type] })]),
    ...(search === undefined ? [] : [contains("name_search", search)]),
  ];
  const { ids, total } = await reading((read) => scan(read, source, conditions, page));
  const rows = await present(db, accountId).where(anyOf(db, "id", "uuid", ids));
  return { lists: arranged(rows, ids).map(toContactList), total };
}

/** Changes the given fields; returns null if the list does not exist. Throws a conflict for a taken name. */
export async function updateContactList(
  db: Db,
  accountId: string,
  listId: string,
  { name, channels, purposes }: Partial<Pick<ContactList, "name" | "channels" | "purposes">>,
  now: Instant,
): Promise<ContactList | null> {
  const [row] = await refusingTakenNames(
    present(db, accountId)
      .where({ id: listId })
      .update({
        ...(name === undefined ? {} : nameColumns(name)),
        ...(channels === undefined ? {} : { channels: JSON.stringify(channels) }),
        ...(purposes === undefined ? {} : { purposes: JSON.stringify(purposes) }),
        updated_at: now,
      })
      .returning("*"),
  );
  return row ? toContactList(row) : null;
}

/** Hides a list; a purge removes its memberships later. Returns false if the list does not exist. */
export async function hideContactList(
  db: Db,
  accountId: string,
  listId: string,
  now: Instant,
): Promise<boolean> {
  return (await present(db, accountId).where({ id: listId }).update({ deleted_at: now })) > 0;
}

export const provisionedListId = async (db: Db, accountId: string): Promise<string | null> =>
  (await findProvisionedList(db, accountId))?.id ?? null;

/** Returns the account's provisioned list, which collects contacts who opt out; null if it is missing. */
export async function findProvisionedList(db: Db, accountId: string): Promise<ContactList | null> {
  const row = await present(db, accountId).where({ is_provisioned: true }).first();
  return row ? toContactList(row) : null;
}

/** Name of the provisioned list. Its members receive no messages on its channels for its purposes. */
export const PROVISIONED_LIST_NAME = "Recado";

/** Inserts the provisioned list of a new account, in the transaction that creates the account. */
export async function insertProvisionedList(
  trx: Db,
  { accountId, id, createdAt }: { accountId: string; id: string; createdAt: Instant },
): Promise<void> {
  await trx("contact_lists").insert({
    account_id: accountId,
    id,
    name: PROVISIONED_LIST_NAME,
    name_key: PROVISIONED_LIST_NAME.toLowerCase(),
    name_search: PROVISIONED_LIST_NAME.toLowerCase(),
    type: "blacklist",
    channels: JSON.stringify(CHANNELS),
    is_provisioned: true,
    created_at: createdAt,
    updated_at: createdAt,
  });
}
