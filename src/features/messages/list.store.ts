import type { Knex } from "knex";
import { anyOf } from "../../platform/db/bulk";
import type { Db } from "../../platform/db/dialect";
import { lazyPage, runsOf, sizeColumn, type Weighed, weighedRows } from "../../platform/db/chunk-by-size";
import type { LazyPage, PageRequest } from "../../platform/db/page";
import type { Reading } from "../../platform/db/reads/reads";
import {
  type Condition,
  holds,
  holdsAnyOf,
  holdsExactly,
  isAnyOf,
  type ValuesOf,
} from "../../platform/db/reads/conditions";
import { hasMoreThan, MAX_EXAMINED, scan, scanAll, type Scanned, upTo } from "../../platform/db/reads/scan";
import { MAX_RUNS, type Source } from "../../platform/db/reads/source";
import { firstIdAt, lastIdAt } from "../../platform/ids";
import type { Instant } from "../../platform/time";
import { type Purpose, purposeOf, purposeValues } from "../../messaging/purpose";
import { areUnsuccessful, isFinal, OPEN_STATUSES, UNSUCCESSFUL_STATUSES } from "../../messaging/status";
import { countedPage } from "./counted-pages.store";
import { type CountFilter, countMessages } from "./counts.store";
import { storedTag, tagsIn } from "./tags.store";
import type { Message, MessageError, MessageErrorCode } from "./message";
import type { MessageRow } from "./messages.store";
import { isSingleSend } from "./waiting.store";

export interface MessageFilter extends CountFilter {
  purposes?: readonly Purpose[];
  senderIds?: readonly string[];
  /** Id of a send, as its messages show it. */
  batchId?: string;
  errorCodes?: readonly MessageErrorCode[];
  /** Numbers in E.164. */
  recipients?: readonly string[];
  /** Part of the number or of the text, not normalized. */
  search?: string;
  /** Inclusive bounds of the creation time, in milliseconds at second precision. */
  from?: Instant;
  to?: Instant;
}

/** Returns the filters that have an index. Each index lists the messages of one value in id order. */
function indexed(filter: MessageFilter): readonly IndexedFilter[] {
  const { campaignIds, templateIds, errorCodes, tags } = filter;
  // Only messages in unsuccessful statuses have an error.
  const failing = (filter.statuses ?? UNSUCCESSFUL_STATUSES).filter((status) => areUnsuccessful([status]));
  const statuses = errorCodes && failing.length > 0 ? failing : filter.statuses;
  const filters: IndexedFilter[] = tags
    ? [{ column: TAG, values: [...new Set(tags)], filter: { tags } }]
    : [];
  const [campaignId, ...otherCampaigns] = campaignIds ?? [];
  if (templateIds) filters.push({ column: "template_id", values: templateIds, filter: { templateIds } });
  if (campaignId !== undefined && otherCampaigns.length === 0 && statuses?.every(isFinal)) {
    const [within, counts] = [{ campaign_id: campaignId }, { campaignIds, statuses }];
    filters.push({ within, column: "status", values: statuses, filter: counts, present: FINAL });
    return filters;
  }
  if (campaignIds) filters.push({ column: "campaign_id", values: campaignIds, filter: { campaignIds } });
  if (statuses && areUnsuccessful(statuses)) {
    filters.push({ column: "status", values: statuses, filter: { statuses }, present: UNSUCCESSFUL });
  }
  return filters;
}

/** Column of `message_tags`, which lists the messages of each tag in id order. */
const TAG = "tag";

interface IndexedFilter {
  /** Filter by one value whose column is before `column` in the index. */
  within?: Readonly<Record<string, string>>;
  column: string;
  values: readonly string[];
  filter: CountFilter;
  /** Condition of the partial index, if the values do not imply it. */
  present?: string;
}

/** Condition of the index `messages_unsuccessful`. SQLite uses the index only for exactly this text. */
const UNSUCCESSFUL = `status in (${UNSUCCESSFUL_STATUSES.map((status) => `'${status}'`).join(", ")})`;

