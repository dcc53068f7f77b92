import request from "supertest";
import type { components } from "../../generated/schema";
import { toTimestamp } from "../../src/platform/time";
import { type Account, testAccount } from "../support/accounts";
import { databases } from "../support/databases";
import { importBench } from "../support/imports";
import { Listeners } from "../support/listeners";
import { testService } from "../support/service";

type Schemas = components["schemas"];
type Consent = Schemas["Consent"];

const NUMBER = "+5511987651234";
const OTHER = "+5511987651299";
const ALL = { purposes: ["otp", "transactional", "marketing"], channels: ["sms", "rcs", "voice"] };
const CONSOLE = { "X-Recado-Console": "1", "Sec-Fetch-Site": "same-origin" };

describe.each(databases)("consents and the provisioned list on %s", (database) => {
  const service = testService(database);
  const newAccount = () => testAccount(service);

  const record = ({ exchange }: Account, body: object) =>
    exchange.posted<Consent>("/v3/consents", { phone: NUMBER, ...body }, 201);
  const previewed = async ({ exchange }: Account, purpose: Schemas["Purpose"] = "otp", to = NUMBER) => {
    const body = { channel: "sms", purpose, content: { type: "text", text: "Oi" }, recipients: [{ to }] };
    const path = "/v3/messages/preview";
    const { data } = await exchange.posted<{ data: Schemas["PreviewResult"][] }>(path, body, 200);
    return data[0]?.block_reason ?? data[0]?.status;
  };
  const changeList = async (account: Account, body: object) => {
    const { id } = await account.exchange.provisionedList();
    await account.request.patch(`/v3/contact-lists/${id}`).send(body).expect(200);
  };
  const contact = async ({ request }: Account, phone = NUMBER) =>
    (await request.post("/v3/contacts").send({ phone })).body as Schemas["Contact"];
  const deleteContact = async (account: Account) => {
    const { id } = await contact(account);
    await account.request.delete(`/v3/contacts/${id}`).expect(204);
  };
  /** Returns the contact of a number that opted out before the ledger existed. */
  const optedOutBefore = async (account: Account) => {
    const account_id = account.accountId;
    await account.exchange.reply(NUMBER, "SAIR");
    await service.db("consent_states").where({ account_id }).delete();
    await service.db("consents").where({ account_id }).delete();
    return contact(account);
  };

  it("keeps the former number of a listed contact suppressed", async () => {
    const account = await newAccount();
    const { id } = await optedOutBefore(account);
    await account.request.patch(`/v3/contacts/${id}`).send({ phone: OTHER }).expect(200);
    expect(await previewed(account)).toBe("suppressed");
    expect(await previewed(account, "otp", OTHER)).toBe("suppressed");
    expect(await account.exchange.consents()).toMatchObject([{ phone: NUMBER, status: "revoked", ...ALL }]);
    await account.request.delete(`/v3/contacts/${id}`).expect(204);
    const erased = await account.exchange.consents();
    expect(erased.map(({ phone }) => phone).filter(Boolean)).toEqual([]);
    expect(await previewed(account)).toBe("suppressed");
  });

  it("removes the former numbers of a deleted contact, except later consents and other contacts", async () => {
    const account = await newAccount();
    const { id } = await contact(account);
    await record(account, { status: "granted", evidence: { text: "Sim" } });
    for (const phone of ["+5511987651298", OTHER]) {
      await record(account, { phone, status: "granted", evidence: { text: "Sim" } });
      await account.request.patch(`/v3/contacts/${id}`).send({ phone }).expect(200);
    }
    await record(account, { status: "granted", evidence: { text: "Sim" } });
    await contact(account, "+5511987651298");
    await account.request.delete(`/v3/contacts/${id}`).expect(204);
    expect(await account.exchange.consents()).toMatchObject([
      { phone: NUMBER, evidence: { text: "Sim" } },
      { phone: null, evidence: null },
      { phone: "+5511987651298", evidence: { text: "Sim" } },
      { phone: null, evidence: null },
    ]);
    await account.request.put("/v3/sending-rules/marketing").send({ require_consent: true }).expect(200);
    expect(await previewed(account, "marketing")).toBe("pending");
    expect(await previewed(account, "marketing", OTHER)).toBe("no_consent");
  });

  it("dates the record of a member at its addition, so that a later grant holds", async () => {
    const account = await newAccount();
    await optedOutBefore(account);
    service.clock.advance(120_000);
    const occurred_at = toTimestamp(service.clock.now() - 60_000);
    await record(account, { status: "granted", purposes: ["otp"], occurred_at });
    expect(await previewed(account)).toBe("pending");
    expect(await previewed(account, "marketing")).toBe("suppressed");
    expect((await account.exchange.provisionedList()).contact_count).toBe(0);
  });

  it("keeps a revocation of a request in force after a later opt-out, when the list is narrowed", async () => {
    const account = await newAccount();
    await record(account, { status: "revoked", purposes: ["otp"] });
    service.clock.advance(60_000);
    await account.exchange.reply(NUMBER, "SAIR");
    await changeList(account, { purposes: ["marketing"] });
    expect(await previewed(account)).toBe("suppressed");
    expect(await previewed(account, "transactional")).toBe("pending");
  });

  it("compares a record that arrives late only with records of the same purpose and channel", async () => {
    const account = await newAccount();
    await changeList(account, { purposes: ["marketing"] });
    await account.request.put("/v3/sending-rules/transactional").send({ require_consent: true }).expect(200);
    await account.exchange.reply(NUMBER, "SAIR");
    const occurred_at = toTimestamp(service.clock.now() - 60_000);
    await record(account, { status: "revoked", purposes: ["otp"], occurred_at });
    await record(account, { status: "granted", purposes: ["transactional"], occurred_at });
    expect(await previewed(account)).toBe("suppressed");
    expect(await previewed(account, "transactional")).toBe("pending");
    expect(await previewed(account, "marketing")).toBe("suppressed");
  });

  it("keeps a revocation of a request in force also if it arrives after a later opt-out", async () => {
    const account = await newAccount();
    const ago = (seconds: number) => toTimestamp(service.clock.now() - seconds * 1_000);
    await account.exchange.reply(NUMBER, "SAIR");
    await record(account, { status: "granted", purposes: ["transactional"], occurred_at: ago(60) });
    await record(account, { status: "revoked", purposes: ["otp", "transactional"], occurred_at: ago(90) });
    expect(await previewed(account, "transactional")).toBe("suppressed");
    await changeList(account, { purposes: ["marketing"] });
    expect(await previewed(account)).toBe("suppressed");
    expect(await previewed(account, "transactional")).toBe("pending");
  });

  it("applies an opt-out to a list that is widened later, also after the deletion of the contact", async () => {
    for (const narrow of [{ purposes: ["marketing"] }, { channels: [] }]) {
      const account = await newAccount();
      await changeList(account, narrow);
      await account.exchange.reply(NUMBER, "SAIR");
      expect(await account.exchange.consents()).toMatchObject([
        { ...ALL, ...("purposes" in narrow ? narrow : {}) },
      ]);
      await deleteContact(account);
      expect(await previewed(account)).toBe("pending");
      await changeList(account, ALL);
      expect(await previewed(account)).toBe("suppressed");
      await account.exchange.reply(NUMBER, "VOLTAR");
      expect(await previewed(account)).toBe("pending");
    }
  });

  it("hides no grant when the list is widened after it", async () => {
    for (const narrow of [{ purposes: ["marketing"] }, { channels: [] }]) {
      const account = await newAccount();
      await changeList(account, narrow);
      await account.exchange.reply(NUMBER, "SAIR");
      service.clock.advance(1_000);
      await record(account, { status: "granted", purposes: ["otp"] });
      await changeList(account, ALL);
      expect(await previewed(account)).toBe("pending");
      expect(await previewed(account, "marketing")).toBe("suppressed");
    }
  });

  it("keeps a grant for what the list does not suppress when the person opts out", async () => {
    const account = await newAccount();
    await changeList(account, { purposes: ["marketing"] });
    await account.request.put("/v3/sending-rules/otp").send({ require_consent: true }).expect(200);
    await record(account, { status: "granted" });
    service.clock.advance(60_000);
    await account.exchange.reply(NUMBER, "SAIR");
    expect(await previewed(account)).toBe("pending");
    expect(await previewed(account, "marketing")).toBe("suppressed");
  });

  it("grants with an opt-in exactly what the opt-out suppressed", async () => {
    const account = await newAccount();
    await changeList(account, { purposes: ["marketing"] });
    await record(account, { status: "revoked", purposes: ["otp"], channels: ["sms"] });
    service.clock.advance(60_000);
    await account.exchange.reply(NUMBER, "SAIR");
    await account.exchange.reply(NUMBER, "VOLTAR");
    const granted = (await account.exchange.consents()).filter(({ status }) => status === "granted");
    expect(granted.map(({ purposes, channels }) => ({ purposes, channels })).reverse()).toEqual([
      { purposes: ["transactional", "marketing"], channels: ["sms"] },
      { purposes: ALL.purposes, channels: ["rcs", "voice"] },
    ]);
    expect(await previewed(account)).toBe("suppressed");
    expect(await previewed(account, "marketing")).toBe("pending");
  });

  it.each([{ purposes: [] }, { channels: [] }])(
    "grants everything with an opt-in while the list is %j, also after a revocation by request",
    async (narrow) => {
      const account = await newAccount();
      await account.request.put("/v3/sending-rules/otp").send({ require_consent: true }).expect(200);
      await changeList(account, narrow);
      await record(account, { status: "revoked" });
      service.clock.advance(60_000);
      await account.exchange.reply(NUMBER, "VOLTAR");
      const [granted, revoked] = await account.exchange.consents();
      expect(granted).toMatchObject({ phone: NUMBER, status: "granted", source: "keyword", ...ALL });
      expect(revoked).toMatchObject({ phone: NUMBER, status: "revoked", source: "api", ...ALL });
      expect(await previewed(account)).toBe("pending");
      expect(await previewed(account, "marketing")).toBe("pending");
    },
  );

  it("names the console as the source of what its sessions record", async () => {
    const account = await newAccount();
    const signedIn = await request(service.express)
      .post("/console/session")
      .set({ ...CONSOLE, "X-API-Key": account.key });
    const cookie = String((signedIn.headers["set-cookie"] as unknown as string[])[0]).split(";")[0] ?? "";
    const session = request.agent(service.express).set({ ...CONSOLE, Cookie: cookie });
    const { id } = await contact(account);
    const path = `/v3/contact-lists/${(await account.exchange.provisionedList()).id}/contacts/${id}`;
    await session.post("/v3/consents").send({ phone: NUMBER, status: "granted" }).expect(201);
    await session.put(path).expect(204);
    await session.delete(path).expect(204);
    expect((await account.exchange.consents()).map(({ source }) => source)).toEqual([
      "console",
      "console",
      "console",
    ]);
    await record(account, { status: "granted" });
    expect((await account.exchange.consents())[0]?.source).toBe("api");
  });

  it("leaves the records that follow the request of an erasure", async () => {
    const account = await newAccount();
    await record(account, { status: "revoked" });
    await account.exchange.posted("/v3/privacy-requests", { phone: NUMBER, kind: "erasure" }, 202);
    service.clock.advance(1_000);
    await record(account, { status: "granted", evidence: { text: "Sim" } });
    await service.drain();
    expect(await account.exchange.consents()).toMatchObject([
      { phone: NUMBER, evidence: { text: "Sim" } },
      { phone: null, evidence: null },
    ]);
  });

  describe("under concurrent changes", () => {
    it("keeps list and ledger in step", async () => {
      const account = await newAccount();
      const { accountId, exchange, request: agent } = account;
      const { id: listId } = await account.exchange.provisionedList();
      for (let round = 0; round < 12; round++) {
        service.clock.advance(1_000);
        const { id } = await contact(account);
        const path = `/v3/contact-lists/${listId}/contacts/${id}`;
        await Promise.all([
          exchange.reply(NUMBER, "SAIR"),
          agent.put(path).expect(204),
          record(account, { status: "granted" }),
          exchange.reply(NUMBER, "VOLTAR"),
          record(account, { status: "revoked" }),
          record(account, { status: "granted", purposes: ["otp"] }),
        ]);
        const states = (await service
          .db("consent_states")
          .where({ account_id: accountId })
          .pluck("status")) as string[];
        const isMember = (await account.exchange.provisionedList()).contact_count === 1;
        const isRevoked = states.every((status) => status === "revoked");
        expect({ round, isMember }).toEqual({ round, isMember: isRevoked });
      }
    });

    it("records a grant for a removal from the list only if the contact still exists", async () => {
      const account = await newAccount();
      const { exchange, request: agent } = account;
      const { id: listId } = await account.exchange.provisionedList();
      for (let round = 0; round < 8; round++) {
        service.clock.advance(1_000);
        await exchange.reply(NUMBER, "SAIR");
        const { id } = await contact(account);
        const [removed] = await Promise.all([
          agent.delete(`/v3/contact-lists/${listId}/contacts/${id}`),
          agent.delete(`/v3/contacts/${id}`).expect(204),
        ]);
        expect([204, 404]).toContain(removed.status);
        expect(await previewed(account)).toBe(removed.status === 204 ? "pending" : "suppressed");
        expect((await account.exchange.consents()).every(({ phone }) => phone === null)).toBe(true);
      }
    });

    it("completes an import into the list beside opt-outs and deletions", async () => {
      const account = await newAccount();
      const bench = importBench(service, () => account);
      const { id: listId } = await account.exchange.provisionedList();
      const phones = Array.from({ length: 40 }, (_, index) => `+55119876520${index + 10}`);
      for (const phone of phones) await contact(account, phone);
      await bench.start(listId, await bench.upload(["telefone", ...phones].join("\n")));
      await Promise.all([
        bench.work(),
        ...phones.slice(0, 20).map((phone) => account.exchange.reply(phone, "SAIR")),
        ...phones.slice(20).map(async (phone) => {
          const { id } = await contact(account, phone);
          await account.request.delete(`/v3/contacts/${id}`).expect(204);
        }),
      ]);
      for (const phone of phones) await account.exchange.reply(phone, "SAIR");
      expect((await account.exchange.provisionedList()).contact_count).toBe(phones.length);
    });
  });

  describe("as webhook events", () => {
    const listeners = new Listeners(service);
    afterEach(() => listeners.close());

    it("reports the record of a deletion or an erasure without the number", async () => {
      for (const isErased of [false, true]) {
        const account = await listeners.account(["consent_update"]);
        const { accountId, exchange } = account;
        await optedOutBefore(account);
        await service.db("webhook_payloads").where({ account_id: accountId }).delete();
        if (isErased) await exchange.posted("/v3/privacy-requests", { phone: NUMBER, kind: "erasure" }, 202);
        else await deleteContact(account);
        await service.drain();
        const payloads: string[] = await service
          .db("webhook_payloads")
          .where({ account_id: accountId })
          .pluck("events");
        expect(payloads).toHaveLength(1);
        expect(payloads.join()).not.toContain(NUMBER);
        expect(await previewed(account)).toBe("suppressed");
      }
    });
  });
});
