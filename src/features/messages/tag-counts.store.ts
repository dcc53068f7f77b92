import { type Columns, insertStatement, type Statement } from "../../platform/db/bulk";
import type { Db } from "../../platform/db/dialect";
import { addToTotals, type RollUp, type Totals } from "../../platform/db/rollup";
import { dayOf } from "../../platform/time";
import type { CountChanges, PurgedMessage, TagDelta } from "./counts.store";
import { tagsIn } from "./tags.store";

const SUMS: Columns = { messages: "bigint", price: "bigint" };

const COLUMNS: Columns = {
  account_id: "uuid",
  tag: "text",
  day: "integer",
  channel: "text",
  status: "text",
  ...SUMS,
};

const TOTALS: Totals = { table: "message_tag_totals", columns: COLUMNS };

export const TAG_COUNTS: RollUp = {
  changes: "message_tag_counts",
  totals: [TOTALS],
  sums: Object.keys(SUMS),
};

const rowOf = (accountId: string, delta: TagDelta) => ({ account_id: accountId, ...delta });

/** Returns the statement that inserts the count changes by tag; null if no message has a tag. */
export const tagCountsStatement = (
  db: Db,
  changes: readonly { accountId: string; counts: Pick<CountChanges, "tagRows"> }[],
): Statement | null =>
  insertStatement(
    db,
    "message_tag_counts",
    COLUMNS,
    changes.flatMap(({ accountId, counts }) => counts.tagRows().map((delta) => rowOf(accountId, delta))),
  );

/**
 * Adds deleted messages to the columns `purged` and `purged_price` of their tags' totals, as `addPurged`
 * does.
 */
export async function addPurgedTags(
  trx: Db,
  accountId: string,
  purged: readonly (PurgedMessage & { tags: string | null })[],
): Promise<void> {
  const rows = purged.flatMap(({ created_at, price, channel, status, tags }) =>
    (tagsIn(tags) ?? []).map((tag) => ({
      ...{ account_id: accountId, tag, day: dayOf(created_at), channel, status },
      ...{ messages: 0, price: 0, purged: 1, purged_price: price },
    })),
  );
  const added: Columns = { purged: "bigint", purged_price: "bigint" };
  const sums = [...Object.keys(SUMS), ...Object.keys(added)];
  await addToTotals(trx, { ...TOTALS, columns: { ...COLUMNS, ...added } }, sums, rows);
}