/** Condition of the index `messages_campaign_final`, also in exactly this form. */
const FINAL = `status not in (${OPEN_STATUSES.map((status) => `'${status}'`).join(", ")})`;

/** Maximum offset of a page that is read in one query. */
const SHALLOW = 1_000;

/** Returns the query for a page that is part of a single index range; null if the page needs a scan. */
function shortPage(
  db: Db,
  accountId: string,
  filter: MessageFilter,
  { limit, offset }: PageRequest,
): Knex.QueryBuilder | null {
  const { channels, purposes, statuses, senderIds, batchId, errorCodes, recipients, search, from, to } =
    filter;
  const [one, other] = indexed(filter);
  const narrowing = [
    channels,
    purposes,
    statuses,
    senderIds,
    batchId,
    errorCodes,
    recipients,
    search,
    from,
    to,
  ];
  const isShort = [...narrowing, other].every((given) => given === undefined);
  if (!isShort || offset > SHALLOW || (one && one.values.length > 1)) return null;
  const [table, id] = one?.column === TAG ? ["message_tags", "message_id"] : ["messages", "id"];
  const query = db(table).where({ account_id: accountId });
  if (one) void query.where(one.column, one.values[0] as string);
  return query.select(id).orderBy(id, "desc").limit(limit).offset(offset);
}

/** Returns a page of messages, newest first. The total comes from the stored counts if possible. */
export async function listMessages(
  db: Db,
  reading: Reading,
  accountId: string,
  filter: MessageFilter,
  page: PageRequest,
): Promise<LazyPage<ListedMessage>> {
  const short = shortPage(db, accountId, filter, page);
  if (short) {
    const total = await countMessages(db, accountId, filter);
    return { ...(await listedByIds(db, accountId, short)), total };
  }
  const { ids, total } = await longPage(db, reading, accountId, filter, page);
  return { ...(await listedByIds(db, accountId, ids)), total };
}

async function longPage(
  db: Db,
  reading: Reading,
  accountId: string,
  filter: MessageFilter,
  page: PageRequest,
): Promise<Scanned> {
  const { recipients, from, to, tags } = filter;
  const { source, conditions, narrowest, onSource } = await planned(db, accountId, filter);
  const { purposes, senderIds, batchId, errorCodes, search } = filter;
  const uncounted = [purposes, senderIds, batchId, errorCodes, recipients, search];
  const isCounted =
    uncounted.every((given) => given === undefined) && (tags === undefined || isTagCounted(filter));
  const areImplied =
    isCounted && conditions.length > 0 && (await impliesFilter(db, accountId, narrowest, filter));
  return reading(async (read) => {
    const tooMany = () => read.refusal(`This would examine more than ${MAX_EXAMINED} messages`);
    if (isCounted) {
      const limited = { ...source, examined: upTo(MAX_EXAMINED, tooMany) };
      const checked = areImplied ? [] : conditions;
      const counted = { accountId, filter, source: limited, conditions: checked, onSource, from, to };
      return countedPage(read, counted, page);
    }
    // Filters by number or by send examine few messages.
    if (recipients === undefined && batchId === undefined && (await hasMoreThan(read, source, MAX_EXAMINED)))
      throw tooMany();
    return scan(read, source, conditions, page);
  });
}

/** Returns whether the counts by tag have the number of messages that match the filter. */
const isTagCounted = ({ tags, campaignIds, templateIds }: MessageFilter) =>
  new Set(tags).size === 1 && campaignIds === undefined && templateIds === undefined;

