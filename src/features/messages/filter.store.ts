import type { Db } from "../../platform/db/dialect";
import {
  type Condition,
  contains,
  containsAnyOf,
  containsExactly,
  isAnyOf,
  type ValuesOf,
} from "../../platform/db/reads/conditions";
import { MAX_INDEX_RANGES, type Source } from "../../platform/db/reads/source";
import { firstIdAt, lastIdAt } from "../../platform/ids";
import type { Instant } from "../../platform/time";
import { type BlockReason, blockReasonValues } from "../../messaging/block-reason";
import { type Purpose, purposeValues } from "../../messaging/purpose";
import {
  areUnsuccessful,
  isFinal,
  type MessageStatus,
  OPEN_STATUSES,
  UNSUCCESSFUL_STATUSES,
} from "../../messaging/status";
import { type CountFilter, countMessages } from "./counts.store";
import type { MessageErrorCode } from "./message";
import { storedTag } from "./tags.store";
import { isSingleSend } from "./waiting.store";

export interface MessageFilter extends CountFilter {
  purposes?: readonly Purpose[];
  senderIds?: readonly string[];
  /** Id of a send, which is the `batch_id` of the send's messages in the API. */
  batchId?: string;
  errorCodes?: readonly MessageErrorCode[];
  blockReasons?: readonly BlockReason[];
  /** Numbers in E.164. */
  recipients?: readonly string[];
  /** Part of the number or of the text, not normalized. */
  search?: string;
  /** First and last second of the creation time, as the instants at which these seconds begin. */
  from?: Instant;
  to?: Instant;
}

/**
 * Returns the statuses of the messages that can match; undefined for all statuses. Only messages in
 * unsuccessful statuses have an error, and only blocked messages have a block reason.
 */
function possibleStatuses({ statuses, errorCodes, blockReasons }: MessageFilter) {
  if (blockReasons === undefined && errorCodes === undefined) return statuses;
  const possible: readonly MessageStatus[] = blockReasons ? ["blocked"] : UNSUCCESSFUL_STATUSES;
  return possible.filter((status) => statuses?.includes(status) ?? true);
}

/** Returns the filters that have an index. Each index lists the messages of one value in id order. */
export function indexed(filter: MessageFilter): readonly IndexedFilter[] {
  const { campaignIds, templateIds, tags } = filter;
  const statuses = possibleStatuses(filter);
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
export const TAG = "tag";

interface IndexedFilter {
  /** Value of the column that precedes `column` in the index. */
  within?: Readonly<Record<string, string>>;
  column: string;
  values: readonly string[];
  filter: CountFilter;
  /** Condition of the partial index, if the values do not imply it. */
  present?: string;
}

/** Condition of the index `messages_unsuccessful`. SQLite uses the index only for exactly this text. */
const UNSUCCESSFUL = `status in (${UNSUCCESSFUL_STATUSES.map((status) => `'${status}'`).join(", ")})`;

/** Condition of the index `messages_campaign_final`. SQLite uses the index only for exactly this text. */
const FINAL = `status not in (${OPEN_STATUSES.map((status) => `'${status}'`).join(", ")})`;

/** Returns whether the counts by tag have the number of messages that match the filter. */
export const isTagCounted = ({ tags, campaignIds, templateIds }: MessageFilter) =>
  new Set(tags).size === 1 && campaignIds === undefined && templateIds === undefined;

/**
 * Returns how to find the messages that match the filter: the rows to scan, and the conditions on each row.
 * `narrowest` is the indexed filter that selects the rows, if one does.
 */
export async function planned(
  db: Db,
  accountId: string,
  filter: MessageFilter,
): Promise<{
  source: Source;
  conditions: Condition[];
  narrowest: IndexedFilter | undefined;
  /** Converts a condition on messages to a condition on the rows of `source`. */
  onSource: (condition: Condition) => Condition;
}> {
  const { batchId, errorCodes, recipients, search, from, to } = filter;
  // A send has at most a thousand messages, and a recipient has few, so these filters are the most selective.
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
    ...(errorCodes ? [containsAnyOf("error", errorCodes.map(codeOf))] : []),
    ...(filter.tags && narrowest?.column !== TAG ? [containsAnyOf("tags", filter.tags.map(storedTag))] : []),
    ...(search === undefined ? [] : [contains("search", search)]),
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
    narrowest,
    onSource,
  };
}

async function narrowestOf(
  db: Db,
  accountId: string,
  filters: readonly IndexedFilter[],
): Promise<IndexedFilter | undefined> {
  const [only, ...others] = filters.filter(({ values }) => new Set(values).size <= MAX_INDEX_RANGES);
  if (others.length === 0) return only;
  let best = { filter: only, messages: Infinity };
  for (const filter of [only, ...others]) {
    const messages = filter ? await countMessages(db, accountId, filter.filter) : Infinity;
    if (messages < best.messages) best = { filter, messages };
  }
  return best.filter;
}

const ofTagged = (accountId: string, { sql }: Condition): Condition => ({
  columns: ["message_id", TAG],
  sql: (db) =>
    db.raw(
      "exists (select 1 from messages where messages.account_id = ? and messages.id = message_id and ?)",
      [accountId, sql(db)],
    ),
});

/**
 * Returns the condition that the row's tag is the first of the given tags that its message has. Without the
 * condition, a message with several of the tags would be listed several times.
 */
function onceEach(tags: readonly string[]): Condition[] {
  if (tags.length === 1) return [];
  const first = `case ${tags.map(() => "when ? then ?").join(" ")} end`;
  return [
    {
      columns: [TAG],
      sql: (db) =>
        db.raw(
          `tag = ${first}`,
          tags.flatMap((tag) => [containsExactly("tags", storedTag(tag)).sql(db), tag]),
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

/** Returns the JSON of a code in a stored error. Texts cannot match: their quotes are escaped. */
const codeOf = (code: MessageErrorCode) => `"code":${JSON.stringify(code)}`;

/**
 * Returns whether the stored counts show that all messages of a campaign match the other filters. If so, a
 * list need not check each message. Most campaigns have one channel and one template.
 */
export async function impliesFilter(
  db: Db,
  accountId: string,
  narrowest: IndexedFilter | undefined,
  filter: MessageFilter,
): Promise<boolean> {
  if (narrowest?.filter.campaignIds === undefined) return false;
  const all = await countMessages(db, accountId, narrowest.filter);
  return all === (await countMessages(db, accountId, filter));
}

/**
 * Returns the accepted values of each filter that lists values of a column of `messages`. The filter
 * `recipients` is not included.
 */
const valuesOf = (filter: MessageFilter): ValuesOf[] => [
  ...(
    [
      { column: "campaign_id", type: "uuid", values: filter.campaignIds },
      { column: "template_id", type: "uuid", values: filter.templateIds },
      { column: "status", type: "text", values: possibleStatuses(filter) },
      { column: "channel", type: "text", values: filter.channels },
      { column: "sender_id", type: "uuid", values: filter.senderIds },
    ] as const
  ).flatMap(({ values, ...rest }) => (values ? [{ ...rest, values }] : [])),
  ...(filter.purposes ? [purposeValues(filter.purposes)] : []),
  ...(filter.blockReasons ? [blockReasonValues(filter.blockReasons)] : []),
];
