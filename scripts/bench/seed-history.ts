import type { Knex } from "knex";
import type { Value } from "../../src/platform/db/bulk";
import { firstIdAt, idMaker } from "../../src/platform/ids";
import { rollUpChanges } from "../../src/platform/db/rollup";
import { COUNTS } from "../../src/features/messages/counts.store";
import { searchOfContent } from "../../src/features/messages/rendered-message";
import type { Channel } from "../../src/messaging/channel";
import type { MessageStatus } from "../../src/features/messages/message";
import { DAY, HOUR, type Instant, systemClock } from "../../src/platform/time";
import { insertRows, numberOf, seedContacts, seedList, type Tenant } from "./seed";
import { inChunks } from "./stats";

/** First and last names. Equal parts of the contacts share each name. */
const FIRST = [
  ...["Maria", "José", "Ana", "João", "Antônia", "Francisco", "Adriana", "Carlos", "Juliana", "Paulo"],
  ...["Márcia", "Pedro", "Fernanda", "Lucas", "Patrícia", "Luiz", "Aline", "Marcos", "Sandra", "Luís"],
];
const LAST = [
  ...["da Silva", "dos Santos", "Oliveira", "Souza", "Rodrigues", "Ferreira", "Alves", "Pereira", "Lima"],
  ...["Gomes", "Costa", "Ribeiro", "Martins", "Carvalho", "Almeida", "Lopes", "Soares"],
];
const SYLLABLES = ["ba", "ce", "di", "fo", "gu", "la", "me", "ni", "po", "ru"];

/** A first name that one contact in twenty has. */
export const COMMON_NAME = FIRST[0] ?? "";

/** Returns a unique name. The middle name spells the index. */
export function fullName(index: number): string {
  const middle = [...String(index)].map((digit) => SYLLABLES[Number(digit)]).join("");
  return `${FIRST[index % FIRST.length]} ${middle} ${LAST[index % LAST.length]}`;
}

const OTHER_LISTS = 100;
const OTHER_MEMBERS = 1_000;

/**
 * Creates contacts and lists. Returns the id of the list of all contacts. A contact is in at most about ten
 * other lists.
 */
export async function seedContactStore(db: Knex, accountId: string, contacts: number): Promise<string> {
  await seedContacts(db, accountId, contacts, fullName);
  const members = Math.min(OTHER_MEMBERS, Math.ceil(contacts / 10));
  for (let index = 0; index < OTHER_LISTS; index += 1) {
    await seedList(db, accountId, `Segmento ${index}`, members, (index * members) % (contacts - members + 1));
  }
  return seedList(db, accountId, "Todos", contacts);
}

interface Origins {
  templateIds: readonly string[];
  campaignIds: readonly string[];
}

interface MessageAmounts {
  messages: number;
  /** Number of days before the present over which the messages are spread. */
  days?: number;
  /** Number of newest messages, which all belong to the last campaign. */
  ofLastCampaign?: number;
  /** Contacts that receive the messages in turn, the oldest first. If absent, every number is new. */
  contactIds?: readonly string[];
}

export interface MessageStore extends Origins {
  /** `rare` sends one message in a hundred; `common` sends all others. */
  senderIds: { rare: string; common: string };
  /** Start of the day of the middle message, in milliseconds since 1970. */
  day: number;
}

const DAYS = 30;
const TEMPLATES = 10;
const CAMPAIGNS = 20;

/** Returns ids without rows: lists of messages do not read templates and campaigns. */
const madeUp = (): Origins => {
  const ids = idMaker(systemClock);
  const some = (count: number) => Array.from({ length: count }, () => ids.next());
  return { templateIds: some(TEMPLATES), campaignIds: some(CAMPAIGNS) };
};

/** Statuses and channels of a hundred consecutive messages. */
const STATUSES = hundred<MessageStatus>({
  delivered: 85,
  sent: 6,
  undelivered: 4,
  failed: 3,
  blocked: 1,
  pending: 1,
});
const CHANNELS = hundred<Channel>({ sms: 80, rcs: 15, voice: 5 });

/** Returns an array of a hundred names. Each name occurs as often as its share says. */
function hundred<T extends string>(shares: Partial<Record<T, number>>): T[] {
  return Object.entries<number>(shares as Record<T, number>).flatMap(([name, share]) =>
    Array<T>(share).fill(name as T),
  );
}

interface Period {
  count: number;
  from: Instant;
  until: Instant;
}

const CONTENT = { type: "text", text: "Seu pedido já saiu para entrega e chega até amanhã." } as const;

/**
 * Inserts messages evenly over a period and counts them. `partsOf` returns the columns that vary by message.
 */
