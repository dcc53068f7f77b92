import { anyOf, bulkInsert, type Columns } from "../../platform/db/bulk";
import type { Db } from "../../platform/db/dialect";
import type { RollUp } from "../../platform/db/rollup";
import { NIL_ID } from "../../platform/ids";

/** Change of a list's contact count, or of the account's count if `listId` is null. */
interface ContactDelta {
  listId: string | null;
  contacts: number;
}

const COLUMNS: Columns = { account_id: "uuid", list_id: "uuid", contacts: "bigint" };

export const CONTACT_COUNTS: RollUp = {
  changes: "contact_counts",
  totals: [{ table: "contact_totals", columns: COLUMNS }],
  sums: ["contacts"],
};

/** Inserts count changes in the caller's transaction. Rows are never updated, so no row is contended. */
export async function writeContactCounts(
  trx: Db,
  accountId: string,
  deltas: readonly ContactDelta[],
): Promise<void> {
  const rows = deltas
    .filter(({ contacts }) => contacts !== 0)
    .map(({ listId, contacts }) => ({ account_id: accountId, list_id: listId ?? NIL_ID, contacts }));
  await bulkInsert(trx, "contact_counts", COLUMNS, rows);
}

/** Returns the contact count of each list; `NIL_ID` stands for the whole account. */
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
  // One statement reads both tables, because a roll-up moves counts between them.
  const rows = (await of("contact_counts").unionAll([of("contact_totals")])) as {
    list_id: string;
    contacts: number;
  }[];
  for (const { list_id, contacts } of rows) {
    totals.set(list_id, (totals.get(list_id) ?? 0) + contacts);
  }
  return totals;
}

export async function accountTotal(db: Db, accountId: string): Promise<number> {
  return (await listTotals(db, accountId, [NIL_ID])).get(NIL_ID) ?? 0;
}
