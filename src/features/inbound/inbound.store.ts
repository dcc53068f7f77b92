import { anyOf } from "../../platform/db/bulk";
import { beginWrite, type Db, valueOfPair } from "../../platform/db/dialect";
import { lazyPage, sizeColumn, type Weighed, weighedRows } from "../../platform/db/chunk-by-size";
import type { LazyPage, PageRequest } from "../../platform/db/page";
import type { Reading } from "../../platform/db/reads/reads";
import { contains, isAnyOf } from "../../platform/db/reads/conditions";
import { scan, type Scanned } from "../../platform/db/reads/scan";
import { MAX_INDEX_RANGES } from "../../platform/db/reads/source";
import { firstIdAt, lastIdAt } from "../../platform/ids";
import type { Channel } from "../../messaging/channel";
import { foldForSearch } from "../../platform/search-text";
import { DAY, type Instant } from "../../platform/time";
import { MAX_SUBMISSION_DELAY_MS } from "../messages/submissions.store";
import type { InboundContentType, InboundMessage, InboundRcsEvent, InboundRcsEventType } from "./inbound";

interface CommonRow {
  account_id: string;
  id: string;
  sender: string;
  search: string | null;
  postback_data: string | null;
  paired_message_id: string | null;
  campaign_id: string | null;
  carrier: string;
  reference: string | null;
  received_at: number;
}

export interface MessageRow extends CommonRow {
  channel: Channel;
  recipient: string;
  content_type: InboundContentType;
  text: string | null;
  file_id: string | null;
  location: string | null;
  contact_id: string | null;
}

export interface EventRow extends CommonRow {
  event_type: InboundRcsEventType;
  action_label: string | null;
}

const common = (row: CommonRow) => ({
  accountId: row.account_id,
  id: row.id,
  sender: row.sender,
  postbackData: row.postback_data,
  pairedMessageId: row.paired_message_id,
  campaignId: row.campaign_id,
  carrier: row.carrier,
  reference: row.reference,
  receivedAt: row.received_at,
});

const commonRow = (item: InboundMessage | InboundRcsEvent, searched: string | null): CommonRow => ({
  account_id: item.accountId,
  id: item.id,
  sender: item.sender,
  search: searched === null ? null : foldForSearch(searched),
  postback_data: item.postbackData,
  paired_message_id: item.pairedMessageId,
  campaign_id: item.campaignId,
  carrier: item.carrier,
  reference: item.reference,
  received_at: item.receivedAt,
});

export const toMessage = (row: MessageRow): InboundMessage => ({
  ...common(row),
  channel: row.channel,
  recipient: row.recipient,
  contentType: row.content_type,
  text: row.text,
  fileId: row.file_id,
  location: row.location === null ? null : (JSON.parse(row.location) as InboundMessage["location"]),
  contactId: row.contact_id,
});

export const toEvent = (row: EventRow): InboundRcsEvent => ({
  ...common(row),
  eventType: row.event_type,
  actionLabel: row.action_label,
});

/** Inserts an inbound message; returns false if the carrier has already reported the same reference. */
export async function insertInboundMessage(trx: Db, message: InboundMessage): Promise<boolean> {
  return insertOnce(trx, "inbound_messages", {
    ...commonRow(message, message.text),
    channel: message.channel,
    recipient: message.recipient,
    content_type: message.contentType,
    text: message.text,
    file_id: message.fileId,
    location: message.location === null ? null : JSON.stringify(message.location),
    contact_id: message.contactId,
  });
}

/** Inserts an inbound event; returns false if the carrier has already reported the same reference. */
export async function insertInboundRcsEvent(trx: Db, event: InboundRcsEvent): Promise<boolean> {
  return insertOnce(trx, "inbound_rcs_events", {
    ...commonRow(event, event.actionLabel),
    event_type: event.eventType,
    action_label: event.actionLabel,
  });
}

