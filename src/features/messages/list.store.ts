import type { Knex } from "knex";
import { anyOf } from "../../platform/db/bulk";
import type { Db } from "../../platform/db/dialect";
import { lazyPage, readChunks, sizeColumn, type Weighed, weighedRows } from "../../platform/db/chunk-by-size";
import type { LazyPage, PageRequest } from "../../platform/db/page";
import type { Reading } from "../../platform/db/reads/reads";
import { hasMoreThan, scan, scanAll, type Scanned, upTo } from "../../platform/db/reads/scan";
import { lastIdAt } from "../../platform/ids";
import type { Instant } from "../../platform/time";
import { countedPage } from "./counted-pages.store";
import { countMessages } from "./counts.store";
import { impliesFilter, indexed, isTagCounted, type MessageFilter, planned, TAG } from "./filter.store";
import type { ListedMessage } from "./message";
import { detailsOf, identityOf, type MessageRow, STATE_COLUMNS } from "./messages.store";

/** Maximum offset of a page that is read in one query. */
const SHALLOW = 1_000;

/** Returns the query for a page that is part of a single index range; null if the page needs a scan. */
function shortPage(
  db: Db,
  accountId: string,
  filter: MessageFilter,
  { limit, offset }: PageRequest,
): Knex.QueryBuilder | null {
  const { channels, purposes, statuses, senderIds, batchId, errorCodes, blockReasons } = filter;
  const { recipients, search, from, to } = filter;
  const [one, other] = indexed(filter);
  const narrowing = [
    channels,
    purposes,
    statuses,
    senderIds,
    batchId,
    errorCodes,
    blockReasons,
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
  const { purposes, senderIds, batchId, errorCodes, blockReasons, search } = filter;
  const uncounted = [purposes, senderIds, batchId, errorCodes, blockReasons, recipients, search];
  const isCounted =
    uncounted.every((given) => given === undefined) && (tags === undefined || isTagCounted(filter));
  const areImplied =
    isCounted && conditions.length > 0 && (await impliesFilter(db, accountId, narrowest, filter));
  return reading(async (read) => {
    const { maxExamined } = read;
    const tooMany = () => read.refusal(`This would examine more than ${maxExamined} messages`);
    if (isCounted) {
      const limited = { ...source, examined: upTo(maxExamined, tooMany) };
      const checked = areImplied ? [] : conditions;
      const counted = { accountId, filter, source: limited, conditions: checked, onSource, from, to };
      return countedPage(read, counted, page);
    }
    // A number or a send has few messages, so these filters need no limit on examined messages.
    if (recipients === undefined && batchId === undefined && (await hasMoreThan(read, source, maxExamined)))
      throw tooMany();
    return scan(read, source, conditions, page);
  });
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
      yield* readChunks(db, contents, rows, toListed);
    }
  }
}

/** Maximum rows per query of an export. Limits the time that other queries wait. */
const ROWS_AT_ONCE = 500;

const UNLISTED = ["account_id", "batch_id", "history", "follow_ups", "trace_parent"] as const;

const LISTED_COLUMNS = [
  ...STATE_COLUMNS.filter((column) => !(UNLISTED as readonly string[]).includes(column)),
  "sender",
  "error",
  "block_reason",
  "updated_at",
  "carrier",
  "carrier_reference",
] as const;

type ListedRow = Omit<MessageRow, "content" | (typeof UNLISTED)[number]> & Weighed;

/** Returns the messages with these ids, or with the ids that a query returns, newest first. */
async function listedByIds(
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

const toListed = (row: ListedRow): ListedMessage => Object.assign(identityOf(row), detailsOf(row, row.text));
