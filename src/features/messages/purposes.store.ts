import { type Db, rawRows } from "../../platform/db/dialect";
import { addToTotals } from "../../platform/db/rollup";
import { DAY } from "../../platform/time";
import type { Channel } from "../../messaging/channel";
import type { Purpose } from "../../messaging/purpose";
import { BY_PURPOSE } from "./counts.store";
import type { MessageStatus } from "./message";

interface Sum {
  messages: number;
  /** Total price in micro-units. */
  price: number;
}

/**
 * A stored sum of `otp` or `marketing` messages, without deleted messages (`kept`), that differs from the
 * messages (`actual`).
 */
export interface PurposeDifference {
  /** Days since 1970-01-01 UTC. */
  day: number;
  channel: Channel;
  status: MessageStatus;
  purpose: Purpose;
  kept: Sum;
  actual: Sum;
}

type Row = Pick<PurposeDifference, "channel" | "status" | "purpose"> &
  Record<"day" | "kept" | "kept_price" | "actual" | "actual_price", number>;

/** Compares the stored sums by purpose with the messages, in one statement. Returns the differences. */
export async function messagePurposeDifferences(db: Db, accountId: string): Promise<PurposeDifference[]> {
  const rows = await rawRows<Row>(
    db,
    `select day, channel, status, purpose, sum(kept) as kept, sum(kept_price) as kept_price,
            sum(actual) as actual, sum(actual_price) as actual_price
       from (select day, channel, status, purpose, messages as kept, price as kept_price, 0 as actual, 0 as actual_price
               from message_counts where account_id = ? and purpose is not null
             union all select day, channel, status, purpose, messages - purged, price - purged_price, 0, 0
               from message_purposes where account_id = ?
             union all select created_at / ${DAY}, channel, status, purpose, 0, 0, count(*), sum(price)
               from messages where account_id = ? and purpose is not null group by 1, 2, 3, 4) as sides
      group by 1, 2, 3, 4
     having sum(kept) <> sum(actual) or sum(kept_price) <> sum(actual_price)
      order by 1, 2, 3, 4`,
    [accountId, accountId, accountId],
  );
  return rows.map(({ day, channel, status, purpose, ...sums }) => ({
    ...{ day: Number(day), channel, status, purpose },
    kept: { messages: Number(sums.kept), price: Number(sums.kept_price) },
    actual: { messages: Number(sums.actual), price: Number(sums.actual_price) },
  }));
}

/** Corrects the totals by purpose directly, because inserted changes would also alter the daily sums. */
export async function repairMessagePurposes(
  trx: Db,
  accountId: string,
  differences: readonly PurposeDifference[],
): Promise<void> {
  const rows = differences.map(({ kept, actual, ...of }) => ({
    ...{ account_id: accountId, ...of },
    messages: actual.messages - kept.messages,
    price: actual.price - kept.price,
  }));
  await addToTotals(trx, BY_PURPOSE, ["messages", "price"], rows);
}
