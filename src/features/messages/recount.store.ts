import { type Db, rawRows, typedBind } from "../../platform/db/dialect";
import { runStatements } from "../../platform/db/statement-batch";
import { NIL_ID } from "../../platform/ids";
import { DAY } from "../../platform/time";
import { type CountDelta, countsStatement } from "./counts.store";

/** A stored daily sum, without deleted messages (`kept`), that differs from the messages (`actual`). */
export interface MessageCountDifference extends Omit<CountDelta, "hour" | "purpose" | "messages" | "price"> {
  kept: Pick<CountDelta, "messages" | "price">;
  actual: Pick<CountDelta, "messages" | "price">;
}

type Row = Record<"day" | "kept" | "kept_price" | "actual" | "actual_price", number> &
  Pick<CountDelta, "channel" | "status"> &
  Record<"template_id" | "campaign_id", string>;

/** Compares the stored daily sums with the messages, in one statement. Returns the differences. */
export async function messageCountDifferences(db: Db, accountId: string): Promise<MessageCountDifference[]> {
  const nil = typedBind(db, "uuid");
  const kind = `channel, status, coalesce(template_id, ${nil}) as template_id, coalesce(campaign_id, ${nil}) as campaign_id`;
  const rows = await rawRows<Row>(
    db,
    `select day, channel, status, template_id, campaign_id, sum(kept) as kept, sum(kept_price) as kept_price,
            sum(actual) as actual, sum(actual_price) as actual_price
       from (select day, ${kind}, messages as kept, price as kept_price, 0 as actual, 0 as actual_price
               from message_counts where account_id = ?
             union all select day, ${kind}, messages - purged, price - purged_price, 0, 0
               from message_totals where account_id = ?
             union all select created_at / ${DAY}, ${kind}, 0, 0, count(*), sum(price)
               from messages where account_id = ? group by 1, 2, 3, 4, 5) as sides
       group by 1, 2, 3, 4, 5
       having sum(kept) <> sum(actual) or sum(kept_price) <> sum(actual_price)
       order by 1, 2, 3, 4, 5`,
    [NIL_ID, NIL_ID, accountId, NIL_ID, NIL_ID, accountId, NIL_ID, NIL_ID, accountId],
  );
  return rows.map((row) => ({
    day: Number(row.day),
    channel: row.channel,
    status: row.status,
    templateId: row.template_id === NIL_ID ? null : row.template_id,
    campaignId: row.campaign_id === NIL_ID ? null : row.campaign_id,
    kept: { messages: Number(row.kept), price: Number(row.kept_price) },
    actual: { messages: Number(row.actual), price: Number(row.actual_price) },
  }));
}

/**
 * Corrects the stored sums by inserting each difference as a change. A difference stays valid during
 * concurrent sends, which change both sides alike. Two repairs must not run concurrently.
 */
export async function repairMessageCounts(
  trx: Db,
  accountId: string,
  differences: readonly MessageCountDifference[],
): Promise<void> {
  const deltas = differences.map(({ kept, actual, ...kind }) => ({
    ...kind,
    hour: null,
    // The sums by purpose are repaired separately.
    purpose: "transactional" as const,
    messages: actual.messages - kept.messages,
    price: actual.price - kept.price,
  }));
  await runStatements(trx, [countsStatement(trx, [{ accountId, counts: { rows: () => deltas } }])]);
}
