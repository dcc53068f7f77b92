import type { Knex } from "knex";
import { repairResponseCounts } from "../../src/features/campaigns/responses.store";
import { lastColumns } from "../../src/features/conversations/conversations.store";
import { foldForSearch } from "../../src/platform/search-text";
import { idMaker } from "../../src/platform/ids";
import { MINUTE, systemClock } from "../../src/platform/time";
import { insertRows, numberOf } from "./seed";
import { inChunks } from "./stats";

const TEXTS = [
  "Que horas vocês fecham hoje?",
  "Meu pedido ainda não chegou.",
  "Obrigada!",
  "Pode entregar amanhã?",
  "Qual o valor do frete?",
  "SIM",
  "Não quero mais receber.",
];

interface Talkers {
  accountId: string;
  /** Contacts with a conversation, the oldest contact first. */
  contactIds: readonly string[];
  /** Number of inbound messages of each contact. */
  each: number;
  /** Campaign that half of the contacts reply to. */
  campaignId: string;
}

/**
 * Inserts conversations and their inbound messages, one message a minute up to now. A third of the
 * conversations is unread.
 */
export async function seedReplies(
  db: Knex,
  { accountId, contactIds, each, campaignId }: Talkers,
): Promise<void> {
  const ids = idMaker(systemClock);
  const count = contactIds.length * each;
  const first = systemClock.now() - count * MINUTE;
  const inboundOf = (index: number) => {
    const person = index % contactIds.length;
    const receivedAt = first + index * MINUTE;
    const text = TEXTS[index % TEXTS.length] ?? "";
    return {
      account_id: accountId,
      id: ids.next(receivedAt),
      channel: "sms" as const,
      sender: numberOf(11, person),
      recipient: "27000",
      content_type: "text" as const,
      text,
      search: foldForSearch(text),
      contact_id: contactIds[person] ?? null,
      carrier: "sandbox",
      campaign_id: person % 2 === 0 ? campaignId : null,
      received_at: receivedAt,
    };
  };
  const inbound: ReturnType<typeof inboundOf>[] = [];
  await inChunks(count, inboundOf, (rows) => {
    inbound.push(...rows);
    return insertRows(db, "inbound_messages", rows);
  });
  const newest = inbound.slice(-contactIds.length);
  const conversationOf = (last: (typeof newest)[number], person: number) => ({
    account_id: accountId,
    id: ids.next(),
    phone: last.sender,
    message_count: each,
    status: person % 2 === 0 ? "open" : "done",
    unread_count: person % 3 === 0 ? each : 0,
    opted_out: person % 50 === 0,
    ...lastColumns(
      {
        id: last.id,
        receivedAt: last.received_at,
        channel: last.channel,
        text: last.text,
        contentType: last.content_type,
        campaignId: last.campaign_id,
      },
      last.sender,
    ),
  });
  await insertRows(db, "conversations", newest.map(conversationOf));
  await repairResponseCounts(db, accountId);
}
