import { seedContactStore, seedMessageStore, seedOldMessages } from "../../scripts/bench/seed-history";
import { seedMessages } from "../../scripts/bench/seed-messages";
import { seedDeliveries } from "../../scripts/bench/seed-deliveries";
import { seedReplies } from "../../scripts/bench/seed-replies";
import { seedEndpoint, seedTenant } from "../../scripts/bench/seed";
import { databases } from "../support/databases";
import { testService } from "../support/service";

/** Lists that `seedContactStore` seeds beside the list of all contacts. */
const OTHER_LISTS = 100;

describe.each(databases)("the seeds of benchmarks on %s", (kind) => {
  const service = testService(kind);

  it("writes accounts, contacts, messages and endpoints that the service lists", async () => {
    const tenant = await seedTenant(service.db);
    await seedContactStore(service.db, tenant.accountId, 40);
    await seedMessageStore(service.db, tenant, { messages: 200 });
    await seedMessages(service.db, tenant, 30);
    const period = { from: Date.parse("2026-01-01"), until: Date.parse("2026-01-31") };
    await seedOldMessages(service.db, tenant.accountId, { count: 500, ...period });
    await seedEndpoint(service.app, tenant.accountId);
    const agent = service.agent(tenant.key);
    const totalOf = async (path: string) => {
      const { body } = await agent.get(`/v3${path}`).expect(200);
      return (body as { pagination: { total: number } }).pagination.total;
    };
    expect(await totalOf("/contacts")).toBe(40);
    expect(await totalOf("/contact-lists?type=default")).toBe(OTHER_LISTS + 1);
    expect(await totalOf("/messages")).toBe(730);
    expect(await totalOf("/messages?status=delivered")).toBe(170 + 440);
    const old = "from=2026-01-01T00:00:00Z&to=2026-01-31T00:00:00Z";
    expect(await totalOf(`/messages?${old}`)).toBe(500);
    expect(await totalOf("/webhooks")).toBe(1);
  });

  it("writes replies and deliveries that the service lists, with right counts", async () => {
    const tenant = await seedTenant(service.db, { name: "replies" });
    const { accountId } = tenant;
    await seedContactStore(service.db, accountId, 40);
    const agent = service.agent(tenant.key);
    const list = async <T>(path: string) =>
      (await agent.get(`/v3${path}`).expect(200)).body as { data: T[]; pagination: { total: number } };
    const contacts = await list<{ id: string; phone: string }>("/contacts?sort=created_at&limit=100");
    const contactIds = contacts.data.map(({ id }) => id);
    const amounts = { messages: 200, days: 90, ofLastCampaign: 40, contactIds };
    const { campaignIds } = await seedMessageStore(service.db, tenant, amounts);
    const campaignId = campaignIds.at(-1) ?? "";
    expect((await list(`/messages?campaign_id=${campaignId}`)).pagination.total).toBe(40);
    expect((await list(`/messages?campaign_id=${campaignIds[0]}`)).pagination.total).toBeGreaterThan(0);

    await seedReplies(service.db, { accountId, contactIds: contactIds.slice(0, 12), each: 2, campaignId });
    expect((await list("/inbound-messages")).pagination.total).toBe(24);
    const unread = await list<{ contact_id: string; message_count: number }>("/conversations?unread=true");
    expect(unread.pagination.total).toBe(4);
    expect(unread.data.at(-1)).toMatchObject({ contact_id: contactIds[0], message_count: 2 });

    const { id: webhookId } = await seedEndpoint(service.app, accountId);
    const messages = await list<{ id: string }>("/messages?limit=100");
    const messageIds = messages.data.map(({ id }) => id).reverse();
    await seedDeliveries(service.db, accountId, webhookId, messageIds);
    expect((await list(`/webhooks/${webhookId}/deliveries?status=abandoned`)).pagination.total).toBe(2);
    const path = `/messages/${messageIds[0]}/webhook-deliveries`;
    expect((await list(path)).pagination.total).toBe(1);
    const counted = service.db("webhook_delivery_counts").where({ webhook_id: webhookId });
    const [counts] = await counted.sum({ delivered: "delivered", failed: "failed" });
    expect([Number(counts?.delivered), Number(counts?.failed)]).toEqual([98, 2]);
  });
});
