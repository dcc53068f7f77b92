import type { AddressedInbound } from "../../src/carriers/carrier";
import { verifyWebhook } from "../../src/client";
import { erasureHandler } from "../../src/features/erasure/erasure.jobs";
import { HOUR, SECOND } from "../../src/platform/time";
import { workOff } from "../../src/queue/worker";
import { startDueCampaigns } from "../../src/features/campaigns/lifecycle";
import type { EventOf } from "../../src/features/webhooks/event-types";
import { databases } from "../support/databases";
import { type Listener, Listeners } from "../support/listeners";
import { testService } from "../support/service";

const PERSON = "+5511987651234";
const statuses = ({ receivedOf }: Listener) =>
  receivedOf("campaign_update").map(({ data }) => [data.previous_status, data.status]);

describe.each(databases)("webhook events on %s", (database) => {
  const service = testService(database);
  const listeners = new Listeners(service);
  const stored = (accountId: string) =>
    service.db("webhook_deliveries").where({ account_id: accountId }).count({ n: "*" }).first();

  const erase = () => workOff(service.app, erasureHandler(service.app));

  afterEach(() => listeners.close());

  describe("of inbound messages", () => {
    it("sends each message as the API returns it, signed, in one request each", async () => {
      const { endpoint, exchange, campaigns, request } = await listeners.account(["inbound_message"]);
      const list = await campaigns.list([{ phone: PERSON, name: "Ana" }]);
      await campaigns.launched({ list });
      await service.drain();
      await exchange.reply(PERSON, "Obrigada!");
      await exchange.reply(PERSON, { type: "location", latitude: -23.5, longitude: -46.6 });
      const bytes = Buffer.from("png");
      await exchange.reply(PERSON, { type: "file", contentType: "image/png", filename: "a.png", bytes });
      const tap = { type: "suggestion", text: "Sim", postbackData: "yes" } as const;
      await exchange.reply(PERSON, tap, { channel: "rcs" });
      await service.drain();
      const events = endpoint.receivedOf("inbound_message");
      expect(events).toHaveLength(4);
      for (const event of events) {
        const { body } = await request.get(`/v3/inbound-messages/${event.data.id}`).expect(200);
        expect(event).toEqual({
          id: event.id,
          type: "inbound_message",
          created_at: event.data.received_at,
          data: body as object,
        });
        expect(event.data).toMatchObject({ contact_id: expect.any(String) });
      }
      expect(events.map(({ data }) => data.campaign_id === null)).toEqual([false, false, false, true]);
      expect(events[3]?.data).toMatchObject({ content_type: "suggestion", postback_data: "yes" });
      expect(endpoint.target.requests.map((one) => one.events.length)).toEqual([1, 1, 1, 1]);
      for (const { body, headers } of endpoint.target.requests) {
        const signature = headers["x-service-signature"];
        const now = service.clock.now();
        const verified = await verifyWebhook(body, signature, endpoint.webhook.secret, { now });
        expect(verified).toEqual(JSON.parse(body.toString()));
      }
    });

    it("names the contact that an opt-out created, and sends a repeated message once", async () => {
      const { endpoint, exchange, request } = await listeners.account(["inbound_message"]);
      await exchange.reply(PERSON, "SAIR");
      await exchange.reply(PERSON, "VOLTAR");
      const twice: AddressedInbound = {
        kind: "message",
        channel: "sms",
        from: PERSON,
        to: "27000",
        inReplyTo: null,
        reference: "mo-1",
        content: { type: "text", text: "Oi" },
      };
      await exchange.receives(twice);
      await exchange.receives(twice);
      await service.drain();
      const events = endpoint.receivedOf("inbound_message");
      expect(events.map(({ data }) => data.text).sort()).toEqual(["Oi", "SAIR", "VOLTAR"]);
      const { body } = await request.get("/v3/contacts").query({ phone: PERSON }).expect(200);
      const contact = (body as { data: { id: string }[] }).data[0]?.id;
      expect(contact).toBeDefined();
      for (const { data } of events) expect(data.contact_id).toBe(contact);
    });

    it("omits the text once the contact is deleted, also in a manual retry", async () => {
      const { endpoint, exchange, request, accountId } = await listeners.account(["inbound_message"]);
      const id = await service.contact({ phone: PERSON, accountId });
      await exchange.reply(PERSON, "Moro na Rua das Acácias");
      await exchange.reply("+5511987651235", "Rua das Acácias, 2");
      await service.drain();
      const first = (await endpoint.deliveries()).at(-1);
      const payloads = async () =>
        JSON.stringify(await service.db("webhook_payloads").where({ account_id: accountId }));
      expect(await payloads()).toContain("Moro na");
      await request.delete(`/v3/contacts/${id}`).expect(204);
      await erase();
      expect(await payloads()).not.toContain("Moro na");
      expect(await payloads()).toContain("Rua das Acácias, 2");
      service.clock.advance(SECOND);
      await exchange.reply(PERSON, "Sou eu de novo");
      await erase();
      expect(await payloads()).toContain("Sou eu de novo");
      await service.drain();
      await request.post(`${endpoint.path}/deliveries/${first?.id}/retry`).expect(202);
      await service.drain();
      const again = endpoint.received().at(-1) as EventOf<"inbound_message">;
      expect([again.id]).toEqual(first?.event_ids);
      expect(again.data).toMatchObject({ sender: PERSON, content_type: "text", text: null });
    });
  });

  describe("of campaigns", () => {
    it("sends each status from draft to completed, with the progress", async () => {
      const { endpoint, campaigns } = await listeners.account(["campaign_update"]);
      const id = await campaigns.launched({ list: await campaigns.list(3) });
      await service.drain();
      await service.drain();
      expect(statuses(endpoint)).toEqual([
        [null, "draft"],
        ["draft", "running"],
        ["running", "completed"],
      ]);
      const [draft, , completed] = endpoint.receivedOf("campaign_update");
      const { progress, completed_at } = await campaigns.read(id);
      expect(completed?.data).toEqual({
        campaign_id: id,
        status: "completed",
        previous_status: "running",
        error: null,
        progress,
        occurred_at: completed_at,
      });
      expect(progress).toMatchObject({ total: 3, delivered: 3, pending: 0 });
      expect(draft?.data.progress).toMatchObject({ total: 0, pending: 0 });
    });

    it("sends schedules, a stop with its reason, and another launch", async () => {
      const { endpoint, campaigns } = await listeners.account(["campaign_update"]);
      const id = await campaigns.draft({ list: await campaigns.list(1) });
      await campaigns.does("rename", id);
      await campaigns.does("schedule", id);
      await campaigns.does("schedule", id); // another time, but no new status
      await campaigns.does("cancel", id);
      await campaigns.does("schedule", id);
      service.clock.advance(HOUR);
      await startDueCampaigns(service.app);
      await campaigns.does("stop", id);
      await campaigns.does("launch", id);
      await service.drain();
      await service.drain();
      expect(statuses(endpoint)).toEqual([
        [null, "draft"],
        ["draft", "scheduled"],
        ["scheduled", "draft"],
        ["draft", "scheduled"],
        ["scheduled", "running"],
        ["running", "error"],
        ["error", "running"],
        ["running", "completed"],
      ]);
      expect(endpoint.receivedOf("campaign_update").map(({ data }) => data.error?.code ?? null)).toEqual([
        ...[null, null, null, null, null, "stopped", null, null],
      ]);
    });

    it("sends the reason of a failed launch: missed_schedule or import_timeout", async () => {
      const { endpoint, campaigns } = await listeners.account(["campaign_update"]);
      const list = await campaigns.list(1);
      const missed = await campaigns.draft({ list });
      await campaigns.does("schedule", missed);
      service.clock.advance(26 * HOUR);
      await startDueCampaigns(service.app);
      const waiting = await campaigns.draft({ list });
      await campaigns.does("schedule", waiting);
      const imported = await campaigns.beginImport(list);
      service.clock.advance(HOUR);
      await startDueCampaigns(service.app);
      service.clock.advance(2 * HOUR);
      await startDueCampaigns(service.app);
      await campaigns.endImport(list, imported);
      await service.drain();
      const errors = endpoint.receivedOf("campaign_update").flatMap(({ data }) => data.error?.code ?? []);
      expect(errors).toEqual(["missed_schedule", "import_timeout"]);
    });

    it("sends the run of an empty list, and a failed start", async () => {
      const { endpoint, campaigns, request } = await listeners.account(["campaign_update"]);
      await campaigns.launched({ list: await campaigns.list(0) });
      const list = await campaigns.list(1);
      const late = await campaigns.draft({ list });
      await campaigns.does("schedule", late);
      await request.delete(`/v3/contact-lists/${list}`).expect(204);
      await service.drainAfter(HOUR);
      expect(statuses(endpoint)).toEqual([
        [null, "draft"],
        ["draft", "completed"],
        [null, "draft"],
        ["draft", "scheduled"],
        ["scheduled", "error"],
      ]);
      expect(endpoint.receivedOf("campaign_update").at(-1)?.data).toMatchObject({
        campaign_id: late,
        error: { code: "list_deleted" },
      });
    });

    it("stores no event for a rejected change", async () => {
      const { accountId, campaigns } = await listeners.account(["campaign_update"]);
      const id = await campaigns.draft();
      const { n: before } = (await stored(accountId)) as { n: number };
      expect(await campaigns.act("stop", id)).toMatchObject({ status: 409 });
      expect(await campaigns.act("schedule", id, { scheduled_at: "2001-01-01T00:00:00Z" })).toMatchObject({
        status: 422,
      });
      expect(await stored(accountId)).toEqual({ n: before });
    });
  });
});