async function insertMessages(
  db: Knex,
  accountId: string,
  { count, from, until }: Period,
  partsOf: (index: number, at: Instant) => { recipient: string } & Record<string, Value>,
): Promise<void> {
  const ids = idMaker(systemClock);
  const [content, search] = [JSON.stringify(CONTENT), searchOfContent(CONTENT)];
  const messageOf = (index: number) => {
    const at = from + Math.floor((index / count) * (until - from));
    const parts = partsOf(index, at);
    return {
      account_id: accountId,
      id: ids.next(at),
      sender: "27000",
      content,
      segments: 1,
      search: parts.recipient + search,
      created_at: at,
      updated_at: at,
      ...parts,
    };
  };
  await inChunks(count, messageOf, (rows) => insertRows(db, "messages", rows));
  await db.raw(
    `insert into message_counts
       (account_id, day, hour, channel, status, template_id, campaign_id, messages, price)
     select account_id, created_at / ${DAY}, created_at / ${HOUR}, channel, status, template_id, campaign_id,
       count(*), sum(price)
     from messages where account_id = ? and id >= ? and id < ? group by 1, 2, 3, 4, 5, 6, 7`,
    [accountId, firstIdAt(from), firstIdAt(until)],
  );
  while (await rollUpChanges(db, COUNTS, accountId));
}

/** Inserts messages evenly over some days, by default 30. Half of them belong to campaigns. */
export async function seedMessageStore(
  db: Knex,
  { accountId }: Tenant,
  { messages, days = DAYS, ofLastCampaign = 0, contactIds = [] }: MessageAmounts,
  { templateIds, campaignIds }: Origins = madeUp(),
): Promise<MessageStore> {
  const ids = idMaker(systemClock);
  const senderIds = { rare: ids.next(), common: ids.next() };
  const until = systemClock.now();
  const from = until - days * DAY;
  const runOf = runsOf(messages, campaignIds.length, ofLastCampaign);
  await insertMessages(db, accountId, { count: messages, from, until }, (index, at) => {
    const run = runOf(index);
    const person = contactIds.length === 0 ? index : index % contactIds.length;
    return {
      channel: CHANNELS[(index * 61) % 100] ?? "sms",
      status: STATUSES[(index * 37) % 100] ?? "pending",
      recipient: numberOf(11, person),
      contact_id: contactIds[person] ?? null,
      batch_id: null,
      sender_id: (index * 53) % 100 === 0 ? senderIds.rare : senderIds.common,
      template_id: templateIds[run % templateIds.length] ?? null,
      campaign_id: run % 2 === 0 ? (campaignIds[run / 2] ?? null) : null,
      price: 0,
      history: JSON.stringify([["pending", at]]),
    };
  });
  const middle = from + Math.floor((days * DAY) / 2);
  return { senderIds, templateIds, campaignIds, day: middle - (middle % DAY) };
}

/**
 * Returns a function from a message's index to the message's run, a range of consecutive messages. Run 0 and
 * every second run after it belong to a campaign.
 */
function runsOf(messages: number, campaigns: number, ofLast: number): (index: number) => number {
  const [earlier, runs] = [messages - ofLast, 2 * (ofLast === 0 ? campaigns : campaigns - 1)];
  return (index) => (index < earlier ? Math.floor((index / earlier) * runs) : runs);
}

/** Price of each settled message, in micro-units. */
export const PRICE = 50_000;
const SETTLED_STATUSES = hundred<MessageStatus>({ delivered: 88, undelivered: 6, failed: 4, blocked: 2 });
/** Number of consecutive settled messages with one template and, in every second run, one campaign. */
const SETTLED_RUN = 10_000;

/** Inserts settled messages evenly over a period. */
export async function seedOldMessages(db: Knex, accountId: string, period: Period): Promise<void> {
  const ids = idMaker(systemClock);
  let origin = { batch_id: "", template_id: "", campaign_id: null as string | null };
  await insertMessages(db, accountId, period, (index, at) => {
    if (index % SETTLED_RUN === 0) {
      const campaign_id = (index / SETTLED_RUN) % 2 === 0 ? null : ids.next(at);
      origin = { batch_id: ids.next(at), template_id: ids.next(at), campaign_id };
    }
    return {
      channel: index % 10 === 0 ? "rcs" : "sms",
      status: SETTLED_STATUSES[(index * 37) % 100] ?? "delivered",
      ...origin,
      recipient: numberOf(11, index % 1_000_000),
      contact_id: null,
      sender_id: null,
      price: PRICE,
      history: JSON.stringify(["pending", "sent", "delivered"].map((one) => [one, at])),
    };
  });
}
