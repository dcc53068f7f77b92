import type { components } from "../../generated/schema";
import { replayPart } from "../../src/features/webhooks/replay";
import { HOUR, SECOND, toTimestamp } from "../../src/platform/time";
import { testAccount } from "../support/accounts";
import { databases } from "../support/databases";
import { type ReceiverResponse, testReceivers } from "../support/receiver";
import { testService } from "../support/service";
import { enqueue, storedDeliveries } from "../support/webhooks";

type Webhook = components["schemas"]["Webhook"];
type Replay = components["schemas"]["WebhookReplay"];

describe.each(databases)("replays of webhook deliveries on %s", (database) => {
  const service = testService(database);
  const newReceiver = testReceivers();

  /** Creates an endpoint, and finished deliveries an hour apart. */
  const setUp = async (...responses: ReceiverResponse[]) => {
    const target = await newReceiver(...responses);
    const account = await testAccount(service, { senders: false });
    const { accountId, request } = account;
    const { body } = await request.post("/v3/webhooks").send({ url: target.url }).expect(201);
    const { id } = body as Webhook;
    const path = `/v3/webhooks/${id}/replay`;
    const created: number[] = [];
    for (let index = 0; index < 3; index += 1) {
      service.clock.advance(HOUR);
      created.push(service.clock.now());
      await enqueue(service.app, accountId, 2);
      await service.drain();
    }
    const deliveries = () => storedDeliveries(service.app, accountId);
    return {
      target,
      account,
      id,
      path,
      request,
      deliveries,
      at: (index: number) => toTimestamp(created[index] ?? 0),
      statuses: async () => (await deliveries()).map(({ status }) => status),
      abandon: () =>
        service.db.transaction(async (trx) => {
          await trx("jobs").where({ kind: "delivery", account_id: accountId }).delete();
          await trx("webhook_deliveries").where({ account_id: accountId }).update({ status: "abandoned" });
        }),
      replay: async (requested: object): Promise<Replay> =>
        (await request.post(path).send(requested).expect(202)).body as Replay,
    };
  };

  afterEach(async () => {
    await service.db("jobs").where({ kind: "delivery" }).delete();
  });

  it("sends the abandoned deliveries since an instant again, with the same events", async () => {
    const { target, at, statuses, abandon, replay } = await setUp(500);
    const eventIds = () =>
      target.requests.map(({ body }) => (JSON.parse(String(body)) as { id: string }[]).map(({ id }) => id));
    const first = eventIds();
    await abandon();
    target.respondsWith(204);
    expect(await replay({ since: at(1) })).toEqual({ queued: 2, next_since: null });
    expect(await statuses()).toEqual(["abandoned", "pending", "pending"]);
    expect(await replay({ since: at(1) })).toEqual({ queued: 0, next_since: null });
    await service.drain();
    expect(await statuses()).toEqual(["abandoned", "delivered", "delivered"]);
    expect(eventIds().slice(first.length)).toEqual(first.slice(-2));
  });

  it("ends at until, inclusive to the second", async () => {
    const { at, statuses, abandon, replay } = await setUp(500);
    await abandon();
    expect(await replay({ since: at(0), until: at(1) })).toMatchObject({ queued: 2 });
    expect(await statuses()).toEqual(["pending", "pending", "abandoned"]);
  });

  it("sends delivered events only with include_delivered, and none twice with the same until", async () => {
    const { target, at, replay } = await setUp(204);
    expect(target.requests).toHaveLength(3);
    expect(await replay({ since: at(0) })).toEqual({ queued: 0, next_since: null });
    const everything = { since: at(0), until: at(2), include_delivered: true };
    service.clock.advance(HOUR);
    expect(await replay(everything)).toEqual({ queued: 3, next_since: null });
    await service.drain();
    expect(target.requests).toHaveLength(6);
    expect(await replay(everything)).toEqual({ queued: 0, next_since: null });
  });

  it("sends events that were delivered in the last second of the window", async () => {
    const { account, replay } = await setUp(204);
    service.clock.advance(HOUR + 200 - (service.clock.now() % SECOND));
    await enqueue(service.app, account.accountId, 2);
    await service.drain();
    const second = toTimestamp(service.clock.now());
    service.clock.advance(HOUR);
    const window = { since: second, until: second, include_delivered: true };
    expect(await replay(window)).toMatchObject({ queued: 1 });
  });

  it("stops at its limits and says where to continue", async () => {
    const { account, id, abandon, deliveries } = await setUp(500);
    await abandon();
    const [template] = await service.db("webhook_deliveries").where({ webhook_id: id }).limit(1);
    const rows = Array.from({ length: 600 }, () => ({ ...template, id: service.app.ids.next() }));
    await service.db.batchInsert("webhook_deliveries", rows, 100);
    const endpoint = { accountId: account.accountId, webhookId: id };
    const now = service.clock.now();
    const replay = { since: 0, until: now, deliveredBy: null };
    const part = (limits: { queued: number; read: number }, since = 0) =>
      replayPart({ db: service.db, now }, endpoint, { ...replay, since }, limits);
    const first = await part({ queued: 900, read: 10_000 });
    expect(first.queued).toBe(500);
    expect(first.nextSince).not.toBeNull();
    expect(await part({ queued: 900, read: 10_000 }, first.nextSince ?? 0)).toEqual({
      queued: 103,
      nextSince: null,
    });
    expect((await deliveries()).every(({ status }) => status === "pending")).toBe(true);
    expect(await part({ queued: 10_000, read: 900 })).toMatchObject({
      queued: 0,
      nextSince: expect.any(Number),
    });
  });

  it("returns where to continue after 10,000 deliveries", async () => {
    const { id, abandon, replay, at } = await setUp(500);
    await abandon();
    const [template] = await service.db("webhook_deliveries").where({ webhook_id: id }).limit(1);
    const rows = Array.from({ length: 10_200 }, () => ({ ...template, id: service.app.ids.next() }));
    await service.db.batchInsert("webhook_deliveries", rows, 100);
    const part = await replay({ since: at(0) });
    expect(part).toMatchObject({ queued: 10_000, next_since: expect.any(String) });
    expect(await replay({ since: part.next_since })).toMatchObject({ next_since: null });
  });

  it("refuses a time window that ends in the future", async () => {
    const { path, request, at } = await setUp(204);
    const body = { since: at(0), until: toTimestamp(service.clock.now() + 60_000) };
    const response = await request.post(path).send(body).expect(422);
    expect(response.body).toMatchObject({ error: { fields: [{ field: "until" }] } });
  });

  it("refuses a time window that ends before it begins", async () => {
    const { path, request, at } = await setUp(204);
    const body = { since: at(0), until: "2020-01-01T00:00:00Z" };
    const response = await request.post(path).send(body).expect(422);
    expect(response.body).toMatchObject({
      error: { code: "unprocessable_entity", fields: [{ field: "since" }] },
    });
  });

  it("refuses a disabled endpoint", async () => {
    const { id, path, request, at } = await setUp(204);
    await request.patch(`/v3/webhooks/${id}`).send({ status: "disabled" }).expect(200);
    const response = await request
      .post(path)
      .send({ since: at(0) })
      .expect(409);
    expect(response.body).toMatchObject({ error: { code: "conflict" } });
  });
});
