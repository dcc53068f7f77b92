import type { components } from "../../../generated/schema";
import { anyOf } from "../../platform/db/bulk";
import { beginWrite, type Db, lockSharedRows, lockRows } from "../../platform/db/dialect";
import type { PageRequest } from "../../platform/db/page";
import type { Reading } from "../../platform/db/reads/reads";
import { holds, isAnyOf, scan } from "../../platform/db/reads/scan";
import { nameColumns, uniqueNames } from "../../platform/db/unique-names";
import { CHANNELS, type Channel } from "../../messaging/channel";
import type { Instant } from "../../platform/time";

export type ContactListType = components["schemas"]["ContactListType"];

export interface ContactList {
  id: string;
  name: string;
  type: ContactListType;
  /** What a blacklist suppresses on; a default list has none. */
  channels: readonly Channel[];
  /** The one that every account has from the start. */
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
  is_provisioned: boolean | number;
  created_at: number;
  updated_at: number;
  deleted_at: number | null;
}

const toContactList = (row: ContactListRow): ContactList => ({
  id: row.id,
  name: row.name,
  type: row.type,
  channels: JSON.parse(row.channels) as Channel[],
  isProvisioned: Boolean(row.is_provisioned),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

/** The account's lists that are not deleted. */
const present = (db: Db, accountId: string) =>
  db<ContactListRow>("contact_lists").where({ account_id: accountId }).whereNull("deleted_at");

const { refusingTakenNames, refuseTakenName } = uniqueNames("contact list", present);
export { refuseTakenName };

/** Throws a conflict when another list of the account has the name. */
export async function insertContactList(db: Db, accountId: string, list: ContactList): Promise<void> {
  await refusingTakenNames(
    db("contact_lists").insert({
      account_id: accountId,
      id: list.id,
      ...nameColumns(list.name),
      type: list.type,
      channels: JSON.stringify(list.channels),
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
 * Keeps a list from being deleted until the transaction ends; any number of transactions may. False when there is no
 * such list. Whoever locks contacts as well locks them first.
 */
export async function lockSharedContactList(trx: Db, accountId: string, listId: string): Promise<boolean> {
  await beginWrite(trx);
  const row: unknown = await lockSharedRows(trx, present(trx, accountId).where({ id: listId }).first("id"));
  return row !== undefined;
}

/**
 * As `lockSharedContactList`, and alone: what is being added to the list when this is asked for is committed before it is
 * answered, and what begins afterwards waits.
 */
export async function lockContactList(
  trx: Db,
  accountId: string,
  listId: string,
): Promise<ContactList | null> {
  await beginWrite(trx);
  const row = await lockRows(trx, present(trx, accountId).where({ id: listId }).first());
  return row ? toContactList(row as ContactListRow) : null;
}

/** The account's lists, newest first, and how many there are in all. `search` is looked for in names. */
export async function listContactLists(
  db: Db,
  reading: Reading,
  accountId: string,
  { type, search }: { type?: ContactListType; search?: string },
  page: PageRequest,
): Promise<{ lists: ContactList[]; total: number }> {
  const source = { table: "contact_lists", id: "id", scope: { account_id: accountId } };
  const conditions = [
    { column: "deleted_at", sql: (on: Db) => on.raw("deleted_at is null") },
    ...(type === undefined ? [] : [isAnyOf({ column: "type", type: "text", values: [type] })]),
    ...(search === undefined ? [] : [holds("name_search", search)]),
  ];
  const { ids, total } = await reading((read) => scan(read, source, conditions, page));
  const rows = await present(db, accountId)
    .where(anyOf(db, "id", "uuid", ids))
    .orderBy("id", "desc");
  return { lists: rows.map(toContactList), total };
}

/** Writes what is given and leaves the rest; null when there is no such list. A taken name is a conflict. */
export async function updateContactList(
  db: Db,
  accountId: string,
  listId: string,
  { name, channels }: { name?: string; channels?: readonly Channel[] },
  now: Instant,
): Promise<ContactList | null> {
  const [row] = await refusingTakenNames(
    present(db, accountId)
      .where({ id: listId })
      .update({
        ...(name === undefined ? {} : nameColumns(name)),
        ...(channels === undefined ? {} : { channels: JSON.stringify(channels) }),
        updated_at: now,
      })
      .returning("*"),
  );
  return row ? toContactList(row) : null;
}

/**
 * Hides a list, whatever its size; its memberships count no more, and are purged later. False when there is no such
 * list.
 */
export async function hideContactList(
  db: Db,
  accountId: string,
  listId: string,
  now: Instant,
): Promise<boolean> {
  return (await present(db, accountId).where({ id: listId }).update({ deleted_at: now })) > 0;
}

/** The list that every account has from the start, which takes those who opt out. */
export async function provisionedList(db: Db, accountId: string): Promise<string | null> {
  const row = await present(db, accountId).where({ is_provisioned: true }).first("id");
  return row?.id ?? null;
}

/** The list that every account has from the start; who is in it gets nothing on the channels it names. */
export const PROVISIONED_LIST_NAME = "Recado";

/** Writes the provisioned list of a new account, in the transaction that makes the account. */
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
