import { type Columns, insertStatement, type Statement } from "../../platform/db/bulk";
import { type Db, rawRows } from "../../platform/db/dialect";
import {
  accountsWithChanges,
  addToTotals,
  rollUpChanges,
  type RollUp,
  type Totals,
} from "../../platform/db/rollup";
import { runStatements } from "../../platform/db/statement-batch";
import { DAY, dayOf } from "../../platform/time";
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

const ROLL_UP: RollUp = { changes: "message_tag_counts", totals: [TOTALS], sums: Object.keys(SUMS) };

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
      ...{ account_id: accountId, tag, day: dayOf(Number(created_at)), channel, status },
      ...{ messages: 0, price: 0, purged: 1, purged_price: Number(price) },
    })),
  );
  const added: Columns = { purged: "bigint", purged_price: "bigint" };
  const sums = [...Object.keys(SUMS), ...Object.keys(added)];
  await addToTotals(trx, { ...TOTALS, columns: { ...COLUMNS, ...added } }, sums, rows);
}

/** Moves an account's oldest count changes by tag into its totals. Returns true if more may be left. */
export const rollUpTagCounts = (db: Db, accountId: string) => rollUpChanges(db, ROLL_UP, accountId);

export const accountsToRollUpTags = (db: Db, atLeast: number) => accountsWithChanges(db, ROLL_UP, atLeast);

/** A stored daily sum of a tag, without deleted messages (`kept`), that differs from that of the messages. */
export interface TagCountDifference extends Omit<TagDelta, "messages" | "price"> {
  kept: Pick<TagDelta, "messages" | "price">;
  actual: Pick<TagDelta, "messages" | "price">;
}

/** Compares the stored sums by tag with the messages, in one statement. Returns the differences. */
export async function tagCountDifferences(db: Db, accountId: string): Promise<TagCountDifference[]> {
  const rows = await rawRows<
    Record<"day" | "kept" | "kept_price" | "actual" | "actual_price", number> &
      Pick<TagDelta, "channel" | "status" | "tag">
  >(
    db,
    `select tag, day, channel, status, sum(kept) as kept, sum(kept_price) as kept_price,
            sum(actual) as actual, sum(actual_price) as actual_price
       from (select tag, day, channel, status, messages as kept, price as kept_price,
                    0 as actual, 0 as actual_price from message_tag_counts where account_id = ?
             union all select tag, day, channel, status, messages - purged, price - purged_price, 0, 0
               from message_tag_totals where account_id = ?
             union all select t.tag, m.created_at / ${DAY}, m.channel, m.status, 0, 0, count(*), sum(m.price)
               from message_tags t join messages m on m.account_id = t.account_id and m.id = t.message_id
               where t.account_id = ? group by 1, 2, 3, 4) as sides
      group by 1, 2, 3, 4
     having sum(kept) <> sum(actual) or sum(kept_price) <> sum(actual_price)
      order by 1, 2, 3, 4`,
    [accountId, accountId, accountId],
  );
  return rows.map(({ tag, day, channel, status, ...sums }) => ({
    ...{ tag, day: Number(day), channel, status },
    kept: { messages: Number(sums.kept), price: Number(sums.kept_price) },
    actual: { messages: Number(sums.actual), price: Number(sums.actual_price) },
  }));
}

/**
 * Corrects the stored sums by inserting each difference as a change, as `repairMessageCounts` does. Deletes
 * rows of `message_tags` whose message is gone: a process of an earlier build deletes messages without these
 * rows.
 */
export async function repairTagCounts(
  trx: Db,
  accountId: string,
  differences: readonly TagCountDifference[],
): Promise<void> {
  if (differences.length === 0) return;
  const deltas = differences.map(({ kept, actual, ...kind }) => ({
    ...kind,
    messages: actual.messages - kept.messages,
    price: actual.price - kept.price,
  }));
  const statement = tagCountsStatement(trx, [{ accountId, counts: { tagRows: () => deltas } }]);
  await runStatements(trx, [
    statement,
    {
      sql: `delete from message_tags where account_id = ? and not exists
        (select 1 from messages m where m.account_id = message_tags.account_id and m.id = message_tags.message_id)`,
      bindings: [accountId],
    },
  ]);
}
