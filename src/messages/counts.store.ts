import { bulkInsert, type Columns } from "../db/bulk";
import { type Db, rawRows } from "../db/dialect";
import { dayOf } from "../time";
import type { Channel, MessageState, MessageStatus } from "./message";

/** A change of how many messages there are of one kind, and of what they cost. */
interface Delta {
  day: number;
  channel: Channel;
  status: MessageStatus;
  templateId: string | null;
  campaignId: string | null;
  messages: number;
  price: number;
}

const COLUMNS: Columns = {
  account_id: "uuid",
  day: "integer",
  channel: "text",
  status: "text",
  template_id: "uuid",
  campaign_id: "uuid",
  messages: "bigint",
  price: "bigint",
};

/** Adds up changes of counts, so that a thousand messages of one kind make one row. */
export class CountChanges {
  private readonly deltas = new Map<string, Delta>();

  add(
    message: Pick<MessageState, "createdAt" | "channel" | "templateId" | "campaignId">,
    status: MessageStatus,
    messages: 1 | -1,
    price: number,
  ): void {
    const { channel, templateId, campaignId } = message;
    const day = dayOf(message.createdAt);
    const key = `${day} ${channel} ${status} ${templateId} ${campaignId}`;
    const delta = this.deltas.get(key);
    if (delta) {
      delta.messages += messages;
      delta.price += price;
    } else {
      this.deltas.set(key, { day, channel, status, templateId, campaignId, messages, price });
    }
  }

  rows(): Delta[] {
    return [...this.deltas.values()].filter(({ messages, price }) => messages !== 0 || price !== 0);
  }
}

/** Writes the changes, in the transaction of the messages that they count. Insert-only: no row is ever hot. */
export async function writeCounts(trx: Db, accountId: string, changes: CountChanges): Promise<void> {
  await bulkInsert(
    trx,
    "message_counts",
    COLUMNS,
    changes.rows().map((delta) => ({
      account_id: accountId,
      day: delta.day,
      channel: delta.channel,
      status: delta.status,
      template_id: delta.templateId,
      campaign_id: delta.campaignId,
      messages: delta.messages,
      price: delta.price,
    })),
  );
}

export interface CountFilter {
  channels?: readonly Channel[];
  statuses?: readonly MessageStatus[];
  templateIds?: readonly string[];
  campaignIds?: readonly string[];
}

/** How many messages of an account pass the filter: a sum over the roll-up, exact at any number of messages. */
export async function countMessages(db: Db, accountId: string, filter: CountFilter): Promise<number> {
  const query = db("message_counts").where({ account_id: accountId }).sum({ total: "messages" });
  if (filter.channels) void query.whereIn("channel", filter.channels);
  if (filter.statuses) void query.whereIn("status", filter.statuses);
  if (filter.templateIds) void query.whereIn("template_id", filter.templateIds);
  if (filter.campaignIds) void query.whereIn("campaign_id", filter.campaignIds);
  const rows = (await query) as { total: number | string | null }[];
  return Number(rows[0]?.total ?? 0);
}

/** Rows folded at a time: a fold holds up nobody for longer than this many rows take. */
const FOLD_ROWS = 20_000;

/** Folds an account's changes of counts into one row a kind; answers whether there were enough to be worth it. */
export async function foldCounts(db: Db, accountId: string): Promise<boolean> {
  return db.transaction(async (trx) => {
    const deleted = await rawRows<Record<string, string | number | null>>(
      trx,
      `delete from message_counts where account_id = ? and id in
         (select id from message_counts where account_id = ? order by id limit ?) returning *`,
      [accountId, accountId, FOLD_ROWS],
    );
    const sums = new Map<string, Record<string, string | number | null>>();
    for (const { id: _, ...row } of deleted) {
      const key = [row.day, row.channel, row.status, row.template_id, row.campaign_id].join(" ");
      const sum = sums.get(key);
      if (sum) {
        sum.messages = Number(sum.messages) + Number(row.messages);
        sum.price = Number(sum.price) + Number(row.price);
      } else {
        sums.set(key, row);
      }
    }
    const folded = [...sums.values()].filter((row) => row.messages !== 0 || row.price !== 0);
    await bulkInsert(trx, "message_counts", COLUMNS, folded);
    return deleted.length === FOLD_ROWS;
  });
}

/** Accounts with so many unfolded changes that a fold pays. */
export async function accountsToFold(db: Db, atLeast: number): Promise<string[]> {
  const rows = (await db("message_counts")
    .select("account_id")
    .groupBy("account_id")
    .havingRaw("count(*) >= ?", [atLeast])) as { account_id: string }[];
  return rows.map((row) => row.account_id);
}
