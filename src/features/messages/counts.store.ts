import type { Knex } from "knex";
import { type Columns, insertStatement, type Statement } from "../../platform/db/bulk";
import type { Db } from "../../platform/db/dialect";
import { addToTotals, type RollUp, type Totals } from "../../platform/db/rollup";
import { DAY, dayOf, HOUR, hourOf, type Instant } from "../../platform/time";
import type { Channel } from "../../messaging/channel";
import { type Purpose, type StoredPurpose, storedPurpose } from "../../messaging/purpose";
import type { MessageState, MessageStatus } from "./message";
import { tagsIn } from "./tags.store";

interface CountDelta {
  day: number;
  /** Hours since 1970-01-01 UTC; null in a correction that affects only the daily sums. */
  hour: number | null;
  channel: Channel;
  purpose: Purpose;
  status: MessageStatus;
  templateId: string | null;
  campaignId: string | null;
  messages: number;
  price: number;
}

interface TagDelta {
  day: number;
  channel: Channel;
  status: MessageStatus;
  tag: string;
  messages: number;
  price: number;
}

const SUMS: Columns = { messages: "bigint", price: "bigint" };

const DAY_COLUMNS: Columns = {
  account_id: "uuid",
  day: "integer",
  channel: "text",
  status: "text",
  template_id: "uuid",
  campaign_id: "uuid",
  ...SUMS,
};

const COLUMNS: Columns = { ...DAY_COLUMNS, hour: "integer", purpose: "text" };

/** Sums by hour, for all templates and campaigns together. */
export const HOURS: Totals = {
  table: "message_hours",
  columns: { account_id: "uuid", hour: "integer", channel: "text", status: "text", ...SUMS },
  needs: "hour",
};

/** Sums by day and purpose, without transactional messages. Their stored purpose is null. */
export const BY_PURPOSE: Totals = {
  table: "message_purposes",
  columns: { account_id: "uuid", day: "integer", channel: "text", status: "text", purpose: "text", ...SUMS },
  needs: "purpose",
};

export const COUNTS: RollUp = {
  changes: "message_counts",
  totals: [{ table: "message_totals", columns: DAY_COLUMNS }, HOURS, BY_PURPOSE],
  sums: Object.keys(SUMS),
};

const TAG_COLUMNS: Columns = {
  account_id: "uuid",
  tag: "text",
  day: "integer",
  channel: "text",
  status: "text",
  ...SUMS,
};

export const TAG_COUNTS: RollUp = {
  changes: "message_tag_counts",
  totals: [{ table: "message_tag_totals", columns: TAG_COLUMNS }],
  sums: Object.keys(SUMS),
};

type Counted = Pick<MessageState, "createdAt" | "channel" | "purpose" | "templateId" | "campaignId" | "tags">;

/** Adds up count changes, so that a thousand similar messages produce one row. */
export class CountChanges {
  private readonly deltas = new Map<string, CountDelta>();
  private readonly tagDeltas = new Map<string, TagDelta>();
  /** Deltas for the attributes of the last message, by status. Adjacent messages are usually similar. */
  private alike = new Map<MessageStatus, CountDelta>();
  private last: Counted | undefined;

  add(message: Counted, status: MessageStatus, messages: 1 | -1, price: number): void {
    const delta = this.deltaOf(message, status);
    delta.messages += messages;
    delta.price += price;
    if (message.tags === null) return;
    for (const tag of message.tags) this.addTag(message, tag, status, messages, price);
  }

  private addTag(
    { createdAt, channel }: Counted,
    tag: string,
    status: MessageStatus,
    messages: 1 | -1,
    price: number,
  ): void {
    const day = dayOf(createdAt);
    const key = `${day} ${channel} ${status} ${tag}`;
    const delta = this.tagDeltas.get(key) ?? { day, channel, status, tag, messages: 0, price: 0 };
    this.tagDeltas.set(key, delta);
    delta.messages += messages;
    delta.price += price;
  }

