import { NIL_ID } from "../ids";
import { bulkInsert, type Columns } from "./bulk";
import { type Db, rawRows } from "./dialect";

/**
 * Sums that are kept as changes, which are only ever inserted, so that no row is hot, and as totals, into which the
 * oldest changes are folded from time to time.
 */
export interface RollUp {
  changes: string;
  totals: readonly Totals[];
  /** The columns that are added up; all others of a table of totals tell one sum from another. */
  sums: readonly string[];
}

export interface Totals {
  table: string;
  /** `account_id` first; the changes have all of them. */
  columns: Columns;
  /** A change without a value there is no part of these totals. */
  needs?: string;
}

/** Changes folded at a time: a fold holds up nobody for longer than this many rows take. */
const FOLD_ROWS = 5_000;

type Row = Record<string, string | number | null>;

/** Folds the oldest changes of an account into its totals, where `NIL_ID` stands for none; true while there are more. */
export async function foldChanges(
  db: Db,
  { changes, totals, sums }: RollUp,
  accountId: string,
): Promise<boolean> {
  return db.transaction(async (trx) => {
    const deleted = await rawRows<Row>(
      trx,
      `delete from ${changes} where account_id = ? and id in
         (select id from ${changes} where account_id = ? order by id limit ?) returning *`,
      [accountId, accountId, FOLD_ROWS],
    );
    for (const into of totals) await addToTotals(trx, into, sums, deleted);
    return deleted.length === FOLD_ROWS;
  });
}

/** Adds rows with the columns of the totals, or more, to these. */
export async function addToTotals(
  trx: Db,
  { table, columns, needs }: Totals,
  sums: readonly string[],
  rows: readonly Row[],
): Promise<void> {
  const keys = Object.keys(columns).filter((name) => !sums.includes(name));
  const added = new Map<string, Row>();
  for (const row of rows) {
    if (needs !== undefined && row[needs] === null) continue;
    const values = keys.map((name) => row[name] ?? NIL_ID);
    const key = values.join(" ");
    const total =
      added.get(key) ?? Object.fromEntries(keys.map((name, index) => [name, values[index] ?? null]));
    for (const name of sums) total[name] = Number(total[name] ?? 0) + Number(row[name]);
    added.set(key, total);
  }
  // In one order, so that two folds at the same time wait for each other instead of locking up.
  const ordered = [...added.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  const sumUp = sums.map((name) => `${name} = ${table}.${name} + excluded.${name}`);
  const onConflict = `on conflict (${keys.join(", ")}) do update set ${sumUp.join(", ")}`;
  await bulkInsert(trx, table, columns, ordered, onConflict);
}

/** Accounts with so many unfolded changes that a fold pays. */
export async function accountsWithChanges(db: Db, { changes }: RollUp, atLeast: number): Promise<string[]> {
  return (await db(changes)
    .groupBy("account_id")
    .havingRaw("count(*) >= ?", [atLeast])
    .pluck("account_id")) as string[];
}
