import type { Knex } from "knex";
import { DAY, systemClock, toTimestamp } from "../../src/platform/time";
import { Api } from "./api";
import { assertEqual } from "./run";
import { seedDeliveries } from "./seed-deliveries";
import { seedContactStore, seedMessageStore } from "./seed-history";
import { seedReplies } from "./seed-replies";
import { numberOf, type Tenant } from "./seed";
import type { Seeded } from "./benchmarks/console-views";

export interface Amounts {
  contacts: number;
  messages: number;
  /** Number of contacts with a conversation. Each contact has replied twice. */
  talkers: number;
  /** Number of finished deliveries of each webhook endpoint. */
  deliveries: number;
}

const TEMPLATES = 10;
const CAMPAIGNS = 20;
const WEBHOOKS = 5;
const REPLIES_EACH = 2;
/** Number of days over which the messages are spread. */
const DAYS = 90;

/**
 * Writes all data that the console shows: large tables by SQL, everything else by the service. The newest
 * messages belong to the last campaign, one message for each contact.
 */
export async function seedConsole(
  db: Knex,
  tenant: Tenant,
  origin: string,
  { contacts, messages, talkers, deliveries }: Amounts,
): Promise<Seeded> {
  const { accountId } = tenant;
  const listId = await seedContactStore(db, accountId, contacts);
  const idsOf = async (table: string, order: "asc" | "desc", limit: number) =>
    (await db(table)
      .where({ account_id: accountId })
      .orderBy("id", order)
      .limit(limit)
      .pluck("id")) as string[];
  const contactIds = await idsOf("contacts", "asc", contacts);
  const api = new Api(origin, tenant.key);
  const templateIds: string[] = [];
  const campaignIds: string[] = [];
  for (let index = 0; index < TEMPLATES; index += 1) {
    const text = "Olá {{ name }}, seu pedido já saiu para entrega.";
    templateIds.push(await api.template(`Modelo ${index}`, text));
  }
  for (let index = 0; index < CAMPAIGNS; index += 1) {
    // The campaign's messages in `seedMessageStore` have the same template.
    const templateId = templateIds[(index * 2) % TEMPLATES] ?? "";
    campaignIds.push(await api.campaign(`Campanha ${index}`, templateId, listId));
  }
  const campaignId = campaignIds.at(-1) ?? "";
  const amounts = { messages, days: DAYS, ofLastCampaign: contacts, contactIds };
  await seedMessageStore(db, tenant, amounts, { templateIds, campaignIds });
  await endCampaigns(db, accountId);
  await seedReplies(db, {
    accountId,
    contactIds: contactIds.slice(0, talkers),
    each: REPLIES_EACH,
    campaignId,
  });
  const messageIds = (await idsOf("messages", "desc", deliveries)).reverse();
  const webhookIds: string[] = [];
  for (let index = 0; index < WEBHOOKS; index += 1) {
    const webhookId = await api.create("/webhooks", { url: `http://127.0.0.1:9/${index}` });
    await seedDeliveries(db, accountId, webhookId, messageIds);
    webhookIds.push(webhookId);
  }
  await api.create("/canned-responses", { name: "Horário", shortcut: "horario", text: "Abrimos às 9h." });
  const scheduledId = await api.campaign("Agendada", templateIds[0] ?? "", listId);
  const at = toTimestamp(systemClock.now() + DAY);
  await api.call("PUT", `/campaigns/${scheduledId}/schedule`, { scheduled_at: at });
  await api.close();
  return {
    listId,
    campaignId,
    scheduledId,
    number: numberOf(11, talkers - 1),
    webhookId: webhookIds[0] ?? "",
    templateId: templateIds[0] ?? "",
    contactId: contactIds[talkers - 1] ?? "",
    messageId: messageIds.at(-1) ?? "",
  };
}

/** Marks the campaigns as completed. They are never launched, because SQL inserts their messages. */
async function endCampaigns(db: Knex, accountId: string): Promise<void> {
  const now = systemClock.now();
  const ended = { status: "completed", launches: 1, expanded: true, started_at: now, completed_at: now };
  assertEqual("campaigns", await db("campaigns").where({ account_id: accountId }).update(ended), CAMPAIGNS);
}
