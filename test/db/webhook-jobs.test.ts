import { randomUUID } from "node:crypto";
import { down, up } from "../../src/platform/db/migrations/0012_deliveries_by_jobs";
import { LINGER_MS } from "../../src/features/webhooks/outbox";
import { databases, openTestDatabase } from "../support/databases";
import { receiver } from "../support/receiver";
import { startTestService } from "../support/service";
import { newEndpoint, newEvents } from "../support/webhooks";

describe.each(databases)("deliveries that wait while %s is migrated", (database) => {
  it("are sent afterwards: lingering ones together, others by themselves and as often as is left", async () => {
    const opened = await openTestDatabase(database);
    const { service, close } = await startTestService(opened);
    const { db, clock, app, accountId } = service;
    const target = await receiver();
    try {
      const { id: webhookId } = await newEndpoint(app, accountId, target.url);
      await db.transaction((trx) => down(trx));
      const now = clock.now();
      const stored = async (other: Record<string, unknown>) => {
        const id = app.ids.next();
        const events = newEvents(app, 2);
        await db("webhook_deliveries").insert({
          ...{ account_id: accountId, webhook_id: webhookId, id, status: "pending", event_count: 2 },
          ...{ created_at: now, due_at: now + LINGER_MS },
          ...other,
        });
        await db("webhook_payloads").insert({ account_id: accountId, id, events: JSON.stringify(events) });
        return { id, events: events.map((event) => event.id) };
      };
      const [one, two] = [await stored({}), await stored({})];
      const tried = { attempts: JSON.stringify([[now, 500, null, 3]]), attempt_count: 1 };
      const retried = await stored({ ...tried, due_at: now + 60_000 });
      const held = await stored({ ...tried, lease: randomUUID(), due_at: now + 30_000 });
      await stored({ status: "delivered", due_at: now });

      await db.transaction((trx) => up(trx));
      clock.advance(LINGER_MS);
      await service.drain();
      const received = () => target.requests.map(({ events }) => events.map(({ id }) => id));
      expect(received()).toEqual([[...one.events, ...two.events], held.events]);
      clock.advance(60_000);
      await service.drain();
      expect(received().at(-1)).toEqual(retried.events);
      const rows = await db("webhook_deliveries").where({ id: retried.id });
      expect(rows).toMatchObject([{ status: "delivered" }]);

      const { body } = await service.request.get(`/v3/webhooks/${webhookId}/deliveries`).expect(200);
      const told = (body.data as { event_ids: string[] }[]).map(({ event_ids }) => event_ids);
      expect(told).toContainEqual([...one.events, ...two.events]);
      expect(told).toContainEqual(retried.events);
    } finally {
      await close();
      await target.close();
    }
  });

  it("wait as before when the migration is taken back", async () => {
    const { db, close } = await openTestDatabase(database);
    try {
      await db.transaction((trx) => down(trx));
      const row = {
        ...{ account_id: randomUUID(), webhook_id: randomUUID(), id: randomUUID(), status: "pending" },
        ...{ event_count: 3, created_at: 5, due_at: 70, attempt_count: 2, attempts: "[[1,500,null,1]]" },
      };
      await db("webhook_deliveries").insert(row);
      await db.transaction((trx) => up(trx));
      await db.transaction((trx) => down(trx));
      expect(await db("webhook_deliveries")).toMatchObject([{ ...row, lease: null }]);
      expect(await db("jobs")).toEqual([]);
    } finally {
      await close();
    }
  });
});
