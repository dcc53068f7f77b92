import { seedContactStore, seedMessageStore } from "../../scripts/bench/seed-history";
import { seedOldMessages } from "../../scripts/bench/seed-old";
import { seedMessages } from "../../scripts/bench/seed-messages";
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
    await seedOldMessages(service.db, { accountId: tenant.accountId, first: 0, count: 500, ...period });
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
});
