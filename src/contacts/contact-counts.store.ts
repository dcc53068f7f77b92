import { anyOf, bulkInsert, type Columns } from "../db/bulk";
import { type Db, rawRows } from "../db/dialect";

/** A change of how many contacts a list has; without a list, of how many the account has. */
export interface ContactDelta {
  listId: string | null;
  contacts: number;
}

/** Stands for the account as a whole. */
export const NIL = "00000000-0000-0000-0000-000000000000";

const COLUMNS: Columns = { account_id: "uuid", list_id: "uuid", contacts: "bigint" };

/** Writes the changes, in the transaction of what they count. Insert-only: no row is ever hot. */
export async function writeContactCounts(
  trx: Db,
  accountId: string,
  deltas: readonly ContactDelta[],
): Promise<void> {
  const rows = deltas
    .filter(({ contacts }) => contacts !== 0)
    .map(({ listId, contacts }) => ({ account_id: accountId, list_id: listId ?? NIL, contacts }));
  await bulkInsert(trx, "contact_counts", COLUMNS, rows);
}

/** How many contacts each of the lists has; lists without any are there with 0. */
export async function listTotals(
  db: Db,
  accountId: string,
  listIds: readonly string[],
): Promise<Map<string, number>> {
  const totals = new Map(listIds.map((id) => [id, 0]));
  if (listIds.length === 0) return totals;
  const of = (table: "contact_counts" | "contact_totals") =>
    db(table)
      .select("list_id", "contacts")
      .where({ account_id: accountId })
      .where(anyOf(db, "list_id", "uuid", listIds));
  // One statement: a fold in between moves counts from the one table to the other.
  const rows = (await of("contact_counts").unionAll([of("contact_totals")])) as {
    list_id: string;
    contacts: number;
  }[];
  for (const { list_id, contacts } of rows) {
    totals.set(list_id, (totals.get(list_id) ?? 0) + Number(contacts));
  }
  return totals;
}

/** How many contacts the account has. */
export async function accountTotal(db: Db, accountId: string): Promise<number> {
  return (await listTotals(db, accountId, [NIL])).get(NIL) ?? 0;
}

/** Changes folded at a time. */
const FOLD_ROWS = 5_000;

/** Folds the oldest changes of an account into its totals; true while there are more. */
export async function foldContactCounts(db: Db, accountId: string): Promise<boolean> {
  return db.transaction(async (trx) => {
    const deleted = await rawRows<{ list_id: string; contacts: number }>(
      trx,
      `delete from contact_counts where account_id = ? and id in
         (select id from contact_counts where account_id = ? order by id limit ?) returning list_id, contacts`,
      [accountId, accountId, FOLD_ROWS],
    );
    const sums = new Map<string, number>();
    for (const { list_id, contacts } of deleted) {
      sums.set(list_id, (sums.get(list_id) ?? 0) + Number(contacts));
    }
    // In one order, so that two folds at the same time wait for each other instead of locking up.
    const rows = [...sums.keys()].sort().map((listId) => ({
      account_id: accountId,
      list_id: listId,
      contacts: sums.get(listId) ?? 0,
    }));
    await bulkInsert(
      trx,
      "contact_totals",
      COLUMNS,
      rows,
      "on conflict (account_id, list_id) do update set contacts = contact_totals.contacts + excluded.contacts",
    );
    return deleted.length === FOLD_ROWS;
  });
}

/** Accounts with so many unfolded changes that a fold pays. */
export async function accountsToFoldContacts(db: Db, atLeast: number): Promise<string[]> {
  return (await db("contact_counts")
    .groupBy("account_id")
    .havingRaw("count(*) >= ?", [atLeast])
    .pluck("account_id")) as string[];
}
