import type { Knex } from "knex";
import { bulkInsert } from "../../src/platform/db/bulk";
import { dialectOf } from "../../src/platform/db/dialect";
import { idMaker } from "../../src/platform/ids";
import { searchOfContent } from "../../src/features/messages/rendered-message";
import type { Channel } from "../../src/messaging/channel";
import type { MessageStatus } from "../../src/features/messages/message";
import { DAY, HOUR, systemClock } from "../../src/platform/time";
import { numberOf, seedContacts, seedList, type Tenant } from "./seed";

/** Names of which each is shared by one contact in as many as there are. */
const FIRST = [
  ...["Maria", "José", "Ana", "João", "Antônia", "Francisco", "Adriana", "Carlos", "Juliana", "Paulo"],
  ...["Márcia", "Pedro", "Fernanda", "Lucas", "Patrícia", "Luiz", "Aline", "Marcos", "Sandra", "Luís"],
];
const LAST = [
  ...["da Silva", "dos Santos", "Oliveira", "Souza", "Rodrigues", "Ferreira", "Alves", "Pereira", "Lima"],
  ...["Gomes", "Costa", "Ribeiro", "Martins", "Carvalho", "Almeida", "Lopes", "Soares"],
];
const SYLLABLES = ["ba", "ce", "di", "fo", "gu", "la", "me", "ni", "po", "ru"];

/** What a common search looks for: the first name of one contact in twenty. */
export const COMMON_NAME = FIRST[0] ?? "";

/** No two are alike: the middle name spells the index. */
export function fullName(index: number): string {
  const middle = [...String(index)].map((digit) => SYLLABLES[Number(digit)]).join("");
  return `${FIRST[index % FIRST.length]} ${middle} ${LAST[index % LAST.length]}`;
}

const OTHER_LISTS = 100;
const OTHER_MEMBERS = 1_000;

/** A list of all contacts among others that have some of them; answers its id. */
export async function seedContactStore(db: Knex, accountId: string, contacts: number): Promise<string> {
  await seedContacts(db, accountId, contacts, fullName);
  for (let index = 0; index < OTHER_LISTS; index += 1) {
    await seedList(db, accountId, `Segmento ${index}`, OTHER_MEMBERS);
  }
  return seedList(db, accountId, "Todos", contacts);
}

/** What the messages are of. */
export interface Origins {
  templateIds: readonly string[];
  campaignIds: readonly string[];
}

export interface MessageStore extends Origins {
  /** The sender of one message in a hundred, and the sender of all others. */
  senderIds: { rare: string; common: string };
  /** The first instant of the day that the middle of the messages were created on. */
  day: number;
}

const DAYS = 30;
const TEMPLATES = 10;
const CAMPAIGNS = 20;

/** Ids that nothing has: lists of messages ask no further. */
const madeUp = (): Origins => {
  const ids = idMaker(systemClock);
  const some = (count: number) => Array.from({ length: count }, () => ids.next());
  return { templateIds: some(TEMPLATES), campaignIds: some(CAMPAIGNS) };
};

/** Rows of one statement. */
const CHUNK = 5_000;

/** Of a hundred messages in a row, so many have each status and each channel. */
const STATUSES = hundred<MessageStatus>({
  ...{ delivered: 85, sent: 6, undelivered: 4, failed: 3, blocked: 1, pending: 1 },
});
const CHANNELS = hundred<Channel>({ sms: 80, rcs: 15, voice: 5 });

/** Returns each name as often as it is to occur in a hundred. */
function hundred<T extends string>(shares: Partial<Record<T, number>>): T[] {
  return Object.entries<number | undefined>(shares).flatMap(([name, share]) =>
    Array<T>(share ?? 0).fill(name as T),
  );
}

const COLUMNS = {
  ...({ account_id: "uuid", id: "uuid", channel: "text", status: "text", recipient: "text" } as const),
  ...({ sender: "text", sender_id: "uuid", template_id: "uuid", campaign_id: "uuid" } as const),
  ...({ content: "text", segments: "smallint", price: "bigint", history: "text", search: "text" } as const),
  ...({ created_at: "bigint", updated_at: "bigint" } as const),
};

/** Messages of the last thirty days, evenly; every other one belongs to a campaign, and those come in runs. */
export async function seedMessageStore(
  db: Knex,
  { accountId }: Tenant,
  messages: number,
  { templateIds, campaignIds }: Origins = madeUp(),
): Promise<MessageStore> {
  const ids = idMaker(systemClock);
  const senderIds = { rare: ids.next(), common: ids.next() };
  const start = systemClock.now() - DAYS * DAY;
  const instantOf = (index: number) => start + Math.floor((index / messages) * DAYS * DAY);
  const content = { type: "text", text: "Seu pedido já saiu para entrega e chega até amanhã." } as const;
  const search = searchOfContent(content);
  const json = JSON.stringify(content);
  for (let first = 0; first < messages; first += CHUNK) {
    const rows = Array.from({ length: Math.min(CHUNK, messages - first) }, (_, offset) => {
      const index = first + offset;
      const createdAt = instantOf(index);
      const status = STATUSES[(index * 37) % 100] ?? "pending";
      const run = Math.floor((index / messages) * campaignIds.length * 2);
      return {
        account_id: accountId,
        id: ids.next(createdAt),
        channel: CHANNELS[(index * 61) % 100] ?? "sms",
        status,
        recipient: numberOf(11, index),
        sender: "27000",
        sender_id: (index * 53) % 100 === 0 ? senderIds.rare : senderIds.common,
        template_id: templateIds[run % templateIds.length] ?? null,
        campaign_id: run % 2 === 0 ? (campaignIds[run / 2] ?? null) : null,
        content: json,
        segments: 1,
        price: 0,
        history: JSON.stringify([["pending", createdAt]]),
        search: numberOf(11, index) + search,
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

/** The counts as the fold leaves them. */
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
