import { limits } from "../../../generated/server/values";
import type { components } from "../../../generated/schema";
import { type Db, rawRows } from "../../platform/db/dialect";
import type { Channel } from "../../messaging/channel";
import { MESSAGE_STATUSES } from "../../messaging/status";
import { NIL_ID } from "../../platform/ids";
import type { MessageStatus } from "../messages/message";

export type UsageGrouping = components["parameters"]["UsageGrouping"];

/**
 * Sum of the messages with one key and status. `key` is the number of days or hours since 1970-01-01 (UTC), a
 * channel, a purpose, an id or a tag. It is null for messages without a campaign or template.
 */
export interface UsageSum {
  key: string | number | null;
  status: MessageStatus;
  messages: number;
  /** Sum of the prices in micro-units. */
  price: number;
}

/**
 * Maximum number of sums that a query by tag returns. An account may have far more tags than the response has
 * rows.
 */
const MAX_TAG_SUMS = limits.UsageReport.data.maxItems * MESSAGE_STATUSES.length;

const KEY_COLUMNS = {
  day: "day",
  channel: "channel",
  campaign: "campaign_id",
  template: "template_id",
  purpose: "purpose",
  tag: "tag",
} as const;

const byColumn = (column: string, tables = ["message_counts", "message_totals"]) =>
  tables.map((table) => `select ${column} as key, status, messages, price from ${table}`);

/**
 * Queries for the sums by purpose. `message_purposes` has the part of `message_totals` that is not
 * transactional, so its rows are subtracted from the transactional sums.
 */
const BY_PURPOSE = [
  "select coalesce(purpose, 'transactional') as key, status, messages, price from message_counts",
  "select 'transactional' as key, status, messages, price from message_totals",
  "select purpose as key, status, messages, price from message_purposes",
  "select 'transactional' as key, status, -messages, -price from message_purposes",
];

/** Returns the queries, without their condition, whose rows add up to the sums. */
function partsBy(groupBy: keyof typeof KEY_COLUMNS): string[] {
  if (groupBy === "purpose") return BY_PURPOSE;
  if (groupBy === "tag") return byColumn("tag", ["message_tag_counts", "message_tag_totals"]);
  return byColumn(KEY_COLUMNS[groupBy]);
}

interface UsageWindow {
  /** First day, inclusive, as the number of days since 1970-01-01. */
  from?: number;
  /** Last day, inclusive, as the number of days since 1970-01-01. */
  to?: number;
  channels?: readonly Channel[];
}

export async function sumUsage(
  db: Db,
  accountId: string,
  groupBy: keyof typeof KEY_COLUMNS,
  window: UsageWindow,
): Promise<UsageSum[]> {
  const conditions = ["account_id = ?"];
  const bindings: (string | number)[] = [accountId];
  for (const [bound, comparison] of [
    [window.from, ">="],
    [window.to, "<="],
  ] as const) {
    if (bound === undefined) continue;
    conditions.push(`day ${comparison} ?`);
    bindings.push(bound);
  }
  if (window.channels) {
    conditions.push(`channel in (${window.channels.map(() => "?").join(", ")})`);
    bindings.push(...window.channels);
  }
  const where = conditions.join(" and ");
  const parts = partsBy(groupBy);
  // One statement reads all tables, because a roll-up moves counts between them.
  const rows = await rawRows<UsageSum>(
    db,
    `select key, status, sum(messages) as messages, sum(price) as price
     from (${parts.map((part) => `${part} where ${where}`).join(" union all ")}) sums
     group by key, status ${groupBy === "tag" ? `order by key limit ${MAX_TAG_SUMS}` : ""}`,
    parts.flatMap(() => bindings),
  );
  return rows.map((row) => ({ ...row, key: groupBy !== "tag" && row.key === NIL_ID ? null : row.key }));
}

/** Returns the sums from hour `first` to hour `last`, inclusive. Hours count from 1970-01-01 UTC. */
export async function sumHours(
  db: Db,
  accountId: string,
  [first, last]: readonly [number, number],
  channels: readonly Channel[] | undefined,
): Promise<UsageSum[]> {
  const isShown = channels ? `and channel in (${channels.map(() => "?").join(", ")})` : "";
  const hours = [first, last, ...(channels ?? [])];
  // One statement reads both tables, because a roll-up moves counts between them. `message_counts` has an
  // index on the day, and none on the hour.
  return rawRows<UsageSum>(
    db,
    `select key, status, sum(messages) as messages, sum(price) as price
       from (select hour as key, status, messages, price from message_counts
               where account_id = ? and day between ? and ? and hour between ? and ? ${isShown}
             union all select hour, status, messages, price from message_hours
               where account_id = ? and hour between ? and ? ${isShown}) as sums
      group by key, status`,
    [accountId, Math.floor(first / 24), Math.floor(last / 24), ...hours, accountId, ...hours],
  );
}
