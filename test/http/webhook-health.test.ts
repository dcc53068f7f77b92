import type { components } from "../../generated/schema";
import { purgeDeliveryCounts } from "../../src/features/webhooks/delivery-counts.store";
import { settlements } from "../../src/features/webhooks/delivery-settlement";
import { leaseJobs } from "../../src/queue/leases.store";
import type { DeliveryPayload } from "../../src/features/webhooks/delivery-job";
import { DAY, HOUR, MINUTE, toTimestamp } from "../../src/platform/time";
import { testAccount } from "../support/accounts";
import { databases } from "../support/databases";
import { type ReceiverResponse, testReceivers } from "../support/receiver";
import { testService } from "../support/service";
import { enqueue, joinedRequests } from "../support/webhooks";

type Webhook = components["schemas"]["Webhook"];
type Health = components["schemas"]["WebhookHealth"];

describe.each(databases)("the health of webhook endpoints on %s", (database) => {
  const service = testService(database);
  const newReceiver = testReceivers();

  const setUp = async (...responses: ReceiverResponse[]) => {
    const target = await newReceiver(...responses);
    const { accountId, request } = await testAccount(service, { senders: false });
    const { body } = await request.post("/v3/webhooks").send({ url: target.url }).expect(201);
    const { id } = body as Webhook;
    const path = `/v3/webhooks/${id}`;
    return {
      target,
      accountId,
      request,
      id,
      path,
      health: async (): Promise<Health> => ((await request.get(path).expect(200)).body as Webhook).health,
      deliver: async (deliveries: number) => {
        for (let index = 0; index < deliveries; index++) await enqueue(service.app, accountId, 100);
        await service.drain();
      },
    };
  };
  const now = () => toTimestamp(service.clock.now());

  afterEach(async () => {
    await service.db("jobs").where({ kind: "delivery" }).delete();
  });

  it("shows an endpoint that returns 500 as failing from its first attempt on, while deliveries are retried", async () => {
    const { health, deliver } = await setUp(500);
    expect(await health()).toEqual({ delivered: 0, failed: 0, last_attempt: null, failing_since: null });
    const since = now();
    await deliver(3);
    const attempt = { response_status: 500, error: null, duration_ms: expect.any(Number) };
    expect(await health()).toEqual({
      delivered: 0,
      failed: 3,
      failing_since: since,
      last_attempt: { attempted_at: since, ...attempt },
    });
    service.clock.advance(22 * MINUTE);
    await deliver(1);
    expect(await health()).toEqual({
      delivered: 0,
      failed: 4,
      failing_since: since,
      last_attempt: { attempted_at: now(), ...attempt },
    });
  });

  it("counts a delivery once, by its latest attempt", async () => {
    const { target, health, deliver } = await setUp(500);
    await deliver(3);
    target.respondsWith(204);
    service.clock.advance(20 * MINUTE);
    await deliver(1);
    expect(await health()).toMatchObject({
      delivered: 4,
      failed: 0,
      failing_since: null,
      last_attempt: { attempted_at: now(), response_status: 204, error: null },
    });
  });

  it("shows the error when no response arrived", async () => {
    const { health, deliver } = await setUp((response) => response.destroy());
    await deliver(1);
    expect(await health()).toMatchObject({
      failed: 1,
      failing_since: now(),
      last_attempt: { response_status: null, error: expect.stringMatching(/./) },
    });
  });

  it("counts the deliveries of 24 hours, and keeps last_attempt and failing_since", async () => {
    const { id, health, deliver } = await setUp(500);
    await deliver(2);
    const since = now();
    service.clock.advance(DAY);
    expect(await health()).toMatchObject({ failed: 2 });
    service.clock.advance(15 * MINUTE);
    expect(await health()).toMatchObject({
      delivered: 0,
      failed: 0,
      failing_since: since,
      last_attempt: { attempted_at: since },
    });
    const rows = () => service.db("webhook_delivery_counts").where({ webhook_id: id });
    expect(await rows()).toHaveLength(1);
    while ((await purgeDeliveryCounts(service.db, service.clock.now(), 1)) > 0) continue;
    expect(await rows()).toEqual([]);
  });

  it("is part of every response with the endpoint, and covers only its account", async () => {
    const { request, path, health, deliver, target } = await setUp(500);
    const other = await setUp(204);
    await deliver(1);
    await other.deliver(1);
    const expected = await health();
    expect(expected).toMatchObject({ delivered: 0, failed: 1 });
    expect(await other.health()).toMatchObject({ delivered: 1, failed: 0 });
    const fresh = await request.post("/v3/webhooks").send({ url: target.url }).expect(201);
    const listed = await request.get("/v3/webhooks").expect(200);
    expect((listed.body.data as Webhook[]).map((one) => one.health)).toEqual([fresh.body.health, expected]);
    expect((await request.post(`${path}/rotate-secret`).expect(200)).body.health).toEqual(expected);
    expect((await request.patch(path).send({}).expect(200)).body.health).toEqual(expected);
    for (const change of [{ description: "Loja" }, { description: "Café", url: target.url }]) {
      const described = await request.patch(path).send(change).expect(200);
      expect(described.body.health).toEqual(expected);
    }
  });

  it.each(["url", "status"])(
    "clears last_attempt and failing_since, but not the counts, with another %s",
    async (field) => {
      const { request, path, target, deliver } = await setUp(500);
      await deliver(1);
      const change = field === "url" ? { url: `${target.url}/2` } : { status: "enabled" };
      const { body } = await request.patch(path).send(change).expect(200);
      expect(body.health).toEqual({ delivered: 0, failed: 1, last_attempt: null, failing_since: null });
    },
  );

  it.each([410, 500])(
    "does not change by a %i of a URL that is replaced during the request",
    async (status) => {
      const { request, path, target, deliver } = await setUp(status);
      target.respondsWith((response) => {
        const respond = () => void response.writeHead(status).end();
        void request
          .patch(path)
          .send({ url: `${target.url}/2` })
          .then(respond);
      });
      await deliver(1);
      const { body } = await request.get(path).expect(200);
      expect(body).toMatchObject({ status: "enabled", health: { last_attempt: null, failing_since: null } });
    },
  );

  it("stays when a 410 response disables the endpoint", async () => {
    const { request, path, deliver } = await setUp(410);
    await deliver(1);
    const { body } = await request.get(path).expect(200);
    expect(body).toMatchObject({
      status: "disabled",
      disabled_reason: "gone",
      health: { failed: 1, failing_since: now(), last_attempt: { response_status: 410 } },
    });
  });

  it("counts correctly when several workers record attempts at once", async () => {
    const { accountId, id, health, target } = await setUp(204);
    const count = 40;
    for (let index = 0; index < count; index++) await enqueue(service.app, accountId, 100);
    const at = service.clock.now();
    const leaseRequests = [{ accountId, key: id, weight: count * 100 }];
    const options = { now: at, leaseMs: HOUR };
    const leased = await leaseJobs<DeliveryPayload>(service.db, "delivery", leaseRequests, options);
    const requests = await joinedRequests(service.app, leased);
    expect(requests).toHaveLength(count);
    const workers = [0, 1, 2, 3].map(() => settlements(service.app, () => 0.5));
    await Promise.all(
      requests.map(async (request, index) => {
        const status = index % 4 === 0 ? 500 : 204;
        const times = { attemptedAt: at + index, finishedAt: at + index };
        const result = { status, error: null, retryAfter: null, durationMs: 1 };
        const attempt = { address: target.url, moments: [], isFailing: false, ...times, result };
        await workers[index % 4]?.({ ...request, ...attempt });
      }),
    );
    expect(await health()).toMatchObject({
      delivered: 30,
      failed: 10,
      failing_since: null,
      last_attempt: { response_status: 204 },
    });
  });
});
