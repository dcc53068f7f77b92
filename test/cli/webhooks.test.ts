import { webhooksEnable, webhooksList, webhooksReplay } from "../../src/cli/webhooks";
import { replayDeliveries } from "../../src/features/webhooks/deliveries.store";
import { deleteEndpoint } from "../../src/features/webhooks/webhooks.store";
import { firstIdAt, lastIdAt } from "../../src/platform/ids";
import { HOUR, SECOND, toTimestamp } from "../../src/platform/time";
import { restartJobs } from "../../src/queue/jobs-by-id.store";
import { databases } from "../support/databases";
import { receiver } from "../support/receiver";
import { testService } from "../support/service";
import { enqueue, newEndpoint, storedDeliveries } from "../support/webhooks";
import { deliverDue } from "../support/deliver";

describe.each(databases)("the webhooks commands on %s", (database) => {
  const service = testService(database);
  let made = 0;

  const newAccount = async () => {
    const name = `webhooks ${made++}`;
    const { accountId } = await service.account(name, { senders: false });
    return { accountId, name };
  };
  const statusesOf = async (accountId: string) =>
    (await storedDeliveries(service.app, accountId)).map(({ status }) => status);
  /** Queues a delivery of one event at each call, an hour apart, and abandons all of them. */
  const abandoned = async (accountId: string, count: number) => {
    for (let index = 0; index < count; index += 1) {
      service.clock.advance(HOUR);
      await enqueue(service.app, accountId, 1);
    }
    await service.db("webhook_deliveries").where({ account_id: accountId }).update({ status: "abandoned" });
    await service.db("jobs").where({ kind: "delivery", account_id: accountId }).delete();
    return storedDeliveries(service.app, accountId);
  };

  it("lists the endpoints of all accounts or of one account, newest first, without their secrets", async () => {
    const [one, other] = [await newAccount(), await newAccount()];
    const first = await newEndpoint(service.app, one.accountId, "http://127.0.0.1:9/first");
    const gone = { status: "disabled", disabledReason: "gone" } as const;
    const second = await newEndpoint(service.app, other.accountId, "http://127.0.0.1:9/second", gone);
    const { json, text } = await webhooksList(service, {});
    expect(json).toEqual([
      expect.objectContaining({
        id: second.id,
        account: other.name,
        status: "disabled",
        disabled_reason: "gone",
      }),
      expect.objectContaining({
        id: first.id,
        account: one.name,
        url: "http://127.0.0.1:9/first",
        status: "enabled",
        event_types: ["message_update"],
        health: expect.objectContaining({ delivered: 0 }) as object,
      }),
    ]);
    expect(text).toMatch(/^ID .*\n.*\/second +disabled +gone .*\n.*\/first +enabled +- /);
    for (const secret of [first.secret, second.secret])
      expect(JSON.stringify([json, text])).not.toContain(secret);
    const ofOne = await webhooksList(service, { account: one.name });
    expect(ofOne.json).toEqual([expect.objectContaining({ id: first.id })]);
    await expect(webhooksList(service, { account: "unknown" })).rejects.toThrow(/"unknown" does not exist/);
  });

  it("enables an endpoint once, and clears its failures", async () => {
    const { accountId, name } = await newAccount();
    const failing = { status: "disabled", disabledReason: "failing", failingSince: 1 } as const;
    const { id } = await newEndpoint(service.app, accountId, undefined, failing);
    const enabled = { id, account: name, status: "enabled", disabled_reason: null };
    const done = await webhooksEnable(service, id);
    expect(done.json).toMatchObject({ ...enabled, health: { failing_since: null }, changed: true });
    expect(done.text).toBe(`Enabled: ${id} of ${name}`);
    const again = await webhooksEnable(service, id);
    expect(again.json).toMatchObject({ ...enabled, changed: false });
    expect(again.text).toMatch(/^Nothing changed: /);
  });

  it("ends the failing period of an endpoint that is enabled", async () => {
    const { accountId } = await newAccount();
    const { id } = await newEndpoint(service.app, accountId, undefined, { failingSince: 1 });
    const done = await webhooksEnable(service, id);
    expect(done.json).toMatchObject({ status: "enabled", health: { failing_since: null }, changed: true });
    expect((await webhooksEnable(service, id)).json).toMatchObject({ changed: false });
  });

  it("replays the abandoned deliveries since an instant, and sends them", async () => {
    const { accountId, name } = await newAccount();
    const target = await receiver();
    try {
      const { id } = await newEndpoint(service.app, accountId, target.url);
      const [, second] = await abandoned(accountId, 3);
      const created = await service.db("webhook_deliveries").where({ id: second?.id }).pluck("created_at");
      const since = Number(created[0]);
      const replayed = { id, account: name, since: toTimestamp(since), replayed: 2, changed: true };
      expect(await webhooksReplay(service, id, { since })).toEqual({
        json: replayed,
        text: "Queued again: 2 deliveries",
      });
      expect(await statusesOf(accountId)).toEqual(["abandoned", "pending", "pending"]);
      const again = await webhooksReplay(service, id, { since });
      expect(again.json).toEqual({ ...replayed, replayed: 0, changed: false });
      await deliverDue(service.app);
      expect(target.requests).toHaveLength(2);
      expect(await statusesOf(accountId)).toEqual(["abandoned", "delivered", "delivered"]);
      expect((await webhooksReplay(service, id, { since })).json).toMatchObject({ replayed: 0 });
      expect((await webhooksReplay(service, id, { since: 1 })).text).toBe("Queued again: 1 delivery");
    } finally {
      await target.close();
    }
  });

  it("replays delivered events until an instant on request, and none of them twice", async () => {
    const { accountId } = await newAccount();
    const target = await receiver();
    try {
      const { id } = await newEndpoint(service.app, accountId, target.url);
      service.clock.advance(HOUR - (service.clock.now() % SECOND) - 1);
      await abandoned(accountId, 2);
      const until = service.clock.now();
      await service.db("webhook_deliveries").where({ account_id: accountId }).update({ status: "delivered" });
      service.clock.advance(HOUR);
      await enqueue(service.app, accountId, 1);
      await deliverDue(service.app);
      const options = { since: 1, until: until - (until % SECOND), includeDelivered: true };
      expect((await webhooksReplay(service, id, { since: 1, until })).json).toMatchObject({ replayed: 0 });
      expect((await webhooksReplay(service, id, options)).json).toMatchObject({ replayed: 2 });
      await deliverDue(service.app);
      expect(target.requests).toHaveLength(3);
      expect((await webhooksReplay(service, id, options)).text).toMatch(/no finished delivery since/);
      await expect(webhooksReplay(service, id, { since: 2, until: 1 })).rejects.toThrow(/--until must not/);
    } finally {
      await target.close();
    }
  });

  it("replays in chunks, and leaves deliveries that are retried at the same time", async () => {
    const { accountId } = await newAccount();
    const { id: webhookId } = await newEndpoint(service.app, accountId);
    const all = await abandoned(accountId, 3);
    const now = service.clock.now();
    const [retried] = all;
    const job = { kind: "delivery", accountId, key: webhookId, id: retried?.id ?? "" } as const;
    const rest = { priority: 0, attempt: 0, weight: 1, tag: null, createdAt: now, payload: null };
    await restartJobs(service.db, [{ ...job, ...rest, dueAt: now + HOUR }], now);
    const lease = service.app.ids.next();
    await service.db("jobs").where({ id: job.id }).update({ lease });
    const key = { accountId, webhookId };
    const every = { upTo: lastIdAt(now), deliveredBy: null };
    const first = await replayDeliveries(service.db, key, { ...every, after: firstIdAt(0), limit: 2 }, now);
    expect(first).toEqual({ replayed: 1, last: all[1]?.id });
    const after = first.last ?? "";
    expect(await replayDeliveries(service.db, key, { ...every, after, limit: 2 }, now)).toEqual({
      replayed: 1,
      last: null,
    });
    expect(await statusesOf(accountId)).toEqual(["abandoned", "pending", "pending"]);
    expect((await storedDeliveries(service.app, accountId))[0]).toMatchObject({ lease, due_at: now + HOUR });
  });

  it("reads a bounded number of deliveries at a time, also where none is abandoned", async () => {
    const { accountId } = await newAccount();
    const { id: webhookId } = await newEndpoint(service.app, accountId);
    const [first, second] = await abandoned(accountId, 2);
    await service.db("webhook_deliveries").where({ id: first?.id }).update({ status: "delivered" });
    const key = { accountId, webhookId };
    const now = service.clock.now();
    const step = (after: string) =>
      replayDeliveries(service.db, key, { upTo: lastIdAt(now), deliveredBy: null, after, limit: 1 }, now);
    expect(await step(firstIdAt(0))).toEqual({ replayed: 0, last: first?.id });
    expect(await step(first?.id ?? "")).toEqual({ replayed: 1, last: second?.id });
    expect(await step(second?.id ?? "")).toEqual({ replayed: 0, last: null });
    expect(await statusesOf(accountId)).toEqual(["delivered", "pending"]);
  });

  it("refuses unknown and deleted endpoints, and a replay to a disabled endpoint", async () => {
    const { accountId } = await newAccount();
    const { id } = await newEndpoint(service.app, accountId, undefined, { status: "disabled" });
    await expect(webhooksReplay(service, id, { since: 1 })).rejects.toThrow(
      /disabled: "npm run recado -- webhooks enable/,
    );
    await deleteEndpoint(service.db, accountId, id, service.clock.now());
    for (const unknown of [id, "mine", "0198c1d2-0000-7000-8000-000000000000"]) {
      await expect(webhooksEnable(service, unknown)).rejects.toThrow(`with the id ${unknown}`);
      await expect(webhooksReplay(service, unknown, { since: 1 })).rejects.toThrow(`with the id ${unknown}`);
    }
    expect(JSON.stringify((await webhooksList(service, {})).json)).not.toContain(id);
  });
});