  private deltaOf(message: Counted, status: MessageStatus): CountDelta {
    if (!isAlike(message, this.last)) this.alike = new Map();
    this.last = message;
    const known = this.alike.get(status);
    if (known) return known;
    const { channel, purpose, templateId, campaignId } = message;
    const [day, hour] = [dayOf(message.createdAt), hourOf(message.createdAt)];
    const key = `${hour} ${channel} ${purpose} ${status} ${templateId} ${campaignId}`;
    const of = { day, hour, channel, purpose, status, templateId, campaignId };
    const delta = this.deltas.get(key) ?? { ...of, messages: 0, price: 0 };
    this.deltas.set(key, delta);
    this.alike.set(status, delta);
    return delta;
  }

  rows(): CountDelta[] {
    return [...this.deltas.values()].filter(isChange);
  }

  tagRows(): TagDelta[] {
    return [...this.tagDeltas.values()].filter(isChange);
  }
}

const isChange = ({ messages, price }: { messages: number; price: number }) => messages !== 0 || price !== 0;

const isAlike = (message: Counted, other: Counted | undefined) =>
  other !== undefined &&
  message.createdAt === other.createdAt &&
  message.channel === other.channel &&
  message.purpose === other.purpose &&
  message.templateId === other.templateId &&
  message.campaignId === other.campaignId;

/**
 * Returns the statement that inserts count changes, for the transaction of the counted messages. The
 * statement updates no rows, so transactions do not wait for each other's row locks.
 */
export const countsStatement = (
  db: Db,
  changes: readonly { accountId: string; counts: Pick<CountChanges, "rows"> }[],
): Statement | null =>
  insertStatement(
    db,
    "message_counts",
    COLUMNS,
    changes.flatMap(({ accountId, counts }) => countRows(accountId, counts.rows())),
  );

const countRows = (accountId: string, deltas: readonly CountDelta[]) =>
  deltas.map((delta) => ({
    account_id: accountId,
    day: delta.day,
    hour: delta.hour,
    channel: delta.channel,
    purpose: storedPurpose(delta.purpose),
    status: delta.status,
    template_id: delta.templateId,
    campaign_id: delta.campaignId,
    messages: delta.messages,
    price: delta.price,
  }));

export const tagCountsStatement = (
  db: Db,
  changes: readonly { accountId: string; counts: Pick<CountChanges, "tagRows"> }[],
): Statement | null =>
  insertStatement(
    db,
    "message_tag_counts",
    TAG_COLUMNS,
    changes.flatMap(({ accountId, counts }) =>
      counts.tagRows().map((delta) => ({ account_id: accountId, ...delta })),
    ),
  );

export const countStatements = (
  db: Db,
  changes: readonly { accountId: string; counts: CountChanges }[],
): (Statement | null)[] => [countsStatement(db, changes), tagCountsStatement(db, changes)];

export interface CountFilter {
  channels?: readonly Channel[];
  statuses?: readonly MessageStatus[];
  templateIds?: readonly string[];
  campaignIds?: readonly string[];
  /**
   * Tags. A message matches if it has at least one of the tags, and is counted once per matching tag. Cannot
   * be combined with `templateIds` or `campaignIds`.
   */
  tags?: readonly string[];
}

/**
 * Returns the exact number of messages that match the filter, from the stored counts. Deleted messages do not
 * count.
 */
export async function countMessages(db: Db, accountId: string, filter: CountFilter): Promise<number> {
  const [row] = (await db
    .from(matchingCounts(db, accountId, filter, "message_totals").as("counts"))
    .sum({ total: "messages" })) as { total: number | null }[];
  return row?.total ?? 0;
}

export interface PeriodCount {
  /** Start and end of the period, in milliseconds. The end is exclusive. */
  start: Instant;
  end: Instant;
  messages: number;
}

/** Last day or hour that the columns can hold. */
export const LAST_PERIOD = 2_147_483_647;

/** Returns whether the counts by hour cover the filter. These counts have no templates, campaigns or tags. */
export const isCountedByHour = ({ templateIds, campaignIds, tags }: CountFilter) =>
  templateIds === undefined && campaignIds === undefined && tags === undefined;

