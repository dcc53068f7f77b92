import { NIL_ID } from "../ids";
import { bulkInsert, type Columns } from "./bulk";
import { type Db, rawRows } from "./dialect";

/**
 * Sums that are stored as changes and totals. Changes are only inserted, which avoids hot rows. A periodic
 * job adds the oldest changes to the totals.
 */
export interface RollUp {
  changes: string;
  totals: readonly Totals[];
  /** Summed columns. The other columns of a totals table form its key. */
  sums: readonly string[];
}

export interface Totals {
  table: string;
  /** Columns of the totals, `account_id` first. Changes have all of these columns. */
  columns: Columns;
  /** Column that must not be null in a change that counts in these totals. */
  needs?: string;
}

/** Maximum changes per roll-up, because a roll-up blocks other work. */
const MAX_CHANGES = 5_000;

type Row = Record<string, string | number | null>;

/**
 * Moves an account's oldest changes into its totals. Null keys become `NIL_ID`. Returns whether there may be
 * more changes.
 */
export async function rollUpChanges(
  db: Db,
  { changes, totals, sums }: RollUp,
  accountId: string,
): Promise<boolean> {
  return db.transaction(async (trx) => {
    const deleted = await rawRows<Row>(
      trx,
      `delete from ${changes} where account_id = ? and id in
         (select id from ${changes} where account_id = ? order by id limit ?) returning *`,
      [accountId, accountId, MAX_CHANGES],
    );
    for (const into of totals) await addToTotals(trx, into, sums, deleted);
    return deleted.length === MAX_CHANGES;
  });
}

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
  // Concurrent roll-ups write in the same order, so they cannot deadlock.
  const ordered = [...added.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  const sumUp = sums.map((name) => `${name} = ${table}.${name} + excluded.${name}`);
  const onConflict = `on conflict (${keys.join(", ")}) do update set ${sumUp.join(", ")}`;
  await bulkInsert(trx, table, columns, ordered, onConflict);
}

/**
 * Rolls up each account with at least `atLeast` changes, as `rollUpChanges` does. Returns whether any account
 * may have more changes.
 */
export async function rollUpAccounts(db: Db, rollUp: RollUp, atLeast: number): Promise<boolean> {
  const accountIds = (await db(rollUp.changes)
    .groupBy("account_id")
    .havingRaw("count(*) >= ?", [atLeast])
    .pluck("account_id")) as string[];
  let more = false;
  for (const accountId of accountIds) more = (await rollUpChanges(db, rollUp, accountId)) || more;
  return more;
}
