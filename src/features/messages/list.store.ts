import type { Knex } from "knex";
import { anyOf, type ColumnType } from "../../platform/db/bulk";
import type { Db } from "../../platform/db/dialect";
import { lazyPage, runsOf, sizeColumn, type Weighed, weighedRows } from "../../platform/db/chunk-by-size";
import type { LazyPage, PageRequest } from "../../platform/db/page";
import type { Reading } from "../../platform/db/reads/reads";
import { holds, isAnyOf, MAX_RUNS, scan, scanAll, type Scanned } from "../../platform/db/reads/scan";
import { firstIdAt, lastIdAt } from "../../platform/ids";
import type { Instant } from "../../platform/time";
import { type CountFilter, countMessages } from "./counts.store";
import type { Message, MessageError } from "./message";
import type { MessageRow } from "./messages.store";

export interface MessageFilter extends CountFilter {
  senderIds?: readonly string[];
  /** Numbers in E.164. */
  recipients?: readonly string[];
  /** Part of the number or of the text, not normalized. */
  search?: string;
  /** Inclusive bounds of the creation time, in milliseconds at second precision. */
  from?: Instant;
  to?: Instant;
}

/** Returns the filters that have an index. Each index lists the messages of one value in id order. */
const indexed = ({ campaignIds, templateIds, statuses }: MessageFilter) =>
  [
    { column: "campaign_id", type: "uuid", values: campaignIds, filter: { campaignIds } },
    { column: "template_id", type: "uuid", values: templateIds, filter: { templateIds } },
    { column: "status", type: "text", values: statuses, filter: { statuses } },
  ].flatMap(({ values, ...rest }) => (values ? [{ ...rest, values }] : [])) as readonly IndexedFilter[];

interface IndexedFilter {
  column: string;
  type: ColumnType;
  values: readonly string[];
  filter: CountFilter;
}

/** Maximum offset of a page that is read in one query. */
const SHALLOW = 1_000;

/** Returns the query for a page that is part of a single index range; null if the page needs a scan. */
function shortPage(
  db: Db,
  accountId: string,
  filter: MessageFilter,
  { limit, offset }: PageRequest,
): Knex.QueryBuilder | null {
  const { channels, senderIds, recipients, search, from, to } = filter;
  const [one, other] = indexed(filter);
  const isShort = [channels, senderIds, recipients, search, from, to, other].every(
    (given) => given === undefined,
  );
  if (!isShort || offset > SHALLOW || (one && one.values.length > 1)) return null;
  const query = db("messages").where({ account_id: accountId });
  if (one) void query.where(one.column, one.values[0] as string);
  return query.select("id").orderBy("id", "desc").limit(limit).offset(offset);
}

/** Returns a page of messages, newest first. The total comes from the stored counts if possible. */
export async function listMessages(
  db: Db,
  reading: Reading,
  accountId: string,
  filter: MessageFilter,
  page: PageRequest,
): Promise<LazyPage<ListedMessage>> {
  const { senderIds, recipients, search, from, to } = filter;
  const counted = [senderIds, recipients, search, from, to].every((given) => given === undefined);
  const known = counted ? await countMessages(db, accountId, filter) : undefined;
  const short = shortPage(db, accountId, filter, page);
  const long = short ? null : await scanMessages(db, reading, accountId, filter, page, known);
  const listed = await listedByIds(db, accountId, short ?? long?.ids ?? []);
  return { ...listed, total: known ?? long?.total ?? 0 };
}

async function scanMessages(
  db: Db,
  reading: Reading,
  accountId: string,
  filter: MessageFilter,
  page: PageRequest,
  known: number | undefined,
): Promise<Scanned> {
  const { source, conditions } = await planned(db, accountId, filter);
  return reading((read) => scan(read, source, conditions, page, known));
}

/** Returns the range of messages to scan, and the conditions for each message in it. */
async function planned(db: Db, accountId: string, filter: MessageFilter) {
  const { channels, senderIds, recipients, search, from, to } = filter;
  const filters = indexed(filter);
  const byNumber = recipients && ({ column: "recipient", type: "text", values: recipients } as const);
  // A recipient has few messages, so this filter is the most selective.
  const isByNumber = byNumber !== undefined && new Set(byNumber.values).size <= MAX_RUNS;
  const narrowest = isByNumber ? byNumber : await narrowestOf(db, accountId, filters);
  const conditions = [
    ...(byNumber && !isByNumber ? [isAnyOf(byNumber)] : []),
    ...filters.filter((one) => one !== narrowest).map(isAnyOf),
    ...(channels ? [isAnyOf({ column: "channel", type: "text", values: channels })] : []),
    ...(senderIds ? [isAnyOf({ column: "sender_id", type: "uuid", values: senderIds })] : []),
    ...(search === undefined ? [] : [holds("search", search)]),
  ];
  const source = {
    table: "messages",
    id: "id",
    scope: { account_id: accountId },
    anyOf: narrowest,
    // Ids rise with time, so the primary key serves time windows.
    from: from === undefined ? undefined : firstIdAt(from),
    to: to === undefined ? undefined : lastIdAt(to + 999),
  };
  return { source, conditions };
}

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
    "status",
    "recipient",
    "sender",
    "sender_id",
    "contact_id",
    "template_id",
    "campaign_id",
  ],
  ...["parent_message_id", "segments", "price", "error", "client_reference", "created_at", "updated_at"],
  ...["carrier", "carrier_reference"],
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
  status: row.status,
  recipient: row.recipient,
  sender: row.sender,
  senderId: row.sender_id,
  contactId: row.contact_id,
  templateId: row.template_id,
  campaignId: row.campaign_id,
  parentMessageId: row.parent_message_id,
  content: row.text === null ? null : (JSON.parse(row.text) as Message["content"]),
  segments: row.segments,
  price: Number(row.price),
  error: row.error === null ? null : (JSON.parse(row.error) as MessageError),
  clientReference: row.client_reference,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  carrier: row.carrier,
  carrierReference: row.carrier_reference,
});
