import { type Db, rawRows, typedBind } from "../../platform/db/dialect";
import { NIL_ID } from "../../platform/ids";
import { writeContactCounts } from "./contact-counts.store";

export interface ContactCountDifference {
  /** List id; null for the account as a whole. */
  listId: string | null;
  kept: number;
  actual: number;
}

/** Returns the stored counts that differ from the actual counts. One statement reads one snapshot. */
export async function contactCountDifferences(db: Db, accountId: string): Promise<ContactCountDifference[]> {
  const rows = await rawRows<Record<"kept" | "actual", number> & { list_id: string }>(
    db,
    `select list_id, sum(kept) as kept, sum(actual) as actual
       from (select list_id, contacts as kept, 0 as actual from contact_counts where account_id = ?
             union all select list_id, contacts, 0 from contact_totals where account_id = ?
             union all select list_id, 0, count(*) from list_members where account_id = ? group by list_id
             union all select ${typedBind(db, "uuid")}, 0, count(*) from contacts
               where account_id = ? and deleted_at is null) as sides
       group by list_id having sum(kept) <> sum(actual) order by list_id`,
    [accountId, accountId, accountId, NIL_ID, accountId],
  );
  return rows.map(({ list_id, kept, actual }) => ({
    listId: list_id === NIL_ID ? null : list_id,
    kept,
    actual,
  }));
}

/** Corrects the differences by ordinary count changes. Two repairs must not run concurrently. */
export async function repairContactCounts(
  trx: Db,
  accountId: string,
  differences: readonly ContactCountDifference[],
): Promise<void> {
  const deltas = differences.map(({ listId, kept, actual }) => ({ listId, contacts: actual - kept }));
  await writeContactCounts(trx, accountId, deltas);
}