/** Returns the range of messages to scan, and the conditions for each message in it. */
async function planned(
  db: Db,
  accountId: string,
  filter: MessageFilter,
): Promise<{
  source: Source;
  conditions: Condition[];
  narrowest: IndexedFilter | undefined;
  /** Returns a condition on messages as a condition on rows of the source. */
  onSource: (condition: Condition) => Condition;
}> {
  const { batchId, errorCodes, recipients, search, from, to } = filter;
  // A send has at most a thousand messages, and a recipient few, so these filters are the most selective.
  const ofBatch = batchId === undefined ? null : await batchSource(db, accountId, batchId);
  const isNarrow = ofBatch !== null || recipients !== undefined;
  const narrowest = isNarrow ? undefined : await narrowestOf(db, accountId, indexed(filter));
  const read = [narrowest?.column, ...Object.keys(narrowest?.within ?? {})];
  const conditions = [
    ...valuesOf(filter)
      .filter(({ column }) => !read.includes(column))
      .map(isAnyOf),
    ...(ofBatch && recipients
      ? [isAnyOf({ column: "recipient", type: "text" as const, values: recipients })]
      : []),
    ...(errorCodes ? [holdsAnyOf("error", errorCodes.map(codeOf))] : []),
    ...(filter.tags && narrowest?.column !== TAG ? [holdsAnyOf("tags", filter.tags.map(storedTag))] : []),
    ...(search === undefined ? [] : [holds("search", search)]),
  ];
  const source = {
    table: "messages",
    id: "id",
    scope: { account_id: accountId, ...narrowest?.within },
    anyOf: ofBatch ?? (recipients ? { column: "recipient", values: recipients } : narrowest),
    present: ofBatch?.present ?? narrowest?.present,
    // Ids rise with time, so the primary key serves time windows.
    from: from === undefined ? undefined : firstIdAt(from),
    to: to === undefined ? undefined : lastIdAt(to + 999),
  };
  if (narrowest?.column !== TAG) return { source, conditions, narrowest, onSource: (condition) => condition };
  const onSource = (condition: Condition) => ofTagged(accountId, condition);
  return {
    source: { ...source, table: "message_tags", id: "message_id" },
    conditions: [...conditions, ...onceEach(narrowest.values)].map(onSource),
    ...{ narrowest, onSource },
  };
}

/** Returns a condition on messages as a condition on rows of `message_tags`. */
const ofTagged = (accountId: string, { sql }: Condition): Condition => ({
  columns: ["message_id", TAG],
  sql: (db) =>
    db.raw(
      "exists (select 1 from messages where messages.account_id = ? and messages.id = message_id and ?)",
      [accountId, sql(db)],
    ),
});

/** Returns the condition that the row's tag is the first one of its message among the tags. */
function onceEach(tags: readonly string[]): Condition[] {
  if (tags.length === 1) return [];
  const first = `case ${tags.map(() => "when ? then ?").join(" ")} end`;
  return [
    {
      columns: [TAG],
      sql: (db) =>
        db.raw(
          `tag = ${first}`,
          tags.flatMap((tag) => [holdsExactly("tags", storedTag(tag)).sql(db), tag]),
        ),
    },
  ];
}

/** Returns the index range of a send. A send to one recipient has the id of its message. */
async function batchSource(db: Db, accountId: string, batchId: string) {
  const isSingle = await isSingleSend(db, accountId, batchId);
  return isSingle
    ? { column: "id", values: [batchId], present: undefined }
    : { column: "send_id", values: [batchId], present: "send_id is not null" };
}

/** Returns the part of a stored error with this code. In the texts beside it, quotation marks are escaped. */
const codeOf = (code: MessageErrorCode) => `"code":${JSON.stringify(code)}`;

/**
 * Returns whether the stored counts show that all messages of a campaign match the other filters. Most
 * campaigns have one channel and one template. Their lists then need not check each message.
 */
async function impliesFilter(
  db: Db,
  accountId: string,
  narrowest: IndexedFilter | undefined,
  filter: MessageFilter,
): Promise<boolean> {
  if (narrowest?.filter.campaignIds === undefined) return false;
  const all = await countMessages(db, accountId, narrowest.filter);
  return all === (await countMessages(db, accountId, filter));
}

/** Returns the accepted values of the filters except `recipients`. */
const valuesOf = (filter: MessageFilter): ValuesOf[] => [
  ...(
    [
      { column: "campaign_id", type: "uuid", values: filter.campaignIds },
      { column: "template_id", type: "uuid", values: filter.templateIds },
      { column: "status", type: "text", values: filter.statuses },
      { column: "channel", type: "text", values: filter.channels },
      { column: "sender_id", type: "uuid", values: filter.senderIds },
    ] as const
  ).flatMap(({ values, ...rest }) => (values ? [{ ...rest, values }] : [])),
  ...(filter.purposes ? [purposeValues(filter.purposes)] : []),
];

