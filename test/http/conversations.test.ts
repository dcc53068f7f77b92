import type { components } from "../../generated/schema";
import { eraseDue } from "../../src/features/erasure/erase";
import { erasePart } from "../../src/features/erasure/erase-number";
import { listConversations } from "../../src/features/conversations/conversations.store";
import { recountConversations } from "../../src/features/conversations/recount.store";
import { searchConversations } from "../../src/features/conversations/search.store";
import { retentionJob } from "../../src/features/retention/retention.jobs";
import type { PageRequest } from "../../src/platform/db/page";
import { DAY, MINUTE, toTimestamp } from "../../src/platform/time";
import { type Account, testAccount } from "../support/accounts";
import { databases } from "../support/databases";
import { type Exchange, type Page } from "../support/exchange";
import { retain } from "../support/retention";
import { testService } from "../support/service";
import { until } from "../support/until";

type Conversation = components["schemas"]["Conversation"];

const NUMBER = "+5511987651234";
const OTHER = "+5511987652222";
const ABSENT = "01a1f8d3-ea00-7b3f-8d21-5c7e9a0b4f16";

describe.each(databases)("conversations on %s", (database) => {
  const service = testService(database);
  let account: Account;
  let exchange: Exchange;
  beforeEach(async () => {
    account = await testAccount(service);
    ({ exchange } = account);
  });

  const list = (query: object = {}) => exchange.got<Page<Conversation>>("/v3/conversations", query);
  const phones = async (query: object = {}) => (await list(query)).data.map(({ phone }) => phone);
  const only = async (phone = NUMBER) => {
    const { data } = await list({ phone });
    expect(data).toHaveLength(1);
    return data[0] as Conversation;
  };
  const change = async ({ id }: Conversation, body: object) =>
    (await account.request.patch(`/v3/conversations/${id}`).send(body).expect(200)).body as Conversation;
  const messageIds = async () => (await exchange.inbound({ sender: NUMBER })).data.map(({ id }) => id);

  describe("a new inbound message", () => {
    it("begins a conversation, which is open and unread", async () => {
      const contact_id = await service.contact({
        phone: NUMBER,
        name: "Beatriz",
        accountId: account.accountId,
      });
      await exchange.reply(NUMBER, "Vocês abrem às 7h?");
      const [message] = (await exchange.inbound()).data;
      const conversation = await only();
      expect(conversation).toEqual({
        id: expect.any(String),
        phone: NUMBER,
        contact_id,
        contact_name: "Beatriz",
        status: "open",
        unread: true,
        unread_count: 1,
        read_up_to: null,
        opted_out: false,
        message_count: 1,
        channel: "sms",
        content_type: "text",
        preview: "Vocês abrem às 7h?",
        campaign_id: null,
        last_message_id: message?.id,
        last_received_at: toTimestamp(service.clock.now()),
      });
      const { body } = await account.request.get(`/v3/conversations/${conversation.id}`).expect(200);
      expect(body).toEqual(conversation);
    });

    it("opens a conversation that is done, and counts as unread", async () => {
      await exchange.reply(NUMBER, "Oi");
      const first = await only();
      await change(first, { status: "done", read_up_to: first.last_message_id });
      service.clock.advance(MINUTE);
      await exchange.reply(
        NUMBER,
        { type: "location", latitude: -23.5, longitude: -46.6 },
        { channel: "rcs" },
      );
      expect(await only()).toMatchObject({
        id: first.id,
        status: "open",
        unread: true,
        unread_count: 1,
        message_count: 2,
        read_up_to: first.last_message_id,
        channel: "rcs",
        content_type: "location",
        preview: null,
      });
    });

    it("counts once when the carrier reports it twice", async () => {
      await exchange.reply(NUMBER, "Oi", { reference: "a" });
      await exchange.reply(NUMBER, "Oi", { reference: "a" });
      expect(await only()).toMatchObject({ message_count: 1, unread_count: 1 });
    });

    it("is counted for each of several concurrent messages of a number", async () => {
      await Promise.all(["1", "2", "3", "4", "5"].map((text) => exchange.reply(NUMBER, text)));
      expect(await only()).toMatchObject({ message_count: 5, unread_count: 5 });
      expect((await only()).last_message_id).toBe((await messageIds())[0]);
    });

    it("shows the first 160 characters of a long text", async () => {
      await exchange.reply(NUMBER, "😀".repeat(200));
      expect((await only()).preview).toBe("😀".repeat(160));
    });

    it("sets whether the person has opted out", async () => {
      await exchange.reply(NUMBER, "SAIR");
      expect(await only()).toMatchObject({ opted_out: true, contact_id: expect.any(String) });
      await exchange.reply(NUMBER, "Por quê?");
      expect((await only()).opted_out).toBe(true);
      await exchange.reply(NUMBER, "VOLTAR");
      expect((await only()).opted_out).toBe(false);
      await exchange.rcsEvent(NUMBER, "unsubscribe");
      expect(await only()).toMatchObject({ opted_out: true, message_count: 3 });
    });

    it("begins with the latest opt-out or opt-in, also of a person who had no conversation", async () => {
      const { id: listId } = await exchange.provisionedList();
      await exchange.posted(`/v3/contact-lists/${listId}/contacts`, { phone: NUMBER }, 201);
      await exchange.reply(NUMBER, "Oi");
      expect((await only()).opted_out).toBe(false);
      await exchange.posted(`/v3/contact-lists/${listId}/contacts`, { phone: OTHER }, 201);
      await exchange.rcsEvent(OTHER, "unsubscribe");
      await exchange.reply(OTHER, "Oi");
      expect((await only(OTHER)).opted_out).toBe(true);
    });

    it("reads earlier opt-outs only for a new conversation", async () => {
      const reads: string[] = [];
      const record = ({ sql }: { sql: string }) => void (/\bconsents\b/.test(sql) && reads.push(sql));
      service.db.on("query", record);
      await exchange.reply(NUMBER, "Oi");
      expect(reads).toHaveLength(1);
      await exchange.reply(NUMBER, "Oi de novo");
      expect(reads).toHaveLength(1);
      service.db.removeListener("query", record);
    });

    it("does not opt out where the account disables opt-outs", async () => {
      await service.db("accounts").where({ id: account.accountId }).update({ opt_out: false });
      await exchange.reply(NUMBER, "SAIR");
      expect((await only()).opted_out).toBe(false);
    });
  });

  describe("an update", () => {
    it("keeps a message unread that arrives after the one that was read", async () => {
      await exchange.reply(NUMBER, "Um");
      await exchange.reply(NUMBER, "Dois");
      const seen = await only();
      await exchange.reply(NUMBER, "Três");
      const read = await change(seen, { read_up_to: seen.last_message_id, status: "done" });
      expect(read).toMatchObject({ unread: true, unread_count: 1, status: "done", message_count: 3 });
      expect(await only()).toEqual(read);
      const [newest, , oldest] = await messageIds();
      expect(await change(seen, { read_up_to: newest })).toMatchObject({ unread: false, unread_count: 0 });
      expect(await change(seen, { read_up_to: oldest })).toMatchObject({ unread_count: 2 });
      expect(await change(seen, { read_up_to: null })).toMatchObject({ unread_count: 3, read_up_to: null });
      expect(await change(seen, {})).toMatchObject({ unread_count: 3, status: "done" });
    });

    it("rejects a message that is not from the number", async () => {
      await exchange.reply(NUMBER, "Oi");
      await exchange.reply(OTHER, "Olá");
      const { id } = await only();
      const { last_message_id } = await only(OTHER);
      for (const read_up_to of [last_message_id, ABSENT]) {
        expect(await exchange.refusal("patch", `/v3/conversations/${id}`, { read_up_to })).toEqual({
          status: 422,
          fields: ["read_up_to"],
        });
      }
      expect((await only()).unread_count).toBe(1);
    });
  });

  describe("the list", () => {
    beforeEach(async () => {
      const other = await testAccount(service);
      await other.exchange.reply(NUMBER, "de outra conta");
      for (const [phone, text] of [
        ["+5511987650011", "Onde fica a PORTARÍA?"],
        ["+5511987650012", "PARE"],
        ["+5511987650013", "100% certo"],
      ] as const) {
        service.clock.advance(1_000);
        await exchange.reply(phone, text);
      }
      const read = await only("+5511987650013");
      await change(read, { status: "done", read_up_to: read.last_message_id });
    });

    it("shows the newest activity first, in pages with the total", async () => {
      expect(await phones()).toEqual(["+5511987650013", "+5511987650012", "+5511987650011"]);
      const page = await list({ limit: 1, offset: 1 });
      expect(page.data).toMatchObject([{ phone: "+5511987650012" }]);
      expect(page.pagination).toEqual({ total: 3, limit: 1, offset: 1, has_more: true });
      await exchange.reply("+5511987650011", "E agora?");
      expect((await phones())[0]).toBe("+5511987650011");
    });

    it.each([
      [{}, "11", ["11", "13", "12"]],
      [{ status: ["open"] }, "11", ["11", "12"]],
      [{ status: ["done"] }, "13", []],
    ] as const)("reads on with %j when conversation %s gets a message", async (filter, ending, expected) => {
      const { accountId } = account;
      const reading = service.app.reads.of(
        { accountId, signal: new AbortController().signal },
        { field: "search", message: "takes too long" },
      );
      const { conversations } = await listConversations(
        service.db,
        async (work) => {
          const read = await reading(work);
          await exchange.reply(`+55119876500${ending}`, "E agora?");
          return read;
        },
        accountId,
        filter,
        { limit: 10, offset: 0 },
      );
      expect(conversations.map(({ phone }) => phone.slice(-2))).toEqual(expected);
    });

    it.each([
      [{ status: "open" }, ["12", "11"]],
      [{ status: "done" }, ["13"]],
      [{ status: ["open", "done"] }, ["13", "12", "11"]],
      [{ unread: true }, ["12", "11"]],
      [{ unread: false }, ["13"]],
      [{ opted_out: true }, ["12"]],
      [{ opted_out: false }, ["13", "11"]],
      [{ opted_out: false, unread: true, status: "open" }, ["11"]],
      [{ opted_out: true, status: "done" }, []],
      [{ phone: "(11) 98765-0012" }, ["12"]],
      [{ phone: "+5511987650012", unread: false }, []],
      [{ search: "portaria" }, ["11"]],
      [{ search: "5001" }, ["13", "12", "11"]],
      [{ search: "100%", status: "open" }, []],
      [{ campaign_id: ABSENT }, []],
    ])("selects by %j", async (query, endings) => {
      expect(await phones(query)).toEqual(endings.map((ending) => `+55119876500${ending}`));
      expect((await list({ ...query, limit: 1 })).pagination.total).toBe(endings.length);
    });

    const named = (ending: string, name: string) =>
      service.contact({ phone: `+55119876500${ending}`, name, accountId: account.accountId });

    it("searches the names of contacts, without case and accents, with any other filter", async () => {
      await named("11", "João Conceição");
      await named("13", "Certo da Silva");
      await named("19", "João sem conversa");
      expect(await phones({ search: "joao CONC" })).toEqual(["+5511987650011"]);
      expect(await phones({ search: "certo" })).toEqual(["+5511987650013"]);
      expect(await phones({ search: "certo", status: "open" })).toEqual([]);
      expect(await phones({ search: "silva", status: ["open", "done"] })).toEqual(["+5511987650013"]);
      expect(await phones({ search: "silva", phone: "+5511987650013" })).toEqual(["+5511987650013"]);
      expect(await phones({ search: "silva", phone: "+5511987650011" })).toEqual([]);
    });

    it("finds each line of a name of several lines", async () => {
      await named("11", "Ana Beatriz\nDiretoria 119");
      for (const search of ["beatriz", "Diretória", "beatriz\ndir", "ria 119"]) {
        expect([search, await phones({ search })]).toEqual([search, ["+5511987650011"]]);
      }
      expect(await phones({ search: "119\n+55" })).toEqual([]);
    });

    it("searches no names for a key that cannot read contacts", async () => {
      await named("11", "Beatriz");
      const reader = service.agent(await service.keyWith(account.accountId, ["messages:read"]));
      for (const [search, total] of [
        ["beatriz", 0],
        ["portaria", 1],
      ] as const) {
        const { body } = await reader.get("/v3/conversations").query({ search }).expect(200);
        expect((body as Page<Conversation>).pagination.total).toBe(total);
      }
    });

    it("finds no conversation by the name of a deleted or renamed contact", async () => {
      const id = await named("11", "Beatriz");
      await account.request.patch(`/v3/contacts/${id}`).send({ name: "Carla" }).expect(200);
      expect(await phones({ search: "beatriz" })).toEqual([]);
      expect(await phones({ search: "carla" })).toEqual(["+5511987650011"]);
      await account.request.delete(`/v3/contacts/${id}`).expect(204);
      expect(await phones({ search: "carla" })).toEqual([]);
    });

    it.each([
      ["by the contact of each conversation", undefined],
      ["by the index of contacts", { few: 0 }],
      ["by the index, which has too many matches", { few: 0, max: 2 }],
    ])("finds the same conversations %s", async (_how, limits) => {
      for (const [ending, name] of [
        ["12", "Maria da Portaria"],
        ["13", "Márcia\nPortaria"],
        ["15", "Portaria sem conversa"],
      ] as const) {
        await named(ending, name);
      }
      const other = await testAccount(service);
      const theirs = { phone: "+5511987650011", name: "Portaria de outra conta", accountId: other.accountId };
      await service.contact(theirs);
      await service.contact({ ...theirs, phone: "+5511987650012" });
      const { accountId } = account;
      const reading = service.app.reads.of(
        { accountId, signal: new AbortController().signal },
        { field: "search", message: "takes too long" },
      );
      const source = { table: "conversations", id: "last_message_id", scope: { account_id: accountId } };
      const found = (text: string, page: PageRequest) =>
        reading((read) =>
          searchConversations(
            read,
            { source, conditions: [] },
            accountId,
            { text, names: true },
            page,
            limits,
          ),
        );
      const ids = (await list()).data.map(({ last_message_id }) => last_message_id);
      for (const [text, matching] of [
        ["PORTARIA", [0, 1, 2]],
        ["marcia", [0]],
        ["maria", [1]],
        ["ria da", [1]],
        ["50012", [1]],
        ["5001", [0, 1, 2]],
        ["portaria\n+55", []],
        ["ausente", []],
      ] as const) {
        const expected = matching.map((place) => ids[place]);
        for (let offset = 0; offset <= 3; offset += 1) {
          const page = { limit: 2, offset };
          expect({ text, offset, ...(await found(text, page)) }).toEqual({
            text,
            offset,
            ids: expected.slice(offset, offset + 2),
            total: expected.length,
          });
        }
      }
    });

    it("selects by the campaign of the newest message", async () => {
      const campaign_id = service.app.ids.next();
      await service
        .db("conversations")
        .where({ account_id: account.accountId, phone: "+5511987650011" })
        .update({ campaign_id });
      expect(await phones({ campaign_id })).toEqual(["+5511987650011"]);
      expect(await phones({ campaign_id: [campaign_id, ABSENT], unread: true })).toEqual(["+5511987650011"]);
    });

    it("rejects an invalid phone number", async () => {
      expect(await exchange.refusal("get", "/v3/conversations", { phone: "12" })).toEqual({
        status: 400,
        fields: ["phone"],
      });
    });
  });

  describe("the contact of the number", () => {
    it("is the contact that has the number now, with its current name", async () => {
      await exchange.reply(NUMBER, "Oi");
      expect(await only()).toMatchObject({ contact_id: null, contact_name: null });
      const id = await service.contact({ phone: NUMBER, name: "Ana", accountId: account.accountId });
      expect(await only()).toMatchObject({ contact_id: id, contact_name: "Ana" });
      await account.request.patch(`/v3/contacts/${id}`).send({ name: "Bia" }).expect(200);
      expect((await only()).contact_name).toBe("Bia");
      await account.request.patch(`/v3/contacts/${id}`).send({ phone: OTHER }).expect(200);
      expect(await only()).toMatchObject({ contact_id: null, contact_name: null });
    });

    it("has no name for a key that cannot read contacts", async () => {
      const id = await service.contact({ phone: NUMBER, name: "Ana", accountId: account.accountId });
      await exchange.reply(NUMBER, "Oi");
      const reader = service.agent(await service.keyWith(account.accountId, ["messages:read"]));
      const { body } = await reader.get("/v3/conversations").expect(200);
      expect(body.data).toMatchObject([{ contact_id: id, contact_name: null }]);
    });

    it("is absent after its deletion, which erases the preview", async () => {
      const id = await service.contact({ phone: NUMBER, name: "Ana", accountId: account.accountId });
      await exchange.reply(NUMBER, "Rua das Acácias");
      await account.request.delete(`/v3/contacts/${id}`).expect(204);
      await eraseDue(service.app, account.accountId);
      expect(await only()).toMatchObject({
        contact_id: null,
        contact_name: null,
        preview: null,
        content_type: "text",
        message_count: 1,
      });
      expect(await phones({ search: "acacias" })).toEqual([]);
      expect(await phones({ search: NUMBER })).toEqual([NUMBER]);
    });
  });

  it("ends with the erasure of the number, except for later messages", async () => {
    const erase = async (upTo: string) => {
      for (let state = "more"; state === "more";) {
        ({ state } = await erasePart(service.app, { accountId: account.accountId, phone: NUMBER, upTo }));
      }
    };
    await exchange.reply(NUMBER, "SAIR");
    await erase(service.app.ids.next());
    expect(await phones()).toEqual([]);
    await exchange.reply(NUMBER, "Dois");
    await exchange.reply(NUMBER, "Três");
    const upTo = service.app.ids.next();
    await exchange.reply(NUMBER, "Quatro");
    await erase(upTo);
    const later = { message_count: 1, unread_count: 1, preview: "Quatro" };
    expect(await only()).toMatchObject({ ...later, opted_out: true });
  });

  describe("the retention", () => {
    it("counts the messages that are left, and ends a conversation with its last message", async () => {
      await exchange.reply(NUMBER, "Um");
      await exchange.reply(NUMBER, "Dois");
      await exchange.reply(OTHER, "Olá");
      const { last_message_id: read_up_to } = await only();
      service.clock.advance(10 * DAY + 1);
      await exchange.reply(NUMBER, "Três");
      await change(await only(), { read_up_to });
      await retain(service.app, { retainInboundDays: 10 });
      expect(await phones()).toEqual([NUMBER]);
      expect(await only()).toMatchObject({ message_count: 1, unread_count: 1, preview: "Três", read_up_to });
      service.clock.advance(10 * DAY + 1);
      await retain(service.app, { retainInboundDays: 10 });
      expect(await phones()).toEqual([]);
    });

    it("keeps an opt-out for a conversation that begins again", async () => {
      await exchange.reply(NUMBER, "SAIR");
      expect((await only()).opted_out).toBe(true);
      service.clock.advance(10 * DAY + 1);
      await retain(service.app, { retainInboundDays: 10 });
      expect(await phones()).toEqual([]);
      await exchange.reply(NUMBER, "Oi");
      expect((await only()).opted_out).toBe(true);
    });

    // On SQLite, a reply waits for the only writer.
    if (database === "PostgreSQL") {
      it("keeps an opt-out for a conversation that the retention deletes during a reply", async () => {
        await exchange.reply(NUMBER, "SAIR");
        const { accountId } = account;
        const reply = await service.db.transaction(async (trx) => {
          await trx("inbound_messages").where({ account_id: accountId }).delete();
          await recountConversations(trx, accountId, [NUMBER]);
          const reply = exchange.reply(NUMBER, "Oi");
          const of = { datname: trx.raw("current_database()"), wait_event_type: "Lock" };
          const isWaiting = async () => (await service.db("pg_stat_activity").where(of)).length > 0;
          await until("the reply waits", 10, isWaiting);
          return [reply];
        });
        await reply[0];
        expect((await only()).opted_out).toBe(true);
      });
    }

    it("erases the preview with the content of the message", async () => {
      await exchange.reply(NUMBER, "Acácias");
      service.clock.advance(10 * DAY + 1);
      await exchange.reply(OTHER, "Nova");
      await retain(service.app, { retainContentDays: 10 });
      expect((await only()).preview).toBeNull();
      expect(await phones({ search: "acacias" })).toEqual([]);
      expect((await only(OTHER)).preview).toBe("Nova");
    });

    it("shows the newest message that is left, if an older one outlives it", async () => {
      const file = {
        type: "file",
        contentType: "image/png",
        filename: "a.png",
        bytes: Buffer.from("a"),
      } as const;
      await exchange.reply(NUMBER, file);
      await exchange.reply(NUMBER, "Depois");
      service.clock.advance(10 * DAY + 1);
      const storage = { ...service.app.storage, remove: () => Promise.reject(new Error("away")) };
      const config = { ...service.app.config, retainInboundDays: 10 };
      const job = retentionJob({ ...service.app, storage, config });
      while (await job.run()) continue;
      const [left] = await messageIds();
      expect(await only()).toMatchObject({
        message_count: 1,
        content_type: "file",
        preview: null,
        last_message_id: left,
      });
    });
  });
});
