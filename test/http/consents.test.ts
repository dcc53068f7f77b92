import type { components } from "../../generated/schema";
import { type Account, testAccount } from "../support/accounts";
import { databases } from "../support/databases";
import type { Page } from "../support/exchange";
import { expandAll } from "../support/expansion";
import { importBench } from "../support/imports";
import { Listeners } from "../support/listeners";
import { toContract } from "../../src/features/consents/consent";
import { consentsOfNumber } from "../../src/features/consents/consents.store";
import { numberHash } from "../../src/features/consents/number-hash";
import { NIL_ID } from "../../src/platform/ids";
import { testService } from "../support/service";

type Schemas = components["schemas"];
type Consent = Schemas["Consent"];

const NUMBER = "+5511987651234";
const ALL = { purposes: ["otp", "transactional", "marketing"], channels: ["sms", "rcs", "voice"] };

describe.each(databases)("consents on %s", (database) => {
  const service = testService(database);
  const newAccount = () => testAccount(service);

  const record = async ({ request }: Account, body: object): Promise<Consent> =>
    (
      await request
        .post("/v3/consents")
        .send({ phone: NUMBER, ...body })
        .expect(201)
    ).body as Consent;
  const previewed = async ({ request }: Account, purpose: Schemas["Purpose"] = "transactional") => {
    const body = {
      channel: "sms",
      purpose,
      content: { type: "text", text: "Oi" },
      recipients: [{ to: NUMBER }],
    };
    const preview = await request.post("/v3/messages/preview").send(body).expect(200);
    const [{ status, block_reason }] = preview.body.data as [Schemas["PreviewResult"]];
    const sent = (await request.post("/v3/messages").send(body).expect(202))
      .body as Schemas["SendMessagesResponse"];
    expect(sent.data[0]).toMatchObject({ status, block_reason });
    return block_reason ?? status;
  };
  const contact = async ({ request }: Account) =>
    (await request.post("/v3/contacts").send({ phone: NUMBER })).body as Schemas["Contact"];

  it("records a consent, and returns it by id, in lists and with its contact", async () => {
    const account = await newAccount();
    const { request } = account;
    const evidence = { text: "Quero ofertas", url: "https://example.com/clube", ip: "203.0.113.7" };
    const occurred_at = "2020-01-02T03:04:05Z";
    const given = { phone: "11 98765-1234", status: "granted", source: "import", evidence, occurred_at };
    const { id: contactId } = await contact(account);
    const consent = await record(account, { ...given, purposes: ["marketing"], channels: ["rcs", "sms"] });
    expect(consent).toMatchObject({
      phone: NUMBER,
      status: "granted",
      source: "import",
      evidence,
      occurred_at,
      purposes: ["marketing"],
      channels: ["sms", "rcs"],
      inbound_message_id: null,
      inbound_rcs_event_id: null,
    });
    expect((await request.get(`/v3/consents/${consent.id}`).expect(200)).body).toEqual(consent);
    expect((await request.get(`/v3/contacts/${contactId}/consents`).expect(200)).body.data).toEqual([
      consent,
    ]);
    await request.get("/v3/consents/01a1f8da-79c4-7a31-8e5d-2b9f6c0a4d17").expect(404);
    await request.get("/v3/contacts/01a1f8da-79c4-7a31-8e5d-2b9f6c0a4d17/consents").expect(404);
  });

  it("filters consents by number, purpose, status, channel and time", async () => {
    const account = await newAccount();
    const first = await record(account, { status: "granted", purposes: ["otp"], channels: ["voice"] });
    service.clock.advance(60_000);
    const second = await record(account, {
      phone: "+5511987651235",
      status: "revoked",
      purposes: ["marketing"],
    });
    expect(await account.exchange.consents()).toEqual([second, first]);
    for (const [query, found] of [
      [{ phone: NUMBER }, [first]],
      [{ phone: "11 98765-1235" }, [second]],
      [{ purpose: "otp" }, [first]],
      [{ purpose: "transactional" }, []],
      [{ status: "revoked" }, [second]],
      [{ channel: "sms" }, [second]],
      [{ from: second.created_at }, [second]],
      [{ to: first.created_at }, [first]],
    ] as const) {
      expect(await account.exchange.consents(query)).toEqual(found);
    }
  });

  it("rejects wrong fields by name", async () => {
    const { request } = await newAccount();
    const ahead = new Date(service.clock.now() + 2_000).toISOString();
    for (const [wrong, field] of [
      [{ phone: "123" }, "phone"],
      [{ occurred_at: ahead }, "occurred_at"],
      [{ evidence: { url: "javascript:1" } }, "evidence.url"],
      [{ evidence: { url: "https:padaria" } }, "evidence.url"],
      [{ evidence: { url: " https://padariasol.com.br" } }, "evidence.url"],
      [{ evidence: { ip: "999.1.1.1" } }, "evidence.ip"],
      [{ source: "keyword" }, "source"],
      [{ source: "rcs" }, "source"],
    ] as const) {
      const { body } = await request
        .post("/v3/consents")
        .send({ phone: NUMBER, status: "granted", ...wrong })
        .expect(422);
      expect(body.error.fields).toMatchObject([{ field }]);
    }
  });

  it("blocks messages for the purposes that are revoked, until a later grant", async () => {
    const account = await newAccount();
    await record(account, { status: "revoked", purposes: ["marketing"], channels: ["sms"] });
    expect(await previewed(account, "marketing")).toBe("suppressed");
    expect(await previewed(account, "otp")).toBe("pending");
    await record(account, {
      status: "granted",
      purposes: ["marketing"],
      occurred_at: "2020-01-01T00:00:00Z",
    });
    expect(await previewed(account, "marketing")).toBe("suppressed");
    await record(account, { status: "granted", purposes: ["marketing"] });
    expect(await previewed(account, "marketing")).toBe("pending");
  });

  it("blocks a message that waits for its submission", async () => {
    const account = await newAccount();
    const id = await account.exchange.sendOne({ text: "Oi" }, NUMBER);
    await record(account, { status: "revoked" });
    await service.drain();
    const { body } = await account.request.get(`/v3/messages/${id}`);
    expect(body).toMatchObject({ status: "blocked", block_reason: "suppressed" });
  });

  it("blocks a waiting message that lacks a required consent at its submission", async () => {
    const account = await newAccount();
    const id = await account.exchange.sendOne({ text: "Oi" }, NUMBER);
    await account.request.put("/v3/sending-rules/transactional").send({ require_consent: true }).expect(200);
    await service.drainAfter(1_000);
    const { body } = await account.request.get(`/v3/messages/${id}`);
    expect(body).toMatchObject({ status: "blocked", block_reason: "no_consent" });
  });

  it("keeps the provisioned list in step with consents for everything", async () => {
    const account = await newAccount();
    await contact(account);
    await record(account, { status: "revoked" });
    expect((await account.exchange.provisionedList()).contact_count).toBe(1);
    await record(account, { status: "granted", purposes: ["marketing"] });
    expect((await account.exchange.provisionedList()).contact_count).toBe(0);
    expect(await previewed(account, "marketing")).toBe("pending");
    expect(await previewed(account, "otp")).toBe("suppressed");
  });

  it("records opt-outs and opt-ins by reply, and changes of the list by request", async () => {
    const account = await newAccount();
    const { exchange, request } = account;
    await exchange.reply(NUMBER, "SAIR");
    expect(await account.exchange.consents()).toMatchObject([
      { status: "revoked", source: "keyword", phone: NUMBER, ...ALL, inbound_rcs_event_id: null },
    ]);
    const [inbound] = (await exchange.got<Page<{ id: string }>>("/v3/inbound-messages")).data;
    expect((await account.exchange.consents())[0]?.inbound_message_id).toBe(inbound?.id);
    await exchange.reply(NUMBER, "VOLTAR");
    const list = await account.exchange.provisionedList();
    const { id } = await contact(account);
    await request.put(`/v3/contact-lists/${list.id}/contacts/${id}`).expect(204);
    await request.put(`/v3/contact-lists/${list.id}/contacts/${id}`).expect(204);
    await request.delete(`/v3/contact-lists/${list.id}/contacts/${id}`).expect(204);
    const kinds = (await account.exchange.consents()).map(({ status, source }) => `${status} ${source}`);
    expect(kinds).toEqual(["granted api", "revoked api", "granted keyword", "revoked keyword"]);
    expect(await previewed(account)).toBe("pending");
  });

  it("records RCS subscriptions with their event", async () => {
    const account = await newAccount();
    const { exchange } = account;
    await exchange.rcsEvent(NUMBER, "unsubscribe", { reference: "event 1" });
    await exchange.rcsEvent(NUMBER, "subscribe", { reference: "event 2" });
    const events = (await exchange.got<Page<{ id: string }>>("/v3/inbound-rcs-events")).data;
    expect(await account.exchange.consents()).toMatchObject([
      { status: "granted", source: "rcs", inbound_rcs_event_id: events[0]?.id },
      { status: "revoked", source: "rcs", inbound_rcs_event_id: events[1]?.id },
    ]);
  });

  it("keeps an opt-out after the deletion of its contact, without the number, until a grant", async () => {
    const account = await newAccount();
    const { exchange, request } = account;
    await exchange.reply(NUMBER, "SAIR");
    const { id } = await contact(account);
    await request.delete(`/v3/contacts/${id}`).expect(204);
    expect(await account.exchange.consents()).toMatchObject([
      { phone: null, evidence: null, status: "revoked" },
    ]);
    const again = await contact(account);
    expect(await previewed(account)).toBe("suppressed");
    const ofContact = await exchange.got<Page<Consent>>(`/v3/contacts/${again.id}/consents`);
    expect(ofContact.data).toMatchObject([{ phone: null, status: "revoked" }]);
    await record(account, { status: "granted" });
    expect(await previewed(account)).toBe("pending");
  });

  it("lets other purposes through after the provisioned list is narrowed", async () => {
    const account = await newAccount();
    const { exchange, request } = account;
    await exchange.reply(NUMBER, "SAIR");
    const list = await account.exchange.provisionedList();
    await request
      .patch(`/v3/contact-lists/${list.id}`)
      .send({ purposes: ["marketing"] })
      .expect(200);
    expect(await previewed(account, "otp")).toBe("pending");
    expect(await previewed(account, "marketing")).toBe("suppressed");
  });

  it("blocks messages without a consent if the rule of their purpose requires one", async () => {
    const account = await newAccount();
    const { request, exchange } = account;
    await request.put("/v3/sending-rules/marketing").send({ require_consent: true }).expect(200);
    expect(await previewed(account, "marketing")).toBe("no_consent");
    expect(await previewed(account, "otp")).toBe("pending");
    await record(account, { status: "granted", channels: ["rcs"] });
    expect(await previewed(account, "marketing")).toBe("no_consent");
    await record(account, { status: "granted", purposes: ["marketing"] });
    expect(await previewed(account, "marketing")).toBe("pending");
    await exchange.reply(NUMBER, "SAIR");
    expect(await previewed(account, "marketing")).toBe("suppressed");
  });

  it.each(["deletion of its contact", "erasure of its number"])("ends a grant with the %s", async (end) => {
    const account = await newAccount();
    const { request, exchange } = account;
    await request.put("/v3/sending-rules/marketing").send({ require_consent: true }).expect(200);
    await request.put("/v3/sending-rules/otp").send({ require_consent: true }).expect(200);
    const { id } = await contact(account);
    await record(account, { status: "granted", evidence: { text: "Sim" } });
    await record(account, { status: "revoked", purposes: ["otp"] });
    if (end.startsWith("deletion")) await request.delete(`/v3/contacts/${id}`).expect(204);
    else await request.post("/v3/privacy-requests").send({ phone: NUMBER, kind: "erasure" }).expect(202);
    await service.drain();
    await contact(account);
    expect(await previewed(account, "marketing")).toBe("no_consent");
    expect(await previewed(account, "otp")).toBe("suppressed");
    expect(await previewed(account)).toBe("pending");
    await exchange.reply(NUMBER, "VOLTAR");
    expect(await previewed(account, "otp")).toBe("pending");
    await record(account, { status: "granted", purposes: ["marketing"] });
    expect(await previewed(account, "marketing")).toBe("pending");
  });

  it("keeps an opt-out after the erasure of its number, and when the number is imported again", async () => {
    const account = await newAccount();
    const { exchange, request } = account;
    await record(account, { status: "granted", evidence: { text: "Sim" } });
    await exchange.reply(NUMBER, "SAIR");
    await request.post("/v3/privacy-requests").send({ phone: NUMBER, kind: "erasure" }).expect(202);
    await service.drain();
    expect(await account.exchange.consents()).toMatchObject([
      { phone: null, evidence: null, status: "revoked" },
      { phone: null, evidence: null, status: "granted" },
    ]);
    const stored: unknown[] = await service.db("consents").where({ account_id: account.accountId });
    expect(JSON.stringify(stored)).not.toContain(NUMBER);
    const { done } = await importBench(service, () => account).run("telefone\n11 98765-1234\n");
    expect(done).toMatchObject({ status: "completed", created: 1 });
    expect(await previewed(account)).toBe("suppressed");
    await exchange.reply(NUMBER, "VOLTAR");
    expect(await previewed(account)).toBe("pending");
  });

  it("keeps a member suppressed that joined the list before the ledger existed", async () => {
    const account = await newAccount();
    const { accountId, exchange, request } = account;
    await exchange.reply(NUMBER, "SAIR");
    await service.db("consent_states").where({ account_id: accountId }).delete();
    await service.db("consents").where({ account_id: accountId }).delete();
    const { id } = await contact(account);
    await request.delete(`/v3/contacts/${id}`).expect(204);
    expect(await account.exchange.consents()).toMatchObject([
      { phone: null, status: "revoked", source: "api", ...ALL },
    ]);
    expect(await previewed(account)).toBe("suppressed");
  });

  it("records an import into the provisioned list, once for each new member", async () => {
    const account = await newAccount();
    const bench = importBench(service, () => account);
    const { id } = await account.exchange.provisionedList();
    for (const table of ["telefone\n11 98765-1234\n11 98765-1235\n", "telefone\n11 98765-1234\n"]) {
      await bench.start(id, await bench.upload(table));
      await bench.work();
    }
    const recorded = (await account.exchange.consents()).map(({ phone, status, source }) => [
      phone,
      status,
      source,
    ]);
    expect(recorded.sort()).toEqual([
      [NUMBER, "revoked", "import"],
      ["+5511987651235", "revoked", "import"],
    ]);
    expect(await previewed(account)).toBe("suppressed");
  });

  it("blocks a campaign's messages to contacts that revoked their consent", async () => {
    const account = await newAccount();
    const { campaigns } = account;
    const list = await campaigns.list(3);
    const members = await account.exchange.got<Page<Schemas["Contact"]>>(
      `/v3/contact-lists/${list}/contacts`,
    );
    const phone = members.data[1]?.phone ?? "";
    await record(account, { phone, status: "revoked", purposes: ["transactional"], channels: ["sms"] });
    const campaign_id = await campaigns.launched({ list });
    await expandAll(service.app);
    await service.drain();
    const messages = await account.exchange.got<Page<Schemas["Message"]>>("/v3/messages", { campaign_id });
    const blocked = messages.data.filter(({ status }) => status === "blocked");
    expect(blocked).toMatchObject([{ to: phone, block_reason: "suppressed" }]);
    expect(messages.data).toHaveLength(3);
  });

  it("exports the consents of a person, also from before the deletion of the contact", async () => {
    const account = await newAccount();
    await account.exchange.reply(NUMBER, "SAIR");
    const { id } = await contact(account);
    await account.request.delete(`/v3/contacts/${id}`).expect(204);
    await record(account, { status: "granted" });
    const { accountId } = account;
    const hash = numberHash(service.app.suppressionKey, accountId, NUMBER);
    const found = await consentsOfNumber(service.db, { accountId, hash, after: NIL_ID }, 10);
    found.reverse();
    expect(found.map(toContract)).toEqual(await account.exchange.consents());
  });

  it("ends with the newest of concurrent records", async () => {
    const account = await newAccount();
    await contact(account);
    const statuses = ["granted", "revoked", "granted", "revoked"] as const;
    // The newest revocation is neither the first nor the last request.
    const seconds = [1, 3, 2, 0];
    await Promise.all(
      statuses.map((status, index) =>
        record(account, { status, occurred_at: `2020-01-01T00:00:0${seconds[index]}Z` }),
      ),
    );
    expect(await previewed(account)).toBe("suppressed");
    expect((await account.exchange.provisionedList()).contact_count).toBe(1);
  });

  describe("as webhook events", () => {
    const listeners = new Listeners(service);
    afterEach(() => listeners.close());

    it("reports each record as the API returns it", async () => {
      const { endpoint, exchange, request } = await listeners.account(["consent_update"]);
      await exchange.reply(NUMBER, "SAIR");
      await exchange.rcsEvent(NUMBER, "subscribe", { reference: "event" });
      const evidence = { text: "Sim", url: "https://example.com/clube", ip: "203.0.113.7" };
      for (const source of ["api", "import", "console"] as const) {
        const body = { phone: NUMBER, status: "granted", source, evidence };
        await request.post("/v3/consents").send(body).expect(201);
      }
      await service.drain();
      const { data } = await exchange.got<Page<Consent>>("/v3/consents");
      const reported = endpoint.receivedOf("consent_update").map((event) => event.data);
      expect(reported.sort((a, b) => (a.id < b.id ? 1 : -1))).toEqual(data);
    });

    it("reports neither number nor evidence once the contact is deleted", async () => {
      const { request, accountId } = await listeners.account(["consent_update"]);
      const { body: contact } = await request.post("/v3/contacts").send({ phone: NUMBER });
      await request
        .post("/v3/consents")
        .send({ phone: NUMBER, status: "granted", evidence: { text: "Sim" } });
      await request.delete(`/v3/contacts/${contact.id}`).expect(204);
      await service.drain();
      const payloads = JSON.stringify(
        await service.db("webhook_payloads").where({ account_id: accountId }).select("events"),
      );
      expect(payloads).not.toContain("Sim");
    });
  });
});
