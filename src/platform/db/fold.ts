import { NIL_ID } from "../ids";
import { bulkInsert, type Columns } from "./bulk";
import { type Db, rawRows } from "./dialect";

/**
 * Sums that are kept as changes, which are only ever inserted, so that no row is hot, and as totals, into which the
 * oldest changes are folded from time to time. Both tables have the same columns, `account_id` first.
 */
export interface RollUp {
  changes: string;
  totals: string;
  columns: Columns;
  /** The columns that are added up; all others tell one sum from another. */
  sums: readonly string[];
}

/** Changes folded at a time: a fold holds up nobody for longer than this many rows take. */
const FOLD_ROWS = 5_000;

type Row = Record<string, string | number | null>;

/** Folds the oldest changes of an account into its totals, where `NIL_ID` stands for none; true while there are more. */
export async function foldChanges(
  db: Db,
  { changes, totals, columns, sums }: RollUp,
  accountId: string,
): Promise<boolean> {
  const keys = Object.keys(columns).filter((name) => !sums.includes(name));
  return db.transaction(async (trx) => {
    const deleted = await rawRows<Row>(
      trx,
      `delete from ${changes} where account_id = ? and id in
         (select id from ${changes} where account_id = ? order by id limit ?) returning *`,
      [accountId, accountId, FOLD_ROWS],
    );
    const folded = new Map<string, Row>();
    for (const row of deleted) {
      const values = keys.map((name) => row[name] ?? NIL_ID);
      const key = values.join(" ");
      const total =
        folded.get(key) ?? Object.fromEntries(keys.map((name, index) => [name, values[index] ?? null]));
      for (const name of sums) total[name] = Number(total[name] ?? 0) + Number(row[name]);
      folded.set(key, total);
    }
    // In one order, so that two folds at the same time wait for each other instead of locking up.
    const ordered = [...folded.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
    const added = sums.map((name) => `${name} = ${totals}.${name} + excluded.${name}`);
    const onConflict = `on conflict (${keys.join(", ")}) do update set ${added.join(", ")}`;
    await bulkInsert(trx, totals, columns, ordered, onConflict);
    return deleted.length === FOLD_ROWS;
  });
}

/** Accounts with so many unfolded changes that a fold pays. */
export async function accountsWithChanges(db: Db, { changes }: RollUp, atLeast: number): Promise<string[]> {
  return (await db(changes)
    .groupBy("account_id")
    .havingRaw("count(*) >= ?", [atLeast])
    .pluck("account_id")) as string[];
}
