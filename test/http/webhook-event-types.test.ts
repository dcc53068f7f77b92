import contract from "../../generated/openapi.json";
import type { components } from "../../generated/schema";
import { SECOND } from "../../src/platform/time";
import { databases } from "../support/databases";
import { type Listener, Listeners } from "../support/listeners";
import { testService } from "../support/service";

type Webhook = components["schemas"]["WebhookWithSecret"];

const PERSON = "+5511987651234";
const url = "https://painel.padariasol.com.br/recado/eventos";
const { MessageUpdateData, InboundMessage, CampaignUpdateData, InboundRcsEvent, Consent } =
  contract.components.schemas;
const SCHEMAS = {
  message_update: MessageUpdateData,
  inbound_message: InboundMessage,
  campaign_update: CampaignUpdateData,
  inbound_rcs_event: InboundRcsEvent,
  consent_update: Consent,
};
const TYPES = Object.keys(SCHEMAS) as (keyof typeof SCHEMAS)[];
const typesOf = ({ received }: Listener) => [...new Set(received().map(({ type }) => type))].sort();

describe.each(databases)("webhook event types on %s", (database) => {
  const service = testService(database);
  const listeners = new Listeners(service);
  const stored = (accountId: string) =>
    service.db("webhook_deliveries").where({ account_id: accountId }).count({ n: "*" }).first();

  afterEach(() => listeners.close());

  describe("of an endpoint", () => {
    it("returns the given types in order, and replaces them as a whole", async () => {
      const { request, endpoint } = await listeners.account(["campaign_update", "inbound_message"]);
      const { webhook, path } = endpoint;
      expect(webhook.event_types).toEqual(["campaign_update", "inbound_message"]);
      const patch = async (body: object) =>
        (await request.patch(path).send(body).expect(200)).body as Webhook;
      expect((await patch({ description: "x" })).event_types).toEqual(["campaign_update", "inbound_message"]);
      expect((await patch({ event_types: ["message_update"] })).event_types).toEqual(["message_update"]);
      const { body } = await request.get(path).expect(200);
      expect(body.event_types).toEqual(["message_update"]);
      const list = await request.get("/v3/webhooks").expect(200);
      expect(list.body.data).toMatchObject([{ event_types: ["message_update"] }]);
      const rotated = await request.post(`${path}/rotate-secret`).expect(200);
      expect(rotated.body.event_types).toEqual(["message_update"]);
    });

    it("defaults to message_update", async () => {
      const { endpoint } = await listeners.account(undefined);
      expect(endpoint.webhook.event_types).toEqual(["message_update"]);
    });

    it("rejects a repeated type", async () => {
      const event_types = ["message_update", "message_update"];
      const { request, endpoint } = await listeners.account(undefined);
      const created = await request.post("/v3/webhooks").send({ url, event_types }).expect(400);
      const changed = await request.patch(endpoint.path).send({ event_types }).expect(400);
      for (const { body } of [created, changed]) {
        expect(body.error).toMatchObject({ code: "validation_failed", fields: [{ field: "event_types" }] });
      }
    });

    it("limits deliveries to the subscribed types", async () => {
      const { endpoints, campaigns, exchange } = await listeners.account(
        undefined,
        ["inbound_message"],
        ["campaign_update"],
        ["inbound_message", "message_update", "campaign_update"],
      );
      await campaigns.launched({ list: await campaigns.list(2) });
      await exchange.reply(PERSON, "Oi");
      await service.drain();
      await service.drain();
      expect(endpoints.map(typesOf)).toEqual([
        ["message_update"],
        ["inbound_message"],
        ["campaign_update"],
        ["campaign_update", "inbound_message", "message_update"],
      ]);
      const [, , , all] = endpoints as [Listener, Listener, Listener, Listener];
      for (const { events } of all.target.requests)
        expect(new Set(events.map(({ type }) => type)).size).toBe(1);
      // All subscribed endpoints receive an event under the same id.
      for (const [index, type] of ["message_update", "inbound_message", "campaign_update"].entries()) {
        const ids = endpoints[index]?.received().map(({ id }) => id);
        expect(
          all
            .received()
            .flatMap((event) => (event.type === type ? event.id : []))
            .sort(),
        ).toEqual(ids?.sort());
      }
    });

    it("applies a change to later events, and still sends waiting deliveries", async () => {
      const { request, endpoint, exchange } = await listeners.account(["inbound_message"]);
      await exchange.reply(PERSON, "before");
      await request
        .patch(endpoint.path)
        .send({ event_types: ["campaign_update"] })
        .expect(200);
      await exchange.reply(PERSON, "after");
      await service.drain();
      expect(endpoint.receivedOf("inbound_message").map(({ data }) => data.text)).toEqual(["before"]);
    });

    it("reports each inbound RCS event once, as the API returns it", async () => {
      const { endpoint, exchange } = await listeners.account(["inbound_rcs_event"]);
      const tap = { actionLabel: "Ver no mapa", postbackData: "mapa", reference: "1" };
      await exchange.rcsEvent(PERSON, "action", tap);
      await exchange.rcsEvent(PERSON, "action", tap);
      await exchange.rcsEvent(PERSON, "unsubscribe", { reference: "2" });
      await exchange.rcsEvent(PERSON, "subscribe", { reference: "3" });
      await exchange.rcsEvent(PERSON, "typing", { reference: "4" });
      await exchange.reply(PERSON, "Oi");
      await service.drain();
      const { data } = await exchange.events();
      const received = endpoint.receivedOf("inbound_rcs_event");
      expect(received.map((one) => one.data)).toEqual([...data].reverse());
      const types = ["action", "unsubscribe", "subscribe", "typing"];
      expect(received.map((one) => one.data.event_type)).toEqual(types);
      expect(endpoint.target.requests.map(({ events }) => events.length)).toEqual([1, 1, 1, 1]);
    });

    it("reports the message and the campaign that an RCS event responds to", async () => {
      const { endpoint, exchange, campaigns } = await listeners.account(["inbound_rcs_event"]);
      const template = await exchange.template({ channel: "rcs" });
      const launched = await campaigns.launched({ template, list: await campaigns.list(1) });
      await service.drain();
      const [message] = await exchange.messages({ campaign_id: launched });
      await exchange.rcsEvent(message?.to ?? "", "typing", {
        reference: "1",
        inReplyTo: message?.id ?? null,
      });
      await service.drain();
      const found = { campaign_id: launched, paired_message_id: message?.id };
      expect(endpoint.receivedOf("inbound_rcs_event").map(({ data }) => data)).toMatchObject([found]);
    });

    it("reports the purpose, the send and the time of scheduled messages that are canceled", async () => {
      const { endpoint, exchange } = await listeners.account(["message_update"]);
      const send_at = new Date(service.clock.now() + 3_600 * SECOND).toISOString();
      for (const purpose of ["otp", "marketing"]) {
        const content = { channel: "sms", purpose, content: { type: "text", text: "Oi" } };
        const recipients = [{ to: PERSON }, { to: "+5511987651235" }];
        const { batch_id } = await exchange.posted<components["schemas"]["SendMessagesResponse"]>(
          "/v3/messages",
          { ...content, recipients, send_at },
          202,
        );
        await exchange.posted(`/v3/message-batches/${batch_id}/cancel`, {}, 200);
        await service.drain();
        const of = endpoint.receivedOf("message_update").filter(({ data }) => data.batch_id === batch_id);
        const time = `${send_at.slice(0, 19)}Z`;
        expect(of.map(({ data }) => [data.status, data.purpose, data.not_before]).sort()).toEqual([
          ...["canceled", "canceled", "pending", "pending"].map((status) => [status, purpose, time]),
        ]);
      }
    });

    it("stores nothing when no endpoint is subscribed", async () => {
      const { accountId, campaigns, exchange } = await listeners.account(["campaign_update"]);
      await exchange.reply(PERSON, "Oi");
      await exchange.sendOne({ text: "Oi" }, PERSON);
      expect(await stored(accountId)).toEqual({ n: 0 });
      const silent = await listeners.account(["message_update"]);
      await silent.campaigns.draft();
      await silent.exchange.reply(PERSON, "Oi");
      expect(await stored(silent.accountId)).toEqual({ n: 0 });
      await campaigns.draft();
      expect(await stored(accountId)).toEqual({ n: 1 });
    });
  });

  describe("of deliveries", () => {
    it("shows the type of each delivery, and filters by type", async () => {
      const { endpoint, campaigns, exchange, request } = await listeners.account([
        ...(["message_update", "inbound_message", "campaign_update"] as const),
      ]);
      await exchange.reply(PERSON, "Oi");
      await campaigns.draft();
      await exchange.sendOne({ text: "Oi" }, PERSON);
      await service.drain();
      const all = await endpoint.deliveries();
      const known = new Map(endpoint.received().map(({ id, type }) => [id, type]));
      for (const { event_type, event_ids } of all) {
        for (const id of event_ids) expect(known.get(id)).toBe(event_type);
      }
      const by = async (query: string) =>
        new Set((await endpoint.deliveries(query)).map(({ event_type }) => event_type));
      expect(await by("?event_type=inbound_message")).toEqual(new Set(["inbound_message"]));
      expect(await by("?event_type=inbound_message&event_type=campaign_update")).toEqual(
        new Set(["inbound_message", "campaign_update"]),
      );
      expect(await by("?event_type=campaign_update&status=pending")).toEqual(new Set());
      const { body } = await request
        .get(`${endpoint.path}/deliveries?event_type=campaign_update`)
        .expect(200);
      expect(body.pagination.total).toBe(1);
      const refused = await request.get(`${endpoint.path}/deliveries?event_type=nothing`).expect(400);
      expect(refused.body.error).toMatchObject({ fields: [{ field: "event_type[0]" }] });
    });

    it("retries deliveries of all types", async () => {
      const { endpoint, exchange, campaigns } = await listeners.account([
        "inbound_message",
        "campaign_update",
      ]);
      endpoint.target.respondsWith(500, 500, 204);
      await exchange.reply(PERSON, "Oi");
      await campaigns.draft();
      await service.drain();
      expect((await endpoint.deliveries()).map(({ status }) => status)).toEqual(["pending", "pending"]);
      await service.drainAfter(7 * SECOND);
      expect(await endpoint.deliveries()).toMatchObject([
        { status: "delivered", attempts: [{ response_status: 500 }, { response_status: 204 }] },
        { status: "delivered", attempts: [{ response_status: 500 }, { response_status: 204 }] },
      ]);
      expect(endpoint.target.eventIds()).toHaveLength(4);
      expect(new Set(endpoint.target.eventIds()).size).toBe(2);
    });
  });

  describe("of test deliveries", () => {
    it.each(TYPES)("sends a test event of type %s", async (event_type) => {
      const { endpoint, request } = await listeners.account([...TYPES].reverse());
      const { body } = await request.post(`${endpoint.path}/test`).send({ event_type }).expect(202);
      expect(body).toMatchObject({ event_type, status: "pending" });
      await service.drain();
      expect(endpoint.received()).toMatchObject([{ type: event_type, test: true }]);
      expect(endpoint.received().map((event) => Object.keys(event.data).sort())).toEqual([
        Object.keys(SCHEMAS[event_type].properties).sort(),
      ]);
    });

    it("defaults to the endpoint's first type, and rejects types without a subscription", async () => {
      const { endpoint, request } = await listeners.account(["campaign_update", "inbound_message"]);
      await request.post(`${endpoint.path}/test`).expect(202);
      await request.post(`${endpoint.path}/test`).send({}).expect(202);
      await service.drain();
      expect(typesOf(endpoint)).toEqual(["campaign_update"]);
      const refused = await request
        .post(`${endpoint.path}/test`)
        .send({ event_type: "message_update" })
        .expect(422);
      expect(refused.body.error).toMatchObject({
        code: "unprocessable_entity",
        fields: [{ field: "event_type" }],
      });
      await request.post(`${endpoint.path}/test`).send({ event_type: "lost" }).expect(400);
      await request.post(`${endpoint.path}/test`).send({ type: "campaign_update" }).expect(400);
    });
  });
});
