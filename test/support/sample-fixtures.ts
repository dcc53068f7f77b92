import type { TestService } from "./service";

type Body = Record<string, unknown>;

/** Creates the resources that samples of the API reference need. Each operation gets new ones. */
export class SampleFixtures {
  private made = 0;

  constructor(private readonly service: TestService) {}

  async idsFor(operationId: string, names: readonly string[]): Promise<Record<string, string>> {
    const ids: Record<string, string> = {};
    for (const name of names) ids[name] = await this.make(operationId, name, ids);
    await this.prepare(operationId, ids);
    return ids;
  }

  private async make(
    operationId: string,
    name: string,
    ids: Readonly<Record<string, string>>,
  ): Promise<string> {
    switch (name) {
      case "canned_response_id":
        return this.id("/canned-responses", { name: `Canned response ${this.next()}`, text: "Até já!" });
      case "conversation_id":
        await this.message("sms", "+5511987650005", []);
        return this.newest("/conversations");
      case "read_up_to":
        return this.newest("/inbound-messages");
      case "file_id":
        return operationId === "createImport" ? this.file("contact_import", "text/csv") : this.file();
      case "template_id":
        return this.template();
      case "contact_id":
        return this.id("/contacts", { phone: `+551198${String(1_000_000 + this.next())}` });
      case "purpose":
        return "marketing";
      case "list_id":
        return this.list(operationId === "updateContactList" ? "blacklist" : "default");
      case "import_id": {
        const file_id = await this.file("contact_import", "text/csv");
        return this.id(`/contact-lists/${ids.list_id}/imports`, { file_id });
      }
      case "batch_id":
        return (await this.scheduled()).batch_id;
      case "message_id":
        if (["updateMessage", "cancelMessage"].includes(operationId)) {
          return (await this.scheduled()).data[0]?.message_id ?? "";
        }
        return this.message("sms", "+5511987654321", []);
      case "inbound_message_id":
        await this.message("sms", "+5511987650005", []);
        return this.newest("/inbound-messages");
      case "consent_id":
        return this.id("/consents", { phone: "+5511987654321", status: "granted" });
      case "inbound_rcs_event_id": {
        const link = { type: "open_url", text: "Ver", url: "https://example.com", postback_data: "see" };
        await this.message("rcs", "+5511987650008", [link]);
        return this.newest("/inbound-rcs-events");
      }
      case "campaign_id": {
        const list_id = await this.list("default");
        const body = { name: `Campaign ${this.next()}`, template_id: await this.template(), list_id };
        await this.post(`/contact-lists/${list_id}/contacts`, { phone: "+5511987654321" });
        return this.id("/campaigns", body);
      }
      case "webhook_id":
        return this.id("/webhooks", {
          url: "http://127.0.0.1:1/recado",
          event_types: [
            ...["message_update", "inbound_message", "campaign_update", "inbound_rcs_event"],
            "consent_update",
          ],
        });
      case "delivery_id":
        return this.id(`/webhooks/${ids.webhook_id}/test`);
      case "privacy_request_id":
        return this.id("/privacy-requests", { phone: "+5511987654321", kind: "export" });
      case "key_id":
        return this.id("/api-keys", { name: "Key", scopes: ["messages:read"] });
      default:
        throw new Error(`test/support/sample-fixtures.ts makes no ${name}: add a case`);
    }
  }

  private async prepare(operationId: string, { campaign_id, list_id, contact_id }: Record<string, string>) {
    const { request } = this.service;
    // The example consent occurred at this second, so the clock must not be earlier. It must also be before
    // the time of the example schedule.
    if (operationId === "createConsent") this.service.clock.set(Date.parse("2026-11-20T12:07:09Z"));
    // The example of a replay is about deliveries of November.
    if (operationId === "replayWebhook") this.service.clock.set(Date.parse("2026-11-21T00:00:00Z"));
    if (operationId === "stopCampaign") await this.post(`/campaigns/${campaign_id}/launch`);
    if (operationId === "removeMember")
      await request.put(`/v3/contact-lists/${list_id}/contacts/${contact_id}`).expect(204);
    if (operationId === "cancelSchedule")
      await request
        .put(`/v3/campaigns/${campaign_id}/schedule`)
        .send({ scheduled_at: "2099-01-01T00:00:00Z" })
        .expect(200);
  }

  /** Schedules a message. Its new time in the example must be at most 90 days ahead. */
  private async scheduled() {
    const { clock } = this.service;
    clock.set(Math.max(clock.now(), Date.parse("2026-10-01T00:00:00Z")));
    const send_at = new Date(clock.now() + 3_600_000).toISOString();
    const content = { type: "text", text: "Oi?" };
    const body = { channel: "sms", content, recipients: [{ to: "+5511987654321" }], send_at };
    return (await this.post("/messages", body)) as { batch_id: string; data: { message_id: string }[] };
  }

  private next(): number {
    this.made += 1;
    return this.made;
  }

  private async post(path: string, body?: Body): Promise<Body> {
    const response = await this.service.request.post(`/v3${path}`).send(body);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${response.text}`);
    return response.body as Body;
  }

  private async id(path: string, body?: Body): Promise<string> {
    return (await this.post(path, body)).id as string;
  }

  private async newest(path: string): Promise<string> {
    const { body } = await this.service.request.get(`/v3${path}`).expect(200);
    return body.data[0].id;
  }

  private list(type: "default" | "blacklist"): Promise<string> {
    return this.id("/contact-lists", { name: `List ${this.next()}`, type });
  }

  private template(): Promise<string> {
    const text = "Oi {{ first_name }}, o pedido {{ order }} saiu.";
    return this.id("/templates", {
      name: `Template ${this.next()}`,
      channel: "sms",
      content: { type: "text", text },
    });
  }

  private async file(usage = "template_media", content_type = "image/gif"): Promise<string> {
    const bytes = Buffer.from("phone\n11987654321\n");
    const announced = { usage, content_type, size_bytes: bytes.length };
    const { file_id, url } = (await this.post("/files/upload-url", announced)) as Record<string, string>;
    const { pathname, search } = new URL(url ?? "");
    await this.service.anonymous
      .put(pathname + search)
      .set("Content-Type", content_type)
      .send(bytes)
      .expect(200);
    await this.post(`/files/${file_id}/confirm`);
    return file_id ?? "";
  }

  private async message(channel: string, to: string, suggestions: readonly Body[]): Promise<string> {
    const content = { type: "text", text: "Oi?", ...(suggestions.length > 0 ? { suggestions } : {}) };
    const { data } = await this.post("/messages", { channel, content, recipients: [{ to }] });
    await this.service.drain();
    return (data as { message_id: string }[])[0]?.message_id ?? "";
  }
}