async function insertOnce(trx: Db, table: string, row: MessageRow | EventRow): Promise<boolean> {
  const target = trx.raw("(account_id, carrier, reference) where reference is not null");
  const inserted: unknown[] = await trx(table).insert(row).onConflict(target).ignore().returning("id");
  return inserted.length === 1;
}

export async function setInboundContact(
  trx: Db,
  { accountId, id }: Pick<InboundMessage, "accountId" | "id">,
  contactId: string,
): Promise<void> {
  await trx("inbound_messages").where({ account_id: accountId, id }).update({ contact_id: contactId });
}

export interface InboundFilter {
  /** Numbers in E.164. */
  senders?: readonly string[];
  pairedMessageIds?: readonly string[];
  campaignIds?: readonly string[];
  contentTypes?: readonly InboundContentType[];
  eventTypes?: readonly InboundRcsEventType[];
  search?: string;
  /** Inclusive bounds of the reception time, in milliseconds at second precision. */
  from?: Instant;
  to?: Instant;
}

/** Returns the filters with an index, most selective first. */
const indexed = ({ pairedMessageIds, campaignIds, senders }: InboundFilter) =>
  [
    { column: "paired_message_id", type: "uuid" as const, values: pairedMessageIds },
    { column: "campaign_id", type: "uuid" as const, values: campaignIds },
    { column: "sender", type: "text" as const, values: senders },
  ].flatMap(({ values, ...rest }) => (values ? [{ ...rest, values }] : []));

function idsOf(
  reading: Reading,
  table: string,
  accountId: string,
  filter: InboundFilter,
  page: PageRequest,
): Promise<Scanned> {
  const { contentTypes, eventTypes, search, from, to } = filter;
  const filters = indexed(filter);
  const narrowest = filters.find(({ values }) => values.length <= MAX_INDEX_RANGES);
  const source = {
    table,
    id: "id",
    scope: { account_id: accountId },
    anyOf: narrowest,
    // Ids rise with the reception time, so an index on ids serves time windows.
    from: from === undefined ? undefined : firstIdAt(from),
    to: to === undefined ? undefined : lastIdAt(to + 999),
  };
  const conditions = [
    ...filters.filter((one) => one !== narrowest).map(isAnyOf),
    ...(contentTypes ? [isAnyOf({ column: "content_type", type: "text", values: contentTypes })] : []),
    ...(eventTypes ? [isAnyOf({ column: "event_type", type: "text", values: eventTypes })] : []),
    ...(search === undefined ? [] : [contains("search", search)]),
  ];
  return reading((read) => scan(read, source, conditions, page));
}

const LISTED_COLUMNS = [
  "account_id",
  "id",
  "channel",
  "sender",
  "recipient",
  "content_type",
  "file_id",
  "location",
  "contact_id",
  "postback_data",
  "paired_message_id",
  "campaign_id",
  "carrier",
  "reference",
  "received_at",
];

export async function listInboundMessages(
  db: Db,
  reading: Reading,
  accountId: string,
  filter: InboundFilter,
  page: PageRequest,
): Promise<LazyPage<InboundMessage>> {
  const table = "inbound_messages";
  const { ids, total } = await idsOf(reading, table, accountId, filter, page);
  const texts = { table, accountId, column: "text" };
  const query = db(table)
    .where({ account_id: accountId })
    .where(anyOf(db, "id", "uuid", ids))
    .select(...LISTED_COLUMNS, sizeColumn(db, "text"));
  const rows = await weighedRows<MessageRow & Weighed>(db, texts, query);
  return { ...lazyPage(db, texts, rows, toMessage), total };
}

export async function listInboundRcsEvents(
  db: Db,
  reading: Reading,
  accountId: string,
  filter: InboundFilter,
  page: PageRequest,
): Promise<{ items: InboundRcsEvent[]; total: number }> {
  const table = "inbound_rcs_events";
  const { ids, total } = await idsOf(reading, table, accountId, filter, page);
  const rows = (await db(table)
    .where({ account_id: accountId })
    .where(anyOf(db, "id", "uuid", ids))
    .orderBy("id", "desc")) as EventRow[];
  return { items: rows.map(toEvent), total };
}

