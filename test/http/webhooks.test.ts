import pino from "pino";
import type { components } from "../../generated/schema";
import { SIGNATURE_HEADER, verifyWebhook } from "../../src/client";
import { DAY, HOUR, SECOND, toTimestamp } from "../../src/platform/time";
import { type Account, testAccount } from "../support/accounts";
import { databases } from "../support/databases";
import { type ReceiverResponse, testReceivers } from "../support/receiver";
import { testService } from "../support/service";
import { enqueue } from "../support/webhooks";

type Webhook = components["schemas"]["Webhook"];
type WebhookWithSecret = components["schemas"]["WebhookWithSecret"];
type WebhookDelivery = components["schemas"]["WebhookDelivery"];

const ABSENT = "01a1f8d3-ea00-7b3f-8d21-5c7e9a0b4f16";
const url = "https://painel.padariasol.com.br/recado/eventos";

describe.each(databases)("webhooks on %s", (database) => {
  const service = testService(database);
  const newReceiver = testReceivers();

  const newAccount = () => testAccount(service);
  const create = async ({ request }: Account, body: object = { url }): Promise<WebhookWithSecret> =>
    (await request.post("/v3/webhooks").send(body).expect(201)).body as WebhookWithSecret;
  const setUp = async (...responses: ReceiverResponse[]) => {
    const target = await newReceiver(...responses);
    const account = await newAccount();
    const webhook = await create(account, { url: target.url });
    const path = `/v3/webhooks/${webhook.id}`;
    const deliveries = async (query = "") => {
      const { body } = await account.request.get(`${path}/deliveries${query}`).expect(200);
      return (body as { data: WebhookDelivery[] }).data;
    };
    const send = (...to: string[]) =>
      account.request
        .post("/v3/messages")
        .send({
          channel: "sms",
          content: { type: "text", text: "Oi" },
          recipients: to.map((number) => ({ to: number })),
        })
        .expect(202);
    return { target, account, request: account.request, webhook, path, deliveries, send };
  };

  describe("an endpoint", () => {
    it("is created enabled, and returns its secret only then", async () => {
      const account = await newAccount();
      const { secret, ...webhook } = await create(account, { url, description: "Painel de entregas" });
      const now = toTimestamp(service.clock.now());
      expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
      expect(webhook).toEqual({
        id: expect.any(String),
        url,
        description: "Painel de entregas",
        event_types: ["message_update"],
        status: "enabled",
        disabled_reason: null,
        health: { delivered: 0, failed: 0, last_attempt: null, failing_since: null },
        created_at: now,
        updated_at: now,
      });
      const read = await account.request.get(`/v3/webhooks/${webhook.id}`).expect(200);
      expect(read.body).toEqual(webhook);
    });

    it("is listed newest first, in pages, for its account only", async () => {
      const [account, other] = [await newAccount(), await newAccount()];
      const ids: string[] = [];
      for (let index = 0; index < 3; index++) ids.unshift((await create(account)).id);
      await create(other);
      const { body } = await account.request.get("/v3/webhooks?limit=2&offset=1").expect(200);
      expect((body.data as Webhook[]).map(({ id }) => id)).toEqual(ids.slice(1));
      expect(body.pagination).toEqual({ total: 3, limit: 2, offset: 1, has_more: false });
      expect(JSON.stringify(body)).not.toContain("secret");
    });

    it("counts towards the maximum of ten per account, even for concurrent requests", async () => {
      const account = await newAccount();
      const responses = await Promise.all(
        Array.from({ length: 13 }, () => account.request.post("/v3/webhooks").send({ url })),
      );
      expect(responses.map(({ status }) => status).sort()).toEqual([
        ...Array(10).fill(201),
        ...Array(3).fill(409),
      ]);
      const refused = await account.request.post("/v3/webhooks").send({ url }).expect(409);
      expect(refused.body.error).toMatchObject({ code: "conflict" });
      const created = responses.find(({ status }) => status === 201)?.body as Webhook;
      await account.request.delete(`/v3/webhooks/${created.id}`).expect(204);
      await create(account);
    });

    it("changes field by field", async () => {
      const account = await newAccount();
      const { id } = await create(account, { url, description: "before" });
      const patch = (body: object) => account.request.patch(`/v3/webhooks/${id}`).send(body).expect(200);
      service.clock.advance(SECOND);
      expect((await patch({ url: `${url}/2` })).body).toMatchObject({
        url: `${url}/2`,
        description: "before",
        updated_at: toTimestamp(service.clock.now()),
      });
      expect((await patch({ description: null })).body).toMatchObject({ url: `${url}/2`, description: null });
      service.clock.advance(SECOND);
      const unchanged = (await patch({})).body as Webhook;
      expect(unchanged.updated_at).not.toBe(toTimestamp(service.clock.now()));
    });

    it("changes between disabled and enabled", async () => {
      const account = await newAccount();
      const { id } = await create(account);
      const patch = async (body: object) =>
        (await account.request.patch(`/v3/webhooks/${id}`).send(body).expect(200)).body as Webhook;
      expect(await patch({ status: "disabled" })).toMatchObject({
        status: "disabled",
        disabled_reason: "manual",
      });
      expect(await patch({ status: "disabled" })).toMatchObject({ disabled_reason: "manual" });
      expect(await patch({ description: "x" })).toMatchObject({
        status: "disabled",
        disabled_reason: "manual",
      });
      expect(await patch({ status: "enabled" })).toMatchObject({ status: "enabled", disabled_reason: null });
    });

    it("returns 404 once deleted", async () => {
      const account = await newAccount();
      const { id } = await create(account);
      const path = `/v3/webhooks/${id}`;
      await account.request.delete(path).expect(204);
      await account.request.get(path).expect(404);
      await account.request.patch(path).send({ description: "x" }).expect(404);
      await account.request.delete(path).expect(404);
      await account.request.post(`${path}/test`).expect(404);
      await account.request.post(`${path}/rotate-secret`).expect(404);
      await account.request.get(`${path}/deliveries`).expect(404);
      expect((await account.request.get("/v3/webhooks").expect(200)).body.pagination.total).toBe(0);
    });

    it("is rejected with credentials in its URL or a scheme other than HTTP", async () => {
      const account = await newAccount();
      const { id } = await create(account);
      for (const bad of ["https://user:pass@example.com/", "ftp://example.com/hook"]) {
        const created = await account.request.post("/v3/webhooks").send({ url: bad }).expect(422);
        const changed = await account.request.patch(`/v3/webhooks/${id}`).send({ url: bad }).expect(422);
        for (const { body } of [created, changed]) {
          expect(body.error).toMatchObject({ code: "unprocessable_entity", fields: [{ field: "url" }] });
        }
      }
      await account.request.post("/v3/webhooks").send({}).expect(400);
      await account.request.post("/v3/webhooks").send({ url, secret: "mine" }).expect(400);
    });
  });

  describe("a rotated secret", () => {
    it("signs together with the previous one for a day", async () => {
      const { target, request, webhook, path } = await setUp();
      const { body } = await request.post(`${path}/rotate-secret`).expect(200);
      const rotated = body as WebhookWithSecret;
      expect(rotated.secret).toMatch(/^whsec_/);
      expect(rotated.secret).not.toBe(webhook.secret);
      for (const [wait, signatures] of [
        [0, 2],
        [DAY, 1],
      ] as const) {
        service.clock.advance(wait);
        await request.post(`${path}/test`).expect(202);
        await service.drain();
        const header = String(target.requests.at(-1)?.headers["x-service-signature"]);
        expect(header.match(/v1=/g)).toHaveLength(signatures);
      }
    });

    it("signs for a day after its own rotation, however many rotations follow", async () => {
      const { target, request, webhook, path } = await setUp();
      const rotate = async () =>
        ((await request.post(`${path}/rotate-secret`).expect(200)).body as WebhookWithSecret).secret;
      const secrets = [webhook.secret, await rotate(), await rotate()];
      service.clock.advance(HOUR);
      secrets.push(await rotate());
      const accepted = async () => {
        await request.post(`${path}/test`).expect(202);
        await service.drain();
        const { body, headers } = target.requests.at(-1) as (typeof target.requests)[number];
        const now = service.clock.now();
        const verified = await Promise.allSettled(
          secrets.map((secret) => verifyWebhook(body, headers[SIGNATURE_HEADER], secret, { now })),
        );
        return verified.map(({ status }) => status === "fulfilled");
      };
      expect(await accepted()).toEqual([true, true, true, true]);
      service.clock.advance(DAY - HOUR - 1);
      expect(await accepted()).toEqual([true, true, true, true]);
      service.clock.advance(1);
      expect(await accepted()).toEqual([false, false, true, true]);
      service.clock.advance(HOUR);
      expect(await accepted()).toEqual([false, false, false, true]);
    });

    it("accepts ten rotations within a day, even by concurrent requests", async () => {
      const { target, request, path } = await setUp();
      const rotate = () => request.post(`${path}/rotate-secret`);
      const responses = await Promise.all(Array.from({ length: 13 }, async () => await rotate()));
      expect(responses.map(({ status }) => status).sort()).toEqual([
        ...Array(10).fill(200),
        ...Array(3).fill(409),
      ]);
      expect((await rotate().expect(409)).body.error).toMatchObject({ code: "conflict" });
      await request.post(`${path}/test`).expect(202);
      await service.drain();
      const header = String(target.requests.at(-1)?.headers[SIGNATURE_HEADER]);
      expect(header).toMatch(/^t=\d{1,12}(,v1=[0-9a-f]{64}){11}$/);
      service.clock.advance(DAY);
      await rotate().expect(200);
    });
  });

  it.each(["manual", "gone", "failing"])("shows why an endpoint is disabled: %s", async (reason) => {
    const { request, webhook, path } = await setUp();
    const disabled = { status: "disabled", disabled_reason: reason };
    await service.db("webhook_endpoints").where({ id: webhook.id }).update(disabled);
    expect((await request.get(path).expect(200)).body).toMatchObject(disabled);
    expect((await request.post(`${path}/rotate-secret`).expect(200)).body).toMatchObject(disabled);
  });

  describe("a secret in the database", () => {
    it("is encrypted, including the previous and earlier ones", async () => {
      const { request, webhook, path } = await setUp();
      const { body: second } = await request.post(`${path}/rotate-secret`).expect(200);
      const { body: third } = await request.post(`${path}/rotate-secret`).expect(200);
      const [row] = (await service.db("webhook_endpoints").where({ id: webhook.id })) as Record<
        string,
        string
      >[];
      expect(row).toMatchObject({
        secret: expect.stringMatching(/^sealed\.1\./) as string,
        previous_secret: expect.stringMatching(/^sealed\.1\./) as string,
        earlier_secrets: expect.stringMatching(/^\[\{"secret":"sealed\.1\./) as string,
      });
      const stored = JSON.stringify([row, await service.db("service_secrets")]);
      for (const { secret } of [webhook, second, third] as WebhookWithSecret[]) {
        expect(stored).not.toContain(secret);
        expect(stored).not.toContain(secret.replace("whsec_", ""));
      }
    });
  });

  describe("a test", () => {
    it("sends one sample event", async () => {
      const { target, request, webhook, path, deliveries } = await setUp();
      const { body } = await request.post(`${path}/test`).expect(202);
      const queued = body as WebhookDelivery;
      expect(queued).toEqual({
        id: expect.any(String),
        webhook_id: webhook.id,
        event_type: "message_update",
        status: "pending",
        event_ids: [expect.any(String)],
        attempts: [],
        next_attempt_at: toTimestamp(service.clock.now()),
        created_at: toTimestamp(service.clock.now()),
      });
      await service.drain();
      expect(target.requests).toHaveLength(1);
      expect(target.requests[0]?.events).toMatchObject([
        {
          id: queued.event_ids[0],
          type: "message_update",
          test: true,
          data: { status: "delivered", sequence: 3 },
        },
      ]);
      expect(await deliveries()).toMatchObject([
        {
          id: queued.id,
          status: "delivered",
          next_attempt_at: null,
          attempts: [{ response_status: 204, error: null }],
        },
      ]);
    });

    it("is rejected by a disabled endpoint", async () => {
      const { request, path, deliveries } = await setUp();
      await request.patch(path).send({ status: "disabled" }).expect(200);
      const { body } = await request.post(`${path}/test`).expect(409);
      expect(body.error).toMatchObject({ code: "conflict" });
      expect(await deliveries()).toEqual([]);
    });
  });

  describe("the list of deliveries", () => {
    it("covers every status of a message, including the first", async () => {
      const { target, send, deliveries } = await setUp();
      const { body } = await send("+5511987654321", "+5511987654322");
      const ids = (body.data as { message_id: string }[]).map(({ message_id }) => message_id);
      await service.drain();
      await service.drain();
      const events = target.requests.flatMap((one) => one.events);
      for (const id of ids) {
        const updates = events
          .filter(({ data }) => data.message_id === id)
          .sort((a, b) => a.data.sequence - b.data.sequence);
        expect(updates.map(({ data }) => [data.previous_status, data.status, data.sequence])).toEqual([
          [null, "pending", 1],
          ["pending", "sent", 2],
          ["sent", "delivered", 3],
        ]);
      }
      const listed = await deliveries();
      expect(listed.flatMap(({ event_ids }) => event_ids).sort()).toEqual(target.eventIds().sort());
    });

    it("shows the newest first, filtered by status, in pages", async () => {
      const { request, path, target, deliveries } = await setUp(500, 204);
      const ids: string[] = [];
      for (let index = 0; index < 3; index++) {
        ids.unshift(((await request.post(`${path}/test`).expect(202)).body as WebhookDelivery).id);
        await service.drain();
      }
      expect((await deliveries()).map(({ id }) => id)).toEqual(ids);
      expect((await deliveries("?status=pending")).map(({ id }) => id)).toEqual([ids[2]]);
      expect((await deliveries("?status=pending&status=delivered")).map(({ id }) => id)).toEqual(ids);
      const { body } = await request.get(`${path}/deliveries?status=delivered&limit=1`).expect(200);
      expect(body.pagination).toEqual({ total: 2, limit: 1, offset: 0, has_more: true });
      await request.get(`${path}/deliveries?status=lost`).expect(400);
      expect(target.requests).toHaveLength(3);
    });

    it("returns 422 for a page with too much text, and names a limit that fits", async () => {
      const { request, webhook, path } = await setUp(204);
      for (let index = 0; index < 2; index++) {
        await request.post(`${path}/test`).expect(202);
        await service.drain();
      }
      const attempts = "[]".padEnd(9 * 1024 * 1024);
      await service.db("webhook_deliveries").where({ webhook_id: webhook.id }).update({ attempts });
      const { body } = await request.get(`${path}/deliveries`).expect(422);
      expect(body.error).toMatchObject({
        code: "unprocessable_entity",
        fields: [{ field: "limit", message: "is too large for these entries; 1 would do" }],
      });
      await request.get(`${path}/deliveries?limit=1`).expect(200);
    });

    it("shows each attempt and the time of the next", async () => {
      const { request, path, deliveries } = await setUp(503);
      await request.post(`${path}/test`).expect(202);
      const first = service.clock.now();
      await service.drain();
      const [waiting] = await deliveries();
      expect(waiting?.attempts).toEqual([
        {
          attempted_at: toTimestamp(first),
          response_status: 503,
          error: null,
          duration_ms: expect.any(Number),
        },
      ]);
      const next = Date.parse(waiting?.next_attempt_at ?? "") - Date.parse(toTimestamp(first));
      expect(next).toBeGreaterThanOrEqual(4 * SECOND);
      expect(next).toBeLessThanOrEqual(6 * SECOND);
      await request.patch(path).send({ status: "disabled" }).expect(200);
      expect(await deliveries()).toMatchObject([{ status: "pending", next_attempt_at: null }]);
    });
  });

  it("shows why an endpoint was unreachable", async () => {
    const { target, request, path, deliveries } = await setUp();
    await target.close();
    await request.post(`${path}/test`).expect(202);
    await service.drain();
    const [delivery] = await deliveries();
    expect(delivery?.attempts).toMatchObject([
      { response_status: null, error: expect.stringMatching(/\S/) as string },
    ]);
  });

  describe("a single delivery", () => {
    it("returns the signed payload byte for byte", async () => {
      const { target, request, webhook, path, deliveries, send } = await setUp(204);
      await send("+5511987654321");
      await service.drain();
      const [listed] = await deliveries();
      const { body } = await request.get(`${path}/deliveries/${listed?.id}`).expect(200);
      const { payload, ...delivery } = body as WebhookDelivery & { payload: string };
      expect(delivery).toEqual(listed);
      const posted = target.requests.find((one) => one.body.toString() === payload);
      const signature = posted?.headers[SIGNATURE_HEADER];
      const events = await verifyWebhook(payload, signature, webhook.secret, { now: service.clock.now() });
      expect(events.map((event) => event.id)).toEqual(delivery.event_ids);
    });

    it("returns the payload before the first attempt", async () => {
      const { request, path } = await setUp(204);
      const { id, event_ids } = (await request.post(`${path}/test`).expect(202)).body as WebhookDelivery;
      const { body } = await request.get(`${path}/deliveries/${id}`).expect(200);
      expect(body).toMatchObject({ status: "pending", attempts: [] });
      const events = JSON.parse((body as { payload: string }).payload) as { id: string }[];
      expect(events.map((event) => event.id)).toEqual(event_ids);
    });

    it("hides the payload from a key without messages:read", async () => {
      const { request, account, path } = await setUp(204);
      const { id } = (await request.post(`${path}/test`).expect(202)).body as WebhookDelivery;
      const watcher = service.agent(await service.keyWith(account.accountId, ["webhooks:read"]));
      const { body } = await watcher.get(`${path}/deliveries/${id}`).expect(200);
      expect(body).toMatchObject({ id, payload: null });
    });

    it("belongs to one endpoint of one account", async () => {
      const { request, account, path } = await setUp();
      const { id } = (await request.post(`${path}/test`).expect(202)).body as WebhookDelivery;
      const [sibling, other] = [await create(account), await newAccount()];
      await request.get(`/v3/webhooks/${sibling.id}/deliveries/${id}`).expect(404);
      await request.get(`${path}/deliveries/${ABSENT}`).expect(404);
      await request.get(`/v3/webhooks/${ABSENT}/deliveries/${id}`).expect(404);
      await other.request.get(`${path}/deliveries/${id}`).expect(404);
    });
  });

  describe("a manual retry", () => {
    it("sends the same events again, even after a success", async () => {
      const { target, request, path, deliveries } = await setUp(204);
      const { id } = (await request.post(`${path}/test`).expect(202)).body as WebhookDelivery;
      await service.drain();
      const { body } = await request.post(`${path}/deliveries/${id}/retry`).expect(202);
      expect(body).toMatchObject({ id, status: "pending", attempts: [{ response_status: 204 }] });
      expect((body as WebhookDelivery).next_attempt_at).toBe(toTimestamp(service.clock.now()));
      await service.drain();
      const [first, second] = target.requests;
      expect(second?.body.equals(first?.body ?? Buffer.alloc(0))).toBe(true);
      const [delivery] = await deliveries();
      expect(delivery).toMatchObject({ status: "delivered" });
      expect(delivery?.attempts).toHaveLength(2);
    });

    it("starts an abandoned or waiting delivery at once, with five attempts again", async () => {
      const { target, request, path, deliveries } = await setUp(500);
      const { id } = (await request.post(`${path}/test`).expect(202)).body as WebhookDelivery;
      for (let attempt = 0; attempt < 5; attempt++) {
        await service.drain();
        service.clock.advance(2 * HOUR);
      }
      expect(await deliveries()).toMatchObject([{ status: "abandoned", next_attempt_at: null }]);
      expect(await deliveries("?status=abandoned")).toHaveLength(1);
      await request.post(`${path}/deliveries/${id}/retry`).expect(202);
      await service.drain();
      await request.post(`${path}/deliveries/${id}/retry`).expect(202);
      for (let attempt = 0; attempt < 5; attempt++) {
        await service.drain();
        service.clock.advance(2 * HOUR);
      }
      expect(target.requests).toHaveLength(11);
      const [delivery] = await deliveries();
      expect(delivery?.status).toBe("abandoned");
      expect(delivery?.attempts).toHaveLength(11);
    });

    it("is rejected by a disabled endpoint, and for another endpoint's delivery", async () => {
      const { request, path, account } = await setUp();
      const { id } = (await request.post(`${path}/test`).expect(202)).body as WebhookDelivery;
      await request.post(`${path}/deliveries/${ABSENT}/retry`).expect(404);
      const other = await create(account);
      await request.post(`/v3/webhooks/${other.id}/deliveries/${id}/retry`).expect(404);
      await request.patch(path).send({ status: "disabled" }).expect(200);
      const { body } = await request.post(`${path}/deliveries/${id}/retry`).expect(409);
      expect(body.error).toMatchObject({ code: "conflict" });
    });
  });
});

describe("webhook URLs without private addresses", () => {
  const service = testService("SQLite", { env: { RECADO_WEBHOOK_ALLOW_PRIVATE: "0" } });

  it.each([
    "http://example.com/hook",
    "https://127.0.0.1/hook",
    "https://2130706433/hook",
    "https://0177.0.0.1/hook",
    "https://[::ffff:10.0.0.1]/hook",
    "https://169.254.169.254/latest/meta-data",
    "https://localhost:8443/hook",
  ])("rejects %s", async (bad) => {
    const { body } = await service.request.post("/v3/webhooks").send({ url: bad }).expect(422);
    expect(body.error).toMatchObject({ code: "unprocessable_entity", fields: [{ field: "url" }] });
    expect((await service.request.get("/v3/webhooks").expect(200)).body.pagination.total).toBe(0);
  });
});

describe.each(databases)("the event ids of a delivery on %s", (database) => {
  const service = testService(database);

  it("needs no parsing of the payload", async () => {
    const { body } = await service.request.post("/v3/webhooks").send({ url }).expect(201);
    const webhook = (body as WebhookWithSecret).id;
    const ids = await enqueue(service.app, service.accountId, 3);
    await service.db("webhook_payloads").update({ events: "not JSON" });
    const response = await service.request.get(`/v3/webhooks/${webhook}/deliveries`).expect(200);
    expect(response.body.data).toMatchObject([{ event_ids: ids }]);
  });
});

describe.each(databases)("the log of webhooks on %s", (database) => {
  const lines: string[] = [];
  const log = pino({ level: "trace" }, { write: (line: string) => void lines.push(line) });
  const service = testService(database, { override: () => ({ log }) });

  it("contains no secret, even when a write to the database fails", async () => {
    const { body } = await service.request.post("/v3/webhooks").send({ url }).expect(201);
    const { id, secret } = body as WebhookWithSecret;
    const response = await service.request.post(`/v3/webhooks/${id}/rotate-secret`).expect(200);
    const rotated = (response.body as WebhookWithSecret).secret;
    await service.db.schema.alterTable("webhook_endpoints", (table) =>
      table.renameColumn("description", "gone"),
    );
    await service.request.post("/v3/webhooks").send({ url }).expect(500);
    const logged = lines.join("");
    expect(logged).toContain("insert into");
    for (const hidden of [secret, rotated, "whsec_"]) expect(logged).not.toContain(hidden);
  });
});