/** Inclusive bounds of days or hours since 1970-01-01 UTC. */
type PeriodBounds = readonly [first: number, last: number];

/**
 * Returns the number of matching messages per day or hour of creation, newest period first. Omits periods
 * without messages. Counts by hour require `isCountedByHour`.
 */
export async function countsByPeriod(
  db: Db,
  accountId: string,
  filter: CountFilter,
  period: "day" | "hour",
  [first, last]: PeriodBounds,
): Promise<PeriodCount[]> {
  const [totals, length] =
    period === "day" ? (["message_totals", DAY] as const) : (["message_hours", HOUR] as const);
  const counts = matchingCounts(db, accountId, filter, totals, (query, table) => {
    void query.select(period).whereBetween(period, [first, last]);
    // `message_counts` has an index on the day and none on the hour, so bound the day too.
    if (period === "hour" && table === "message_counts") {
      void query.whereBetween("day", [Math.floor(first / 24), Math.floor(last / 24)]);
    }
  });
  const rows = (await db
    .from(counts.as("counts"))
    .select({ at: period })
    .sum({ messages: "messages" })
    .groupBy(period)
    .havingRaw("sum(messages) > 0")
    .orderBy(period, "desc")) as { at: number; messages: number }[];
  return rows.map(({ at, messages }) => ({
    start: at * length,
    end: (at + 1) * length,
    messages,
  }));
}

function matchingCounts(
  db: Db,
  accountId: string,
  filter: CountFilter,
  totals: "message_totals" | "message_hours",
  narrow: (query: Knex.QueryBuilder, table: string) => void = () => {},
): Knex.QueryBuilder {
  const [changes, into] =
    filter.tags === undefined ? ["message_counts", totals] : ["message_tag_counts", "message_tag_totals"];
  const of = (table: string) => {
    const stored = table === changes ? "messages" : "messages - purged as messages";
    const query = db(table).where({ account_id: accountId }).select(db.raw(stored));
    if (filter.channels) void query.whereIn("channel", filter.channels);
    if (filter.statuses) void query.whereIn("status", filter.statuses);
    if (filter.templateIds) void query.whereIn("template_id", filter.templateIds);
    if (filter.campaignIds) void query.whereIn("campaign_id", filter.campaignIds);
    if (filter.tags) void query.whereIn("tag", filter.tags);
    narrow(query, table);
    return query;
  };
  // A single statement reads both tables, because a concurrent roll-up moves counts between the tables.
  return of(changes).unionAll([of(into)]);
}

export interface PurgedMessage {
  channel: Channel;
  purpose: StoredPurpose;
  status: MessageStatus;
  template_id: string | null;
  campaign_id: string | null;
  price: number;
  tags: string | null;
  created_at: number;
}

const PURGED: Columns = { purged: "bigint", purged_price: "bigint" };

/**
 * Adds deleted messages to the columns `purged` and `purged_price` of the totals, in the transaction that
 * deletes the messages. Usage and the progress of campaigns stay; lists no longer count the messages.
 */
export async function addPurged(trx: Db, accountId: string, purged: readonly PurgedMessage[]): Promise<void> {
  const rows = purged.map(({ created_at, price, channel, purpose, status, template_id, campaign_id }) => ({
    account_id: accountId,
    channel,
    purpose,
    status,
    template_id,
    campaign_id,
    day: dayOf(created_at),
    hour: hourOf(created_at),
    messages: 0,
    price: 0,
    purged: 1,
    purged_price: price,
  }));
  const tagRows = purged.flatMap(({ tags }, index) =>
    (tagsIn(tags) ?? []).map((tag) => ({ ...rows[index], tag })),
  );
  for (const [totals, added] of [
    ...COUNTS.totals.map((one) => [one, rows] as const),
    ...TAG_COUNTS.totals.map((one) => [one, tagRows] as const),
  ]) {
    const columns = { ...totals.columns, ...PURGED };
    await addToTotals(trx, { ...totals, columns }, [...COUNTS.sums, ...Object.keys(PURGED)], added);
  }
}