export async function findInboundMessage(db: Db, accountId: string, id: string) {
  const row = await db<MessageRow>("inbound_messages").where({ account_id: accountId, id }).first();
  return row ? toMessage(row as MessageRow) : null;
}

export async function findInboundRcsEvent(db: Db, accountId: string, id: string) {
  const row = await db<EventRow>("inbound_rcs_events").where({ account_id: accountId, id }).first();
  return row ? toEvent(row as EventRow) : null;
}

/** Maximum time from the submission of a message to a reply that is paired with it, in milliseconds. */
export const PAIRING_WINDOW = 7 * DAY;

/** Number of newest messages to a person that are compared. The message submitted last is paired. */
const PAIRING_CANDIDATES = 100;

export interface PairedMessage {
  id: string;
  campaignId: string | null;
  /** Contact to which the message was sent; the contact may be deleted. */
  contactId: string | null;
  /** Time of the submission; null if the carrier names a message that is not stored as sent. */
  sentAt: Instant | null;
}

const PAIRED_COLUMNS = ["id", "campaign_id", "contact_id"];

interface PairedRow {
  id: string;
  campaign_id: string | null;
  contact_id: string | null;
  sent_at: number | null;
}

const sentAtOf = (db: Db) => valueOfPair(db, "history", "sent");

const toPaired = (row: PairedRow): PairedMessage => ({
  id: row.id,
  campaignId: row.campaign_id,
  contactId: row.contact_id,
  sentAt: row.sent_at === null ? null : Number(row.sent_at),
});

interface PairingClues {
  inReplyTo: string | null;
  /** The person's number in E.164. */
  from: string;
  /** Address of the sender that received the reply. */
  to: string;
  channel: Channel;
}

/**
 * Returns the message that the carrier names. Otherwise returns the message from the address to the number
 * that was submitted last, at `since` or later; null if there is none. Must come first in its transaction.
 */
export async function pairedMessage(
  trx: Db,
  accountId: string,
  clues: PairingClues,
  since: Instant,
): Promise<PairedMessage | null> {
  await beginWrite(trx);
  const named = clues.inReplyTo === null ? null : await pairByReference(trx, accountId, clues.inReplyTo);
  return named ?? pairByNumber(trx, accountId, clues, since);
}

async function pairByReference(db: Db, accountId: string, messageId: string): Promise<PairedMessage | null> {
  const row = (await db("messages")
    .where({ account_id: accountId, id: messageId })
    .first(...PAIRED_COLUMNS, db.raw(`${sentAtOf(db)} as sent_at`))) as PairedRow | undefined;
  return row ? toPaired(row) : null;
}

/** Statuses of messages that no carrier is known to have accepted. The history decides about `expired`. */
const NEVER_SENT = ["pending", "blocked", "error", "failed", "canceled"];

async function pairByNumber(
  db: Db,
  accountId: string,
  { from, to, channel }: PairingClues,
  since: Instant,
): Promise<PairedMessage | null> {
  const sentAt = sentAtOf(db);
  // A scheduled message may be submitted long after its creation, and after messages that were created later.
  const candidates = db("messages")
    .where({ account_id: accountId, recipient: from, channel, sender: to })
    .where("id", ">=", firstIdAt(since - MAX_SUBMISSION_DELAY_MS))
    .where("updated_at", ">=", since)
    .whereNotIn("status", NEVER_SENT)
    // A message can expire before its submission. Its history then has no `sent`.
    .whereRaw(`${sentAt} >= ?`, [since])
    .orderBy("id", "desc")
    .limit(PAIRING_CANDIDATES)
    .select(...PAIRED_COLUMNS, db.raw(`${sentAt} as sent_at`));
  const row = (await db
    .from(candidates.as("candidates"))
    .orderBy([
      { column: "sent_at", order: "desc" },
      { column: "id", order: "desc" },
    ])
    .first()) as PairedRow | undefined;
  return row ? toPaired(row) : null;
}
