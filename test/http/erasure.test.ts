import { access } from "node:fs/promises";
import { join } from "node:path";
import { eraseDue } from "../../src/features/erasure/erase";
import { erasureHandler } from "../../src/features/erasure/erasure.jobs";
import { workOff } from "../../src/queue/worker";
import { DAY, HOUR, MINUTE, SECOND } from "../../src/platform/time";
import { type Account, testAccount } from "../support/accounts";
import { databases } from "../support/databases";
import { type Exchange, type Page } from "../support/exchange";
import { Listeners } from "../support/listeners";
import { testService } from "../support/service";

const NUMBER = "+5511987651234";
const NEVER_REPORTED = "+5511987650003";
const NAME = "Anastácia Quintanilha";
const CPF = "529.982.247-25";
const REPLY = "Moro na Rua das Acácias";
const PRIVATE = [NAME, "Anastacia", "anastacia quintanilha", CPF, "529982247", REPLY, "acacias"];

describe.each(databases)("erasure of a deleted contact on %s", (database) => {
  const service = testService(database);
  const listeners = new Listeners(service);
  afterEach(() => listeners.close());
  let account: Account;
  let exchange: Exchange;
  beforeEach(async () => {
    account = await testAccount(service);
    ({ exchange } = account);
  });

  const contact = (phone = NUMBER) =>
    service.contact({ phone, name: NAME, attributes: { cpf: CPF }, accountId: account.accountId });
  const remove = (id: string) => account.request.delete(`/v3/contacts/${id}`).expect(204);
  const erase = async () => {
    await workOff(service.app, erasureHandler(service.app));
  };
  const found = async (search: string) => (await exchange.messages({ search })).length;
  const open = () => service.db("erasures").where({ account_id: account.accountId }).whereNotNull("due_at");

  /** Returns all rows of the account in all tables as one text. */
  async function everything(): Promise<string> {
    const list =
      database === "SQLite"
        ? service.db("sqlite_master").where({ type: "table" }).pluck("name")
        : service.db("pg_tables").where({ schemaname: "public" }).pluck("tablename");
    const tables = ((await list) as string[]).filter((name) => !/^(sqlite_|contacts_search_)/.test(name));
    expect(tables).toEqual(
      expect.arrayContaining(["messages", "inbound_messages", "follow_ups", "contacts"]),
    );
    const rows = await Promise.all(tables.map((table) => service.db(table).select("*") as Promise<object[]>));
    const own = rows.flat().map((row) => JSON.stringify(row));
    return own.filter((row) => row.includes(account.accountId)).join("\n");
  }

  it("removes the name, attributes and texts, and keeps the records", async () => {
    const id = await contact();
    const template = await exchange.template({ text: "Olá {{name}}, CPF {{cpf}}, {{pedido}}" });
    const [messageId = ""] = await exchange.send({ template }, NUMBER, { pedido: REPLY });
    await service.drain();
    await exchange.reply(NUMBER, REPLY);
    await exchange.reply(NUMBER, { type: "location", latitude: -23.5, longitude: -46.6 });
    expect(await everything()).toContain(CPF);
    const before = await exchange.message(messageId);
    expect([await found(NAME), await found(CPF)]).toEqual([1, 1]);

    await remove(id);
    await erase();
    const left = await everything();
    for (const text of PRIVATE) expect(left).not.toContain(text);
    expect([await found(NAME), await found("anastacia"), await found(CPF), await found(NUMBER)]).toEqual([
      0, 0, 0, 1,
    ]);
    expect(await exchange.message(messageId)).toEqual({ ...before, content: null });
    const { data } = await exchange.inbound({ search: "rua das" });
    expect(data).toEqual([]);
    expect((await exchange.inbound()).data).toMatchObject([
      { content_type: "location", location: null, paired_message_id: messageId },
      { content_type: "text", text: null, sender: NUMBER, paired_message_id: messageId },
    ]);
    const usage = await account.request.get("/v3/usage").expect(200);
    expect(usage.body.data).toMatchObject([{ total: 1, delivered: 1, price: before.price }]);
  });

  it("removes the files that the person sent", async () => {
    const id = await contact();
    await exchange.reply(NUMBER, {
      type: "file",
      contentType: "image/png",
      filename: "rg-anastacia.png",
      bytes: Buffer.from("png"),
    });
    const [{ file, id: inboundId } = { file: null, id: "" }] = (await exchange.inbound()).data;
    const path = new URL(file?.url ?? "").pathname;
    await service.anonymous.get(path).expect(200);
    const [{ file_id } = { file_id: "" }] = (await service
      .db("inbound_messages")
      .where({ id: inboundId })) as {
      file_id: string;
    }[];
    await remove(id);
    await erase();
    await service.anonymous.get(path).expect(404);
    const bytes = join(service.app.config.dataDir, "files", account.accountId, file_id);
    await expect(access(bytes)).rejects.toThrow("ENOENT");
    expect((await exchange.inbound()).data).toMatchObject([{ content_type: "file", file: null }]);
    expect(await everything()).not.toContain("anastacia");
  });

  it("removes the labels and data of tapped suggestions", async () => {
    const id = await contact();
    await exchange.rcsEvent(NUMBER, "action", { actionLabel: REPLY, postbackData: CPF });
    expect((await exchange.events()).data).toMatchObject([{ action_label: REPLY }]);
    await remove(id);
    await erase();
    expect((await exchange.events()).data).toMatchObject([{ action_label: null, postback_data: null }]);
  });

  it("lets a message in flight arrive first, and sends no follow-up", async () => {
    const id = await contact();
    const next = await exchange.template({ text: "{{name}}, tudo certo?" });
    const rules = [{ on: ["delivered" as const], after_seconds: 3_600, template_id: next }];
    const template = await exchange.template({ text: "Olá {{name}} {{senha}}", rules });
    const [messageId = ""] = await exchange.send({ template }, NUMBER, { senha: REPLY });
    await remove(id);
    await erase();
    // The submission still needs the text. The variables of follow-ups and the search text are erased.
    expect((await exchange.message(messageId)).content).toMatchObject({ text: `Olá ${NAME} ${REPLY}` });
    expect(await found(NAME)).toBe(0);
    await service.drain();
    expect(await exchange.message(messageId)).toMatchObject({ status: "delivered" });
    service.clock.advance(10 * MINUTE);
    await erase();
    expect((await exchange.message(messageId)).content).toBeNull();
    const left = await everything();
    for (const text of PRIVATE) expect(left).not.toContain(text);
    await service.drainAfter(2 * HOUR);
    expect(await exchange.followUpsOf(messageId)).toEqual([]);
    expect(await open()).toEqual([]);
  });

  it("ends waiting follow-ups", async () => {
    const id = await contact();
    const next = await exchange.template({ text: "{{name}}, tudo certo?" });
    const rules = [{ on: ["delivered" as const], after_seconds: 3_600, template_id: next }];
    const messageId = await exchange.sendOne({ template: await exchange.template({ rules }) }, NUMBER);
    await service.drain();
    await remove(id);
    await erase();
    await service.drainAfter(2 * HOUR);
    expect(await exchange.followUpsOf(messageId)).toEqual([]);
  });

  it("waits for a delivery report until its timeout", async () => {
    const id = await contact(NEVER_REPORTED);
    const messageId = await exchange.sendOne({ text: `Olá ${NAME}` }, NEVER_REPORTED);
    await service.drain();
    await remove(id);
    for (const [wait, content] of [
      [HOUR, { type: "text", text: `Olá ${NAME}` }],
      [4 * DAY, null],
    ] as const) {
      await service.drainAfter(wait);
      await erase();
      expect(await exchange.message(messageId)).toMatchObject({ status: "sent", content });
    }
    expect(await open()).toEqual([]);
  });

  it("covers messages to the contact's earlier number, but not another contact's messages to it", async () => {
    const id = await contact();
    const before = await exchange.sendOne({ text: `Olá ${NAME}` }, NUMBER);
    const now = "+5511987655678";
    await account.request.patch(`/v3/contacts/${id}`).send({ phone: now }).expect(200);
    const newOwner = await service.contact({ phone: NUMBER, name: "Bia", accountId: account.accountId });
    const toNewOwner = await exchange.sendOne({ text: "Olá Bia" }, NUMBER);
    const after = await exchange.sendOne({ text: `Olá de novo, ${NAME}` }, now);
    const bystander = await exchange.sendOne({ text: "Olá Caio" }, "+5511987659999");
    await service.drain();
    await remove(id);
    await erase();
    const contents = async (...ids: string[]) =>
      (await Promise.all(ids.map(exchange.message))).map(({ content }) => content !== null);
    expect(await contents(before, toNewOwner, after, bystander)).toEqual([false, true, false, true]);
    await remove(newOwner);
    await erase();
    expect(await contents(toNewOwner, bystander)).toEqual([false, true]);
  });

  it("keeps messages to an earlier number from the time after the contact gave it up", async () => {
    const id = await contact();
    const before = await exchange.sendOne({ text: `Olá ${NAME}` }, NUMBER);
    await account.request.patch(`/v3/contacts/${id}`).send({ phone: "+5511987655678" }).expect(200);
    const next = await exchange.template({ text: "Tudo certo?" });
    const rules = [{ on: ["delivered" as const], after_seconds: 3_600, template_id: next }];
    const after = await exchange.sendOne({ template: await exchange.template({ rules }) }, NUMBER);
    await service.drain();
    await remove(id);
    await erase();
    expect((await exchange.message(before)).content).toBeNull();
    expect((await exchange.message(after)).content).not.toBeNull();
    await service.drainAfter(2 * HOUR);
    expect(await exchange.followUpsOf(after)).toHaveLength(1);
    expect(await open()).toEqual([]);
  });

  it("keeps what arrived from an earlier number after another contact got it", async () => {
    account = await listeners.account(["inbound_message"]);
    ({ exchange } = account);
    const id = await contact();
    await exchange.reply(NUMBER, REPLY);
    await exchange.rcsEvent(NUMBER, "action", { actionLabel: REPLY });
    await account.request.patch(`/v3/contacts/${id}`).send({ phone: "+5511987655678" }).expect(200);
    await contact();
    await exchange.reply(NUMBER, "Sou a Bia");
    await exchange.rcsEvent(NUMBER, "action", { actionLabel: "Sou a Bia" });
    const bytes = Buffer.from("png");
    await exchange.reply(NUMBER, { type: "file", contentType: "image/png", filename: null, bytes });
    await exchange.reply(NUMBER, "Bia de novo");
    await remove(id);
    await erase();
    const { data } = await exchange.inbound();
    expect(data.map(({ text, file }) => file?.content_type ?? text)).toEqual([
      "Bia de novo",
      "image/png",
      "Sou a Bia",
      null,
    ]);
    expect((await exchange.events()).data.map((event) => event.action_label)).toEqual(["Sou a Bia", null]);
    const { data: conversations } = await exchange.got<Page<object>>("/v3/conversations");
    expect(conversations).toMatchObject([{ preview: "Bia de novo" }]);
    const payloads: string[] = await service
      .db("webhook_payloads")
      .where({ account_id: account.accountId })
      .pluck("events");
    expect(payloads.filter((events) => events.includes("Bia"))).toHaveLength(2);
    expect(payloads.join()).not.toContain(REPLY);
  });

  it("erases a reply of the contact that arrived while its number changed", async () => {
    account = await listeners.account(["inbound_message"]);
    ({ exchange } = account);
    const id = await contact();
    const changedAt = service.app.ids.next();
    await exchange.reply(NUMBER, REPLY);
    await account.request.patch(`/v3/contacts/${id}`).send({ phone: "+5511987655678" }).expect(200);
    // Stores the bound of a change of number that began before the reply.
    await service.db("erasures").where({ contact_id: id }).update({ held_up_to: changedAt });
    await remove(id);
    await erase();
    expect(await everything()).not.toMatch(/ac[aá]cias/i);
  });

  it("keeps the messages of the contact that had the number before", async () => {
    account = await listeners.account(["inbound_message"]);
    ({ exchange } = account);
    const before = await contact();
    await exchange.reply(NUMBER, "Sou a Bia");
    await account.request.patch(`/v3/contacts/${before}`).send({ phone: "+5511987655678" }).expect(200);
    const id = await contact();
    const preview = async () => (await exchange.got<Page<object>>("/v3/conversations")).data;
    await remove(id);
    await erase();
    expect((await exchange.inbound()).data).toMatchObject([{ text: "Sou a Bia" }]);
    expect(await preview()).toMatchObject([{ preview: "Sou a Bia" }]);
    const of = { account_id: account.accountId };
    expect(await service.db("webhook_payloads").where(of).pluck("events")).toEqual([
      expect.stringContaining("Sou a Bia"),
    ]);
    expect(await contact()).toBe(id);
    await exchange.reply(NUMBER, REPLY);
    await remove(id);
    await erase();
    expect((await exchange.inbound()).data.map(({ text }) => text)).toEqual([null, "Sou a Bia"]);
    expect(await preview()).toMatchObject([{ preview: null }]);
  });

  it("keeps messages exchanged after the contact was restored", async () => {
    const id = await contact();
    const old = await exchange.sendOne({ text: `Olá ${NAME}` }, NUMBER);
    await service.drain();
    await remove(id);
    expect(await contact()).toBe(id);
    const fresh = await exchange.sendOne({ text: `Olá ${NAME}` }, NUMBER);
    await exchange.reply(NUMBER, REPLY);
    await service.drain();
    await erase();
    service.clock.advance(HOUR);
    await erase();
    expect((await exchange.message(old)).content).toBeNull();
    expect((await exchange.message(fresh)).content).not.toBeNull();
    expect((await exchange.inbound()).data).toMatchObject([{ text: REPLY }]);
    expect(await open()).toEqual([]);
    // A second deletion erases these messages too.
    await remove(id);
    await erase();
    expect((await exchange.message(fresh)).content).toBeNull();
  });

  it("covers messages to a number that the restored contact gave up while its erasure was open", async () => {
    const id = await contact();
    await remove(id);
    await erase();
    await contact();
    const sent = await exchange.sendOne({ text: `Olá ${NAME}` }, NUMBER);
    await service.drain();
    await account.request.patch(`/v3/contacts/${id}`).send({ phone: "+5511987655678" }).expect(200);
    service.clock.advance(HOUR);
    await erase();
    expect(await open()).toEqual([]);
    expect((await exchange.message(sent)).content).not.toBeNull();
    await remove(id);
    await erase();
    expect((await exchange.message(sent)).content).toBeNull();
    service.clock.advance(HOUR);
    await erase();
    expect(await service.db("erasures").where({ account_id: account.accountId })).toEqual([]);
  });

  it("covers a concurrent send that had read the contact before its deletion", async () => {
    const id = await contact();
    const template = await exchange.template({ text: "Olá {{name}}" });
    await remove(id);
    await erase();
    const messageId = await exchange.sendOne({ template }, NUMBER, { name: NAME });
    // Simulates a send that was planned before the deletion.
    await service.db("messages").where({ id: messageId }).update({ contact_id: id });
    await service.drain();
    service.clock.advance(10 * MINUTE + SECOND);
    await erase();
    expect((await exchange.message(messageId)).content).toBeNull();
    expect(await open()).toEqual([]);
  });

  it("works in batches, and is idempotent", async () => {
    const id = await contact();
    for (let sent = 0; sent < 3; sent++) {
      await exchange.send(
        { text: `Olá ${NAME}` },
        Array.from({ length: 400 }, () => NUMBER),
      );
    }
    await remove(id);
    // One message is still in flight and must not delay the rest.
    const rows = service.db("messages").where({ account_id: account.accountId });
    const [first = ""] = (await rows.clone().orderBy("id").limit(1).pluck("id")) as string[];
    await rows.clone().whereNot({ id: first }).update({ status: "failed" });
    expect(await eraseDue(service.app, account.accountId)).toBe(true);
    await Promise.all([erase(), erase()]);
    const left = (await rows.clone().whereNotNull("content").pluck("id")) as string[];
    expect(left).toEqual([first]);
    expect(await rows.clone().where("search", "like", "%anastacia%")).toEqual([]);
  });

  it("erases although a clock that was ahead has stored the next step", async () => {
    const id = await contact();
    const messageId = await exchange.sendOne({ text: `Olá ${NAME}` }, NUMBER);
    await service.drain();
    await remove(id);
    await open().update({ due_at: service.clock.now() + DAY });
    await erase();
    expect((await exchange.message(messageId)).content).toBeNull();
  });

  it("continues with other contacts when one erasure fails", async () => {
    const [stuck, free] = [await contact(), await contact("+5511987655678")];
    await exchange.reply(NUMBER, {
      type: "file",
      contentType: "image/png",
      filename: null,
      bytes: Buffer.from("png"),
    });
    const messageId = await exchange.sendOne({ text: `Olá ${NAME}` }, "+5511987655678");
    await service.drain();
    await remove(stuck);
    await remove(free);
    const storage = {
      ...service.app.storage,
      remove: async () => Promise.reject(new Error("the disk says no")),
    };
    await workOff(service.app, erasureHandler({ ...service.app, storage }));
    expect((await exchange.message(messageId)).content).toBeNull();
    expect((await exchange.inbound()).data).toMatchObject([{ file: expect.any(Object) as object }]);
    service.clock.advance(10 * MINUTE);
    await erase();
    expect((await exchange.inbound()).data).toMatchObject([{ file: null }]);
  });
});
