import { type Db, rawRows } from "../../platform/db/dialect";
import { addToTotals } from "../../platform/db/rollup";
import { HOUR } from "../../platform/time";
import type { Channel } from "../../messaging/channel";
import { HOURS } from "./counts.store";
import type { MessageStatus } from "./message";

/** Sums of the messages of one hour. Hours are counted from 1970-01-01 in UTC. */
export interface HourSum {
  hour: number;
  channel: Channel;
  status: MessageStatus;
  messages: number;
  /** Total price in micro-units. */
  price: number;
}

/** Returns the sums by hour, channel and status. `first` and `last` are inclusive. */
export async function hourlySums(db: Db, accountId: string, first: number, last: number): Promise<HourSum[]> {
  // Read both tables in one statement: a concurrent roll-up moves counts between the tables.
  const rows = await rawRows<HourSum>(
    db,
    `select hour, channel, status, sum(messages) as messages, sum(price) as price
       from (select hour, channel, status, messages, price from message_counts
              where account_id = ? and day between ? and ? and hour between ? and ?
             union all select hour, channel, status, messages, price from message_hours
              where account_id = ? and hour between ? and ?) as sums
      group by 1, 2, 3`,
    [accountId, Math.floor(first / 24), Math.floor(last / 24), first, last, accountId, first, last],
  );
  return rows.map(toSum);
}

const toSum = (row: HourSum): HourSum => ({
  ...row,
  hour: Number(row.hour),
  messages: Number(row.messages),
  price: Number(row.price),
});

/** A stored hourly sum, without deleted messages (`kept`), that differs from the messages (`actual`). */
export interface HourDifference extends Pick<HourSum, "hour" | "channel" | "status"> {
  kept: Pick<HourSum, "messages" | "price">;
  actual: Pick<HourSum, "messages" | "price">;
}

/** Compares the stored hourly sums with the messages, in one statement. Returns the differences. */
export async function messageHourDifferences(db: Db, accountId: string): Promise<HourDifference[]> {
  const rows = await rawRows<
    Record<"hour" | "kept" | "kept_price" | "actual" | "actual_price", number> &
      Pick<HourSum, "channel" | "status">
  >(
    db,
    `select hour, channel, status, sum(kept) as kept, sum(kept_price) as kept_price,
            sum(actual) as actual, sum(actual_price) as actual_price
       from (select hour, channel, status, messages as kept, price as kept_price, 0 as actual, 0 as actual_price
               from message_counts where account_id = ? and hour is not null
             union all select hour, channel, status, messages - purged, price - purged_price, 0, 0
               from message_hours where account_id = ?
             union all select created_at / ${HOUR}, channel, status, 0, 0, count(*), sum(price)
               from messages where account_id = ? group by 1, 2, 3) as sides
      group by 1, 2, 3
     having sum(kept) <> sum(actual) or sum(kept_price) <> sum(actual_price)
      order by 1, 2, 3`,
    [accountId, accountId, accountId],
  );
  return rows.map(({ hour, channel, status, ...sums }) => ({
    hour: Number(hour),
    channel,
    status,
    kept: { messages: Number(sums.kept), price: Number(sums.kept_price) },
    actual: { messages: Number(sums.actual), price: Number(sums.actual_price) },
  }));
}

/** Corrects the hourly totals directly, because inserted changes would also alter the daily sums. */
export async function repairMessageHours(
  trx: Db,
  accountId: string,
  differences: readonly HourDifference[],
): Promise<void> {
  const rows = differences.map(({ hour, channel, status, kept, actual }) => ({
    ...{ account_id: accountId, hour, channel, status },
    messages: actual.messages - kept.messages,
    price: actual.price - kept.price,
  }));
  await addToTotals(trx, HOURS, ["messages", "price"], rows);
}
