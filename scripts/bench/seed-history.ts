import type { Knex } from "knex";
import { bulkInsert } from "../../src/platform/db/bulk";
import { dialectOf } from "../../src/platform/db/dialect";
import { idMaker } from "../../src/platform/ids";
import { searchOfContent } from "../../src/features/messages/rendered-message";
import type { Channel } from "../../src/messaging/channel";
import type { MessageStatus } from "../../src/features/messages/message";
import { DAY, HOUR, systemClock } from "../../src/platform/time";
import { numberOf, seedContacts, seedList, type Tenant } from "./seed";

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

export interface Origins {
  templateIds: readonly string[];
  campaignIds: readonly string[];
}

export interface MessageAmounts {
  messages: number;
  /** Days before the present over which the messages are spread. */
  days?: number;
  /** Number of messages, the newest, that all belong to the last campaign. */
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

const CHUNK = 5_000;

/** Statuses and channels of a hundred consecutive messages. */
const STATUSES = hundred<MessageStatus>({
  ...{ delivered: 85, sent: 6, undelivered: 4, failed: 3, blocked: 1, pending: 1 },
});
const CHANNELS = hundred<Channel>({ sms: 80, rcs: 15, voice: 5 });

/** Returns an array of a hundred names. Each name occurs as often as its share says. */
function hundred<T extends string>(shares: Partial<Record<T, number>>): T[] {
  return Object.entries<number | undefined>(shares).flatMap(([name, share]) =>
    Array<T>(share ?? 0).fill(name as T),
  );
}

const COLUMNS = {
  ...({ account_id: "uuid", id: "uuid", channel: "text", status: "text", recipient: "text" } as const),
  ...({ contact_id: "uuid", sender: "text", sender_id: "uuid", template_id: "uuid" } as const),
  ...({ campaign_id: "uuid", content: "text", segments: "smallint", price: "bigint" } as const),
  ...({ history: "text", search: "text" } as const),
  ...({ created_at: "bigint", updated_at: "bigint" } as const),
};

/** Inserts messages evenly over some days, by default 30. Half of them belong to campaigns. */
export async function seedMessageStore(
  db: Knex,
  { accountId }: Tenant,
  { messages, days = DAYS, ofLastCampaign = 0, contactIds = [] }: MessageAmounts,
  { templateIds, campaignIds }: Origins = madeUp(),
): Promise<MessageStore> {
  const ids = idMaker(systemClock);
  const senderIds = { rare: ids.next(), common: ids.next() };
  const start = systemClock.now() - days * DAY;
  const instantOf = (index: number) => start + Math.floor((index / messages) * days * DAY);
  const runOf = runsOf(messages, campaignIds.length, ofLastCampaign);
  const content = { type: "text", text: "Seu pedido já saiu para entrega e chega até amanhã." } as const;
  const search = searchOfContent(content);
  const json = JSON.stringify(content);
  for (let first = 0; first < messages; first += CHUNK) {
    const rows = Array.from({ length: Math.min(CHUNK, messages - first) }, (_, offset) => {
      const index = first + offset;
      const createdAt = instantOf(index);
      const status = STATUSES[(index * 37) % 100] ?? "pending";
      const run = runOf(index);
      const person = contactIds.length === 0 ? index : index % contactIds.length;
      return {
        account_id: accountId,
        id: ids.next(createdAt),
        channel: CHANNELS[(index * 61) % 100] ?? "sms",
        status,
        recipient: numberOf(11, person),
        contact_id: contactIds[person] ?? null,
        sender: "27000",
        sender_id: (index * 53) % 100 === 0 ? senderIds.rare : senderIds.common,
        template_id: templateIds[run % templateIds.length] ?? null,
        campaign_id: run % 2 === 0 ? (campaignIds[run / 2] ?? null) : null,
        content: json,
        segments: 1,
        price: 0,
        history: JSON.stringify([["pending", createdAt]]),
        search: numberOf(11, person) + search,
        created_at: createdAt,
        updated_at: createdAt,
      };
    });
    await bulkInsert(db, "messages", COLUMNS, rows);
  }
  await countAll(db, accountId);
  const middle = instantOf(messages / 2);
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

/** Writes the counts of all messages to the roll-up tables. */
async function countAll(db: Knex, accountId: string): Promise<void> {
  const nil = "00000000-0000-0000-0000-000000000000";
  const none = dialectOf(db) === "postgres" ? `'${nil}'::uuid` : `'${nil}'`;
  await db.raw(
    `insert into message_totals (account_id, day, channel, status, template_id, campaign_id, messages, price)
       select account_id, created_at / ${DAY}, channel, status, coalesce(template_id, ${none}),
         coalesce(campaign_id, ${none}), count(*), sum(price)
       from messages where account_id = ? group by 1, 2, 3, 4, 5, 6`,
    [accountId],
  );
  await db.raw(
    `insert into message_hours (account_id, hour, channel, status, messages, price)
       select account_id, created_at / ${HOUR}, channel, status, count(*), sum(price)
       from messages where account_id = ? group by 1, 2, 3, 4`,
    [accountId],
  );
}
