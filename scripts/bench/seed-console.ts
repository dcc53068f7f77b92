import type { Knex } from "knex";
import { systemClock } from "../../src/platform/time";
import { Api } from "./api";
import { assertEqual } from "./run";
import { seedContactStore, seedMessageStore } from "./seed-history";
import { numberOf, type Tenant } from "./seed";
import type { Seeded } from "./benchmarks/console-views";

export interface Amounts {
  contacts: number;
  messages: number;
}

const TEMPLATES = 10;
const CAMPAIGNS = 20;
/** Number of recipients who reply: the recipients of the last messages. Each replies REPLIES_EACH times. */
const TALKERS = 60;
const REPLIES_EACH = 3;

/** Seeds all data that the console shows: large tables by SQL, everything else by the service. */
export async function seedConsole(
  db: Knex,
  tenant: Tenant,
  origin: string,
  { contacts, messages }: Amounts,
): Promise<Seeded> {
  const listId = await seedContactStore(db, tenant.accountId, contacts);
  const api = new Api(origin, tenant.key);
  const templateIds: string[] = [];
  const campaignIds: string[] = [];
  for (let index = 0; index < TEMPLATES; index += 1) {
    const text = "Olá {{ name }}, seu pedido já saiu para entrega.";
    templateIds.push(await api.template(`Modelo ${index}`, text));
  }
  for (let index = 0; index < CAMPAIGNS; index += 1) {
    // Matches the template of the campaign's messages in `seedMessageStore`.
    const templateId = templateIds[(index * 2) % TEMPLATES] ?? "";
    campaignIds.push(await api.campaign(`Campanha ${index}`, templateId, listId));
  }
  const webhookId = await api.create("/webhooks", { url: "http://127.0.0.1:9/" });
  await seedMessageStore(db, tenant, messages, { templateIds, campaignIds });
  await endCampaigns(db, tenant.accountId);
  const talkers = Array.from({ length: Math.min(TALKERS, messages) }, (_, index) => messages - 1 - index);
  for (let round = 0; round < REPLIES_EACH; round += 1) {
    for (const index of talkers) await reply(origin, tenant.key, numberOf(11, index));
  }
  const newest = async (path: string) =>
    (await api.call<{ data: { id: string }[] }>("GET", `${path}?limit=1`)).body.data[0]?.id ?? "";
  const seeded = {
    ...{ listId, webhookId, number: numberOf(11, messages - 1) },
    campaignId: campaignIds[CAMPAIGNS - 1] ?? "",
    templateId: templateIds[0] ?? "",
    contactId: await newest("/contacts"),
    messageId: await newest("/messages"),
  };
  await api.close();
  return seeded;
}

/** Marks the campaigns as completed. They are never launched, because SQL inserts their messages. */
async function endCampaigns(db: Knex, accountId: string): Promise<void> {
  const now = systemClock.now();
  const ended = { status: "completed", launches: 1, expanded: true, started_at: now, completed_at: now };
  assertEqual("campaigns", await db("campaigns").where({ account_id: accountId }).update(ended), CAMPAIGNS);
}

async function reply(origin: string, key: string, from: string): Promise<void> {
  const body = JSON.stringify({ channel: "sms", from, text: "Que horas vocês fecham hoje?" });
  const headers = { "x-api-key": key, "content-type": "application/json" };
  const response = await fetch(`${origin}/sandbox/replies`, { method: "POST", headers, body });
  if (!response.ok) throw new Error(`a reply was rejected: ${response.status} ${await response.text()}`);
}
