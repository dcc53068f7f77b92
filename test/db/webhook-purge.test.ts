import { DAY, HOUR } from "../../src/platform/time";
import { backlogOf } from "../../src/queue/maintenance.store";
import { deliveryPurgeSteps } from "../../src/features/webhooks/delivery-purge";
import { rotateSecret } from "../../src/features/webhooks/endpoint-secrets.store";
import { newSecret } from "../../src/features/webhooks/signature";
import { deleteEndpoint, updateEndpoint } from "../../src/features/webhooks/webhooks.store";
import { databases } from "../support/databases";
import { testService } from "../support/service";
import { enqueue, newEndpoint, storedDeliveries } from "../support/webhooks";

const RETAIN_DAYS = 30;
const RETENTION_MS = RETAIN_DAYS * DAY;

describe.each(databases)("the purge of webhook deliveries on %s", (database) => {
  const service = testService(database);
  const payloads = async (accountId: string) =>
    (await service.db("webhook_payloads").where({ account_id: accountId })).length as number;
  const become = (accountId: string, status: string) =>
    service.db.transaction(async (trx) => {
      await trx("webhook_deliveries").where({ account_id: accountId }).update({ status });
      await trx("jobs").where({ account_id: accountId, kind: "delivery" }).delete();
    });
  /** Stores copies of the account's only delivery, under later ids. */
  const copyDelivery = async (accountId: string, count: number) => {
    const ids = Array.from({ length: count }, () => service.app.ids.next());
    for (const table of ["webhook_deliveries", "webhook_payloads"]) {
      const row = (await service.db(table).where({ account_id: accountId }).first()) as object;
      for (let start = 0; start < count; start += 100) {
        await service.db(table).insert(ids.slice(start, start + 100).map((id) => ({ ...row, id })));
      }
    }
  };
  const backlog = () => backlogOf(service.db, "delivery", service.clock.now());
  const purgeSteps = (retainDays = RETAIN_DAYS) =>
    deliveryPurgeSteps(service.db, service.clock.now(), retainDays);
  /** Returns the number of deleted old deliveries. */
  const purge = async (retainDays?: number) => {
    let old = 0;
    for await (const rows of purgeSteps(retainDays)) old += rows;
    return old;
  };
  const setUp = async (name: string) => {
    const { accountId } = await service.account(name, { senders: false });
    return newEndpoint(service.app, accountId);
  };

  it("removes finished deliveries older than 30 days", async () => {
    const { accountId } = await setUp("retention");
    await enqueue(service.app, accountId, 100);
    await become(accountId, "delivered");
    await enqueue(service.app, accountId, 100);
    service.clock.advance(RETENTION_MS);
    expect(await purge()).toBe(0);
    expect(await storedDeliveries(service.app, accountId)).toHaveLength(2);
    service.clock.advance(1);
    await enqueue(service.app, accountId, 100);
    await purge();
    expect((await storedDeliveries(service.app, accountId)).map(({ status }) => status)).toEqual([
      "pending",
      "pending",
    ]);
    expect(await payloads(accountId)).toBe(2);
    await become(accountId, "abandoned");
    await purge();
    expect(await storedDeliveries(service.app, accountId)).toHaveLength(1);
  });

  it("keeps all deliveries if the setting is 0, and otherwise removes deliveries older than the setting", async () => {
    const { accountId } = await setUp("for ever");
    await enqueue(service.app, accountId, 100);
    await become(accountId, "delivered");
    service.clock.advance(10 * RETENTION_MS);
    expect(await purge(0)).toBe(0);
    expect(await storedDeliveries(service.app, accountId)).toHaveLength(1);
    await purge(10 * RETAIN_DAYS + 1);
    expect(await storedDeliveries(service.app, accountId)).toHaveLength(1);
    await purge(10 * RETAIN_DAYS - 1);
    expect(await storedDeliveries(service.app, accountId)).toEqual([]);
  });

  it("removes deliveries that waited 30 days for a disabled endpoint", async () => {
    const { accountId, id } = await setUp("disabled");
    const enabled = await setUp("enabled");
    for (const one of [accountId, enabled.accountId]) await enqueue(service.app, one, 200);
    const now = service.clock.now();
    await updateEndpoint(service.db, accountId, id, { status: "disabled" }, now);
    service.clock.advance(RETENTION_MS);
    await purge();
    expect(await storedDeliveries(service.app, accountId)).toHaveLength(2);
    service.clock.advance(1);
    await purge();
    expect(await storedDeliveries(service.app, accountId)).toEqual([]);
    expect(await payloads(accountId)).toBe(0);
    expect(await storedDeliveries(service.app, enabled.accountId)).toHaveLength(2);
  });

  it("removes the index entries of their messages", async () => {
    const { accountId } = await setUp("indexed");
    const indexed = async () =>
      (await service.db("message_deliveries").where({ account_id: accountId })).length as number;
    await enqueue(service.app, accountId, 250);
    await service.drain();
    expect(await indexed()).toBeGreaterThanOrEqual(3);
    await become(accountId, "delivered");
    service.clock.advance(RETENTION_MS);
    await purge();
    expect(await indexed()).toBeGreaterThanOrEqual(3);
    service.clock.advance(1);
    await purge();
    expect(await indexed()).toBe(0);
  });

  it("removes deliveries in steps", async () => {
    const { accountId } = await setUp("steps");
    await enqueue(service.app, accountId, 1);
    await become(accountId, "delivered");
    await copyDelivery(accountId, 999);
    service.clock.advance(31 * DAY);
    const first = await purgeSteps().next();
    expect(first.done).toBe(false);
    expect(first.value).toBeLessThanOrEqual(500);
    const left = 1_000 - (first.value ?? 0);
    expect(await storedDeliveries(service.app, accountId)).toHaveLength(left);
    expect(await purge()).toBe(left);
    expect(await payloads(accountId)).toBe(0);
  });

  it("removes deleted endpoints with their deliveries", async () => {
    const deleted = await setUp("deleted");
    const retained = await setUp("kept");
    await enqueue(service.app, deleted.accountId, 300);
    await enqueue(service.app, retained.accountId, 300);
    const before = await backlog();
    const key = { accountId: deleted.accountId, webhookId: deleted.id };
    for (const secret of [newSecret(), newSecret()])
      await rotateSecret(service.app, key, secret, service.clock.now());
    await deleteEndpoint(service.db, deleted.accountId, deleted.id, service.clock.now());
    const rows = await service.db("webhook_endpoints").where({ id: deleted.id });
    expect(rows).toMatchObject([{ url: "", secret: "", previous_secret: null, earlier_secrets: null }]);
    await purge();
    await purge();
    expect(await service.db("webhook_endpoints").where({ id: deleted.id })).toHaveLength(1);
    service.clock.advance(HOUR);
    await purge();
    expect(await service.db("webhook_endpoints").where({ id: deleted.id })).toEqual([]);
    expect(await storedDeliveries(service.app, deleted.accountId)).toEqual([]);
    expect(await payloads(deleted.accountId)).toBe(0);
    expect(await backlog()).toBe(before - 3);
    expect(await storedDeliveries(service.app, retained.accountId)).toHaveLength(3);
  });

  it("skips rows that another process has locked", async () => {
    const { accountId, id } = await setUp("held");
    await enqueue(service.app, accountId, 300);
    await become(accountId, "delivered");
    service.clock.advance(31 * DAY);
    const [held] = await storedDeliveries(service.app, accountId);
    if (database === "PostgreSQL") {
      await service.db.transaction(async (trx) => {
        await trx("webhook_deliveries")
          .where({ account_id: accountId, webhook_id: id, id: held?.id })
          .forUpdate();
        await purge();
        expect(await storedDeliveries(service.app, accountId)).toMatchObject([{ id: held?.id }]);
      });
    }
    await purge();
    expect(await storedDeliveries(service.app, accountId)).toEqual([]);
    expect(await payloads(accountId)).toBe(0);
  });
});