/** Yields all messages that match the filter and were created up to `createdBy`, newest first, in runs. */
export async function* everyMessage(
  db: Db,
  reading: Reading,
  accountId: string,
  filter: MessageFilter,
  createdBy: Instant,
): AsyncGenerator<ListedMessage[]> {
  const { source, conditions } = await planned(db, accountId, filter);
  const bounds = [lastIdAt(createdBy), ...(source.to === undefined ? [] : [source.to])].sort();
  for await (const ids of scanAll(reading, { ...source, to: bounds[0] }, conditions)) {
    for (let start = 0; start < ids.length; start += ROWS_AT_ONCE) {
      const { contents, rows } = await listedRows(db, accountId, ids.slice(start, start + ROWS_AT_ONCE));
      yield* runsOf(db, contents, rows, toListed);
    }
  }
}

/** Maximum rows per query of an export. Limits the time that other queries wait. */
const ROWS_AT_ONCE = 500;

async function narrowestOf(
  db: Db,
  accountId: string,
  filters: readonly IndexedFilter[],
): Promise<IndexedFilter | undefined> {
  const [only, ...others] = filters.filter(({ values }) => new Set(values).size <= MAX_RUNS);
  if (others.length === 0) return only;
  let best = { filter: only, messages: Infinity };
  for (const filter of [only, ...others]) {
    const messages = filter ? await countMessages(db, accountId, filter.filter) : Infinity;
    if (messages < best.messages) best = { filter, messages };
  }
  return best.filter;
}

export type ListedMessage = Omit<Message, "accountId" | "batchId" | "history" | "followUps" | "traceParent">;

const LISTED_COLUMNS = [
  ...[
    "id",
    "channel",
    "purpose",
    "status",
    "recipient",
    "sender",
    "sender_id",
    "contact_id",
    "template_id",
    "campaign_id",
  ],
  ...[
    "parent_message_id",
    "segments",
    "price",
    "error",
    "client_reference",
    "tags",
    "created_at",
    "updated_at",
  ],
  ...["carrier", "carrier_reference", "send_id", "not_before"],
] as const;

type ListedRow = Omit<
  MessageRow,
  "account_id" | "batch_id" | "content" | "history" | "follow_ups" | "trace_parent"
> &
  Weighed;

/** Returns the messages with these ids, or with the ids that a query returns, newest first. */
export async function listedByIds(
  db: Db,
  accountId: string,
  ids: Knex.QueryBuilder | readonly string[],
): Promise<Omit<LazyPage<ListedMessage>, "total">> {
  const { contents, rows } = await listedRows(db, accountId, ids);
  return lazyPage(db, contents, rows, toListed);
}

async function listedRows(db: Db, accountId: string, ids: Knex.QueryBuilder | readonly string[]) {
  const contents = { table: "messages", accountId, column: "content" };
  const query = db("messages")
    .where({ account_id: accountId })
    .select(...LISTED_COLUMNS, sizeColumn(db, "content"));
  void ("toSQL" in ids ? query.whereIn("id", ids) : query.where(anyOf(db, "id", "uuid", ids)));
  return { contents, rows: await weighedRows<ListedRow>(db, contents, query) };
}

const toListed = (row: ListedRow): ListedMessage => ({
  id: row.id,
  channel: row.channel,
  purpose: purposeOf(row.purpose),
  status: row.status,
  recipient: row.recipient,
  sender: row.sender,
  senderId: row.sender_id,
  contactId: row.contact_id,
  templateId: row.template_id,
  campaignId: row.campaign_id,
  parentMessageId: row.parent_message_id,
  sendId: row.send_id,
  notBefore: row.not_before,
  content: row.text === null ? null : (JSON.parse(row.text) as Message["content"]),
  segments: row.segments,
  price: Number(row.price),
  error: row.error === null ? null : (JSON.parse(row.error) as MessageError),
  clientReference: row.client_reference,
  tags: tagsIn(row.tags),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  carrier: row.carrier,
  carrierReference: row.carrier_reference,
});
