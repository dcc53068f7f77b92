import { readdir, readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { eraseNumberFromReports } from "../../src/features/dispatch/number-erasure.store";
import { erasePart, type ErasedCounts } from "../../src/features/erasure/erase-number";
import { eraseMessageEvents } from "../../src/features/webhooks/number-erasure.store";
import { Foreground } from "../../src/platform/concurrency/foreground";
import { DAY, MINUTE } from "../../src/platform/time";
import { type Account, testAccount } from "../support/accounts";
import { databases } from "../support/databases";
import { type Exchange } from "../support/exchange";
import { expandOnce } from "../support/expansion";
import { importBench } from "../support/imports";
import { retain } from "../support/retention";
import { testService } from "../support/service";

const NUMBER = "+5511987651234";
const NEVER_REPORTED = "+5511987650003";
const OTHER = "+5511912345678";
const NAME = "Anastácia Quintanilha";
const WORDS = "Moro na Rua das Acácias";
/** Number of another person that contains the digits of `NUMBER` without its ninth digit. */
const FOREIGN = "+54 9 11 8765-1234";
const SPELLINGS = ["5511987651234", "(11) 98765-1234", "11987651234", "987651234", "98765-1234"];
const PRIVATE = [...SPELLINGS, NAME, "anastacia", "Acácias", "acacias"];

function sumOf(counts: ErasedCounts, more: ErasedCounts): ErasedCounts {
  const sums = { ...counts };
  for (const [name, count] of Object.entries(more) as [keyof ErasedCounts, number][])
    sums[name] = (sums[name] ?? 0) + count;
  return sums;
}

const bytes = Buffer.from(`picture of ${NAME}`);
const picture = { type: "file", contentType: "image/png", filename: "anastacia.png", bytes } as const;

const tap = { actionLabel: WORDS, postbackData: NAME };

describe.each(databases)("the erasure of a number on %s", (database) => {
  const service = testService(database);
  let account: Account;
  let exchange: Exchange;
  let hooks: Server;
  beforeAll(async () => {
    // Rejects every second request.
    let requests = 0;
    hooks = createServer((_, res) => res.writeHead(++requests % 2 === 0 ? 500 : 204).end());
    await new Promise<void>((resolve) => hooks.listen(0, "127.0.0.1", resolve));
  });
  afterAll(() => hooks.close());
  beforeEach(async () => {
    account = await testAccount(service);
    ({ exchange } = account);
  });

  const contact = (phone: string, name?: string, attributes?: Record<string, string>, of = account) =>
    service.contact({ phone, name, attributes, accountId: of.accountId });

  const newId = () => service.app.ids.next();

  /** Erases until nothing is left, or until it waits. Returns the sums of all parts. */
  async function erase(phone: string, upTo = newId()) {
    let sums: ErasedCounts = {};
    for (let part = 0; part < 500; part++) {
      const { counts, state } = await erasePart(service.app, { accountId: account.accountId, phone, upTo });
      sums = sumOf(sums, counts);
      if (state !== "more") return { sums, state, upTo };
    }
    throw new Error("the erasure does not end");
  }

  async function eraseAll(phone: string) {
    const { upTo, sums } = await erase(phone);
    service.clock.advance(MINUTE + 1);
    const rest = await erase(phone, upTo);
    expect(rest.state).toBe("done");
    return sumOf(sums, rest.sums);
  }

  /** Returns the bytes of all rows of all tables, or of the SQLite files, and of all stored files. */
  async function everyByte(): Promise<string> {
    const parts: string[] = [];
    if (database === "SQLite") {
      await service.db.raw("pragma wal_checkpoint(truncate)");
    } else {
      const tables = (await service
        .db("pg_tables")
        .where({ schemaname: "public" })
        .pluck("tablename")) as string[];
      for (const table of tables) {
        const { rows } = (await service.db.raw("select r::text as text from ?? r", [table])) as {
          rows: { text: string }[];
        };
        parts.push(...rows.map(({ text }) => text));
      }
    }
    const names = await readdir(service.app.config.dataDir, { recursive: true, withFileTypes: true });
    for (const file of names.filter((entry) => entry.isFile())) {
      parts.push(file.name, (await readFile(join(file.parentPath, file.name))).toString("utf8"));
    }
    return parts.join("\n");
  }

  const totals = async () => {
    const usage = await account.request.get("/v3/usage").expect(200);
    const lists = ["messages", "inbound-messages", "inbound-rcs-events", "campaigns"];
    const counted = lists.map(async (list) => {
      const { body } = await account.request.get(`/v3/${list}`).query({ limit: 1 }).expect(200);
      return [list, (body as { pagination: { total: number } }).pagination.total] as const;
    });
    return { usage: usage.body as object, lists: Object.fromEntries(await Promise.all(counted)) as object };
  };

  const addWebhook = () =>
    exchange.posted(
      "/v3/webhooks",
      {
        url: `http://127.0.0.1:${(hooks.address() as AddressInfo).port}/`,
        event_types: ["message_update", "inbound_message", "campaign_update", "inbound_rcs_event"],
      },
      201,
    );

  /** Stores the number and the name in every place that can hold them. */
  async function fill() {
    const imports = importBench(service, () => account);
    await addWebhook();
    await contact(NUMBER, NAME, { rua: WORDS });
    const moved = await contact("+5511987654444", "Bia");
    for (const phone of ["+5511987655555", "+5511987656666"]) {
      await account.request.patch(`/v3/contacts/${moved}`).send({ phone }).expect(200);
    }
    await service.db("erasures").where({ phone: "+5511987655555" }).update({ phone: NUMBER });
    const { listId, done } = await imports.run(
      `telefone;nome;rua\n(11) 98765-1234;${NAME};${WORDS}\n(11) 98765-1234;${NAME.repeat(20)};x\n${OTHER};Caio;y\n`,
    );
    expect(done).toMatchObject({ rejected: 1, updated: 1, created: 1 });
    const next = await exchange.template({ text: "{{name}}, tudo certo?" });
    const rules = [{ on: ["delivered" as const], after_seconds: 60, template_id: next }];
    const template = await exchange.template({ text: "Olá {{name}}, {{rua}}", rules });
    const body = {
      template_id: template,
      recipients: [
        { to: NUMBER, variables: { rua: WORDS }, client_reference: `pedido ${NUMBER}` },
        { to: OTHER, variables: { rua: "B" } },
      ],
    };
    for (const key of ["first", `to ${NUMBER}`]) {
      await account.request.post("/v3/messages").set("Idempotency-Key", key).send(body).expect(202);
    }
    const tagged = {
      channel: "sms",
      content: { type: "text", text: "Oi" },
      recipients: [{ to: NUMBER }],
      tags: ["pedidos", `cliente:${NUMBER.slice(1)}`],
    };
    await exchange.posted("/v3/messages", tagged, 202);
    await service.drain();
    await service.drainAfter(2 * MINUTE);
    const { campaigns } = account;
    const campaign = await campaigns.launched({
      list: listId,
      template: await campaigns.template("{{name}}"),
    });
    await service.drain();
    await exchange.send({ text: "{{missing}}" }, NUMBER);
    await exchange.reply(NUMBER, WORDS);
    await exchange.reply(NUMBER, picture);
    await exchange.rcsEvent(NUMBER, "action", tap);
    await service.drain();
    // Never sent: the number is in the stored event alone.
    await exchange.send({ text: `Olá ${NAME}` }, NUMBER);
    await exchange.send({ text: "Olá Caio" }, OTHER);
    await service.dispatcher.workOff();
    for (const carrier of service.app.carriers.values()) await carrier.settled?.();
    return { listId, importId: done.id, campaign, fileId: done.file_id };
  }

  it("leaves neither number nor name in any byte, and keeps all totals", async () => {
    const { listId, importId, campaign } = await fill();
    const before = await everyByte();
    for (const text of [NUMBER, NAME, "98765-1234", "anastacia", "Acácias"]) expect(before).toContain(text);
    const totalsBefore = await totals();
    const progress = await exchange.got<{ progress: object }>(`/v3/campaigns/${campaign}`);

    const { upTo, sums: first } = await erase(NUMBER);
    service.clock.advance(MINUTE + 1);
    const second = await erase(NUMBER, upTo);
    // An idempotency key contains the number.
    expect(second.state).toBe("waiting");
    service.clock.advance(DAY);
    expect((await erase(NUMBER, upTo)).state).toBe("done");
    const sums = sumOf(first, second.sums);
    expect(sums).toMatchObject({ contacts: 1, inbound_messages: 2, inbound_rcs_events: 1, imports: 1 });
    expect(sums).toMatchObject({ idempotency_keys: 2, files: 2 });
    const after = await everyByte();
    expect(PRIVATE.filter((text) => after.includes(text))).toEqual([]);
    expect(after).toContain(OTHER);

    expect(await totals()).toEqual(totalsBefore);
    const left = await exchange.got<{ progress: object }>(`/v3/campaigns/${campaign}`);
    expect(left.progress).toEqual(progress.progress);
    const errors = await importBench(service, () => account).errors(listId, importId);
    expect(errors).toContain("3,");
  });

  it("erases tags, references and errors that contain the number in the Brazilian way", async () => {
    const phone = "+5521987650003";
    const spellings = ["21987650003", "98765-0003"];
    await addWebhook();
    const send = async (to: string, clientReference: string, tag: string) => {
      const text = { channel: "sms", content: { type: "text", text: "Oi" } };
      const recipients = [{ to, client_reference: clientReference }];
      const body = { ...text, recipients, tags: ["pedidos", tag] };
      const sent = await exchange.posted<{ data: { message_id: string }[] }>("/v3/messages", body, 202);
      return sent.data[0]?.message_id ?? "";
    };
    const id = await send(phone, "(21) 98765-0003 pedido 1", "cliente.21987650003-01");
    const other = await send(OTHER, "(11) 91234-5678 pedido 2", "cliente.11912345678");
    await service.drain();
    const error = {
      code: "carrier_rejected",
      message: "O número (21) 98765-0003 não existe",
      carrierCode: null,
    } as const;
    const report = { accountId: account.accountId, messageId: id, status: "undelivered", error } as const;
    await service.app.deliveryReports.from("sandbox")([{ ...report, occurredAt: service.clock.now() }]);
    await exchange.reply(phone, "Oi", { reference: "mo/21987650003" });
    await service.drain();
    const before = await everyByte();
    for (const spelling of spellings) expect(before).toContain(spelling);
    await eraseAll(phone);
    const after = await everyByte();
    expect(spellings.filter((spelling) => after.includes(spelling))).toEqual([]);
    expect(await exchange.message(id)).toMatchObject({
      client_reference: null,
      tags: ["pedidos"],
      error: { code: "carrier_rejected", message: "" },
    });
    expect(await exchange.message(other)).toMatchObject({
      client_reference: "(11) 91234-5678 pedido 2",
      tags: ["pedidos", "cliente.11912345678"],
    });
    const payloads = await service.db("webhook_payloads").where({ account_id: account.accountId });
    for (const text of ["(11) 91234-5678 pedido 2", "cliente.11912345678"])
      expect(JSON.stringify(payloads)).toContain(text);
  });

  it("deletes counts by a tag with the number, but not by a tag with another number that contains its digits", async () => {
    const tags = ["cliente.11987651234", FOREIGN.replaceAll(" ", "."), `${NUMBER.slice(1)}_2`];
    const count = { account_id: account.accountId, day: 1, channel: "sms", messages: 1, price: 0 };
    for (const table of ["message_tag_counts", "message_tag_totals"])
      await service.db(table).insert(tags.map((tag) => ({ ...count, tag, status: "sent" })));
    await eraseAll(NUMBER);
    for (const table of ["message_tag_counts", "message_tag_totals"])
      expect(await service.db(table).where({ account_id: account.accountId }).pluck("tag")).toEqual([
        tags[1],
      ]);
  });

  it("shows erased records without a number", async () => {
    const id = await exchange.sendOne({ text: `Olá ${NAME}` }, NUMBER);
    await service.drain();
    await exchange.reply(NUMBER, WORDS);
    await exchange.rcsEvent(NUMBER, "action", tap);
    const before = await exchange.message(id);
    await eraseAll(NUMBER);
    expect(await exchange.message(id)).toEqual({ ...before, to: null, content: null });
    expect((await exchange.inbound()).data).toMatchObject([{ sender: null, text: null }]);
    expect((await exchange.events()).data).toMatchObject([{ sender: null, action_label: null }]);
    expect(await exchange.messages({ recipient: NUMBER })).toEqual([]);
    // A later report of the erased message has no number either.
    await addWebhook();
    await exchange.reports(id, "read");
    expect(await exchange.message(id)).toMatchObject({ to: null, status: "read" });
    const [payload] = (await service.db("webhook_payloads").where({ account_id: account.accountId })) as {
      events: string;
    }[];
    expect(JSON.parse(payload?.events ?? "")).toMatchObject([{ data: { to: null, status: "read" } }]);
    await service.drain();
  });

  it("returns a repeated send without the number", async () => {
    const body = {
      channel: "sms",
      content: { type: "text", text: "Oi" },
      recipients: [{ to: NUMBER }, { to: OTHER }],
    };
    const send = () =>
      account.request.post("/v3/messages").set("Idempotency-Key", "k").send(body).expect(202);
    const first = (await send()).body as { data: { to: string }[] };
    await service.drain();
    await eraseAll(NUMBER);
    const again = (await send()).body as typeof first;
    expect(again.data).toEqual([{ ...first.data[0], to: null }, first.data[1]]);
  });

  it("erases the responses of sends that were in progress at the request", async () => {
    const { upTo, state } = await erase(NUMBER);
    expect(state).toBe("waiting");
    const record = (key: string) => ({
      account_id: account.accountId,
      key,
      fingerprint: "",
      created_at: service.clock.now(),
      answer: JSON.stringify({ data: [{ to: NUMBER }] }),
    });
    const keys = Array.from({ length: 60 }, (_, at) => `late ${at}`);
    await service.db("idempotency_keys").insert(keys.map(record));
    service.clock.advance(MINUTE + 1);
    const last = await erase(NUMBER, upTo);
    expect(last).toMatchObject({ state: "done", sums: { idempotency_keys: 60 } });
    const answers = (await service
      .db("idempotency_keys")
      .where({ account_id: account.accountId })
      .distinct()
      .pluck("answer")) as string[];
    expect(answers).toEqual([JSON.stringify({ data: [{ to: null }] })]);
  });

  it.each([
    ["in E.164", NUMBER],
    ["in the Brazilian way", "(11) 98765-1234"],
  ])(
    "keeps an idempotency key with the number %s until it expires, so a retry sends nothing",
    async (_, spelling) => {
      const body = { channel: "sms", content: { type: "text", text: "Oi" }, recipients: [{ to: NUMBER }] };
      const send = (key: string) =>
        account.request.post("/v3/messages").set("Idempotency-Key", key).send(body).expect(202);
      const sent = async () => (await service.db("messages").where({ account_id: account.accountId })).length;
      await send(`a ${OTHER}`);
      const first = (await send(`b ${spelling}`)).body as { data: { message_id: string }[] };
      await service.drain();
      const { upTo } = await erase(NUMBER);
      service.clock.advance(MINUTE + 1);
      expect((await erase(NUMBER, upTo)).state).toBe("waiting");
      const again = (await send(`b ${spelling}`)).body as typeof first;
      expect(again.data).toEqual([{ ...first.data[0], to: null }]);
      expect(await sent()).toBe(2);
      const keys = () =>
        service.db("idempotency_keys").where({ account_id: account.accountId }).orderBy("key").pluck("key");
      expect(await keys()).toEqual([`a ${OTHER}`, `b ${spelling}`]);
      service.clock.advance(DAY);
      expect((await erase(NUMBER, upTo)).state).toBe("done");
      expect(await keys()).toEqual([`a ${OTHER}`]);
    },
  );

  it("erases the number from events that an earlier build has cleaned of their content", async () => {
    await addWebhook();
    await exchange.reply(NUMBER, WORDS);
    await exchange.reply(OTHER, WORDS);
    await service.drain();
    const payloads = () => service.db("webhook_payloads").where({ account_id: account.accountId });
    await payloads().update({ person: null });
    await eraseAll(NUMBER);
    const stored = JSON.stringify(await payloads());
    expect(stored).not.toContain(NUMBER);
    expect(stored).toContain(OTHER);
  });

  it("erases the number from events of messages that the retention has deleted", async () => {
    await addWebhook();
    const sent = await exchange.send({ text: "Oi" }, [NUMBER, OTHER]);
    await service.drain();
    const waiting = await exchange.sendOne({ text: "Oi" }, NUMBER);
    await service.dispatcher.workOff();
    service.clock.advance(5 * DAY);
    await retain(service.app, { retainMessagesDays: 1 });
    for (const id of [...sent, waiting]) await account.request.get(`/v3/messages/${id}`).expect(404);
    expect((await eraseAll(NUMBER)).webhook_deliveries).toBeGreaterThan(0);
    const payloads = await service.db("webhook_payloads").where({ account_id: account.accountId });
    expect(JSON.stringify(payloads)).not.toContain(NUMBER);
    expect(JSON.stringify(payloads)).toContain(OTHER);
    await service.drain();
  });

  it("yields to requests while it reads waiting deliveries, and changes only those with the number", async () => {
    await addWebhook();
    const ids = [
      await exchange.sendOne({ text: "Oi" }, NUMBER),
      ...(await exchange.send({ text: "Oi" }, [OTHER, OTHER])),
    ];
    await service.dispatcher.workOff();
    for (const carrier of service.app.carriers.values()) await carrier.settled?.();
    const foreground = new Foreground();
    const yields = jest.spyOn(foreground, "yieldToRequests");
    const of = { accountId: account.accountId, phone: NUMBER, upTo: newId(), messageIds: ids };
    const changed = await eraseMessageEvents({ db: service.db, foreground }, of);
    expect(changed).toBeGreaterThan(0);
    // One for the page of deliveries, and one for each page of payloads.
    expect(yields.mock.calls.length).toBeGreaterThan(1);
    const payloads = await service.db("webhook_payloads").where({ account_id: account.accountId });
    expect(JSON.stringify(payloads)).not.toContain(NUMBER);
    expect(JSON.stringify(payloads)).toContain(OTHER);
    expect(await eraseMessageEvents({ db: service.db, foreground }, of)).toBe(0);
    await service.drain();
  });

  it("erases the number from more delivery reports than one statement reads", async () => {
    const report = (error: string) => JSON.stringify({ status: "failed", error: { detail: error } });
    const row = (at: number, error: string) => ({
      carrier: "person",
      reference: `r${Math.floor(at / 2)}`,
      id: newId(),
      account_id: null,
      report: report(error),
      received_at: 1,
    });
    const unmatched = () => service.db("unmatched_reports").where({ carrier: "person" });
    await unmatched().delete();
    const texts = [NUMBER, OTHER, OTHER, NUMBER, OTHER, OTHER, NUMBER].map((phone) => `no ${phone}`);
    texts.push(FOREIGN, "não existe: (11) 98765-1234");
    await service.db("unmatched_reports").insert(texts.map((text, at) => row(at, text)));
    await eraseNumberFromReports(service.app, NUMBER, 2);
    const left = (await unmatched().orderBy("id").pluck("report")) as string[];
    const erased = texts.map((text) => text.replace(NUMBER, "")).with(-1, "");
    expect(left).toEqual(erased.map(report));
    await unmatched().delete();
  });

  it("reads the delivery reports without a message once, at the end of its wait for messages", async () => {
    await exchange.sendOne({ text: "Oi" }, NEVER_REPORTED);
    await service.drain();
    let reads = 0;
    const listen = ({ sql }: { sql: string }) => {
      if (/^select .*unmatched_reports/.test(sql)) reads++;
    };
    service.db.on("query", listen);
    try {
      const { upTo } = await erase(NEVER_REPORTED);
      service.clock.advance(2 * MINUTE);
      expect((await erase(NEVER_REPORTED, upTo)).state).toBe("waiting");
      expect(reads).toBe(0);
      service.clock.advance(5 * DAY);
      expect((await erase(NEVER_REPORTED, upTo)).state).toBe("done");
      expect(reads).toBe(1);
    } finally {
      service.db.removeListener("query", listen);
    }
  });

  it("waits for messages in flight, and erases everything else at once", async () => {
    await contact(NEVER_REPORTED, NAME);
    const pending = await exchange.sendOne({ text: `Olá ${NAME}` }, NEVER_REPORTED);
    const jobs = service.db("jobs").where({ account_id: account.accountId, kind: "submission" });
    await jobs.update({ attempt: 1 });
    const { upTo, state } = await erase(NEVER_REPORTED);
    expect(state).toBe("waiting");
    expect(await exchange.message(pending)).toMatchObject({ to: NEVER_REPORTED, status: "pending" });
    expect(await exchange.messages({ search: "anast" })).toEqual([]);
    expect(await account.request.get("/v3/contacts")).toMatchObject({ body: { data: [] } });
    await service.drainAfter(2 * MINUTE);
    expect((await erase(NEVER_REPORTED, upTo)).state).toBe("waiting");
    expect(await exchange.message(pending)).toMatchObject({ to: NEVER_REPORTED, status: "sent" });
    service.clock.advance(5 * DAY);
    expect((await erase(NEVER_REPORTED, upTo)).state).toBe("done");
    expect(await exchange.message(pending)).toMatchObject({ to: null, status: "sent", content: null });
    expect(await service.db("person_erasures").where({ account_id: account.accountId })).toEqual([]);
  });

  it("cancels scheduled messages, and does not wait for their time", async () => {
    const body = {
      channel: "sms",
      content: { type: "text", text: "Oi" },
      recipients: [{ to: NUMBER }],
      send_at: new Date(service.clock.now() + 30 * 86_400_000).toISOString(),
    };
    const sent = await exchange.posted<{ data: { message_id: string }[] }>("/v3/messages", body, 202);
    await eraseAll(NUMBER);
    const message = await exchange.message(sent.data[0]?.message_id ?? "");
    expect(message).toMatchObject({ to: null, content: null, status: "canceled" });
  });

  it.each([
    ["that were never submitted", 0],
    ["that wait for a retry", 1],
  ])("cancels messages of a stopped campaign %s, which no later launch sends", async (_, attempt) => {
    const { campaigns } = account;
    const id = await campaigns.launched({ list: await campaigns.list([{ phone: NUMBER }]) });
    await expandOnce(service.app, 1);
    await service.db("jobs").where({ kind: "submission", tag: id }).update({ attempt });
    await campaigns.does("stop", id);
    await service.drain();
    await campaigns.expect(id, { progress: { total: 1, pending: 1 } });
    await eraseAll(NUMBER);
    await campaigns.expect(id, { progress: { total: 1, pending: 0, canceled: 1 } });
    await campaigns.does("launch", id);
    await service.drain();
    await campaigns.expect(id, { status: "completed", progress: { total: 1, canceled: 1 } });
    expect(await exchange.messages({ campaign_id: id })).toMatchObject([{ to: null, content: null }]);
  });

  it("leaves other accounts, other numbers and later records of the number untouched", async () => {
    const neighbor = await testAccount(service);
    const elsewhere = neighbor.exchange;
    await contact(NUMBER, NAME, {}, neighbor);
    const foreign = await elsewhere.sendOne({ text: "Oi" }, NUMBER);
    const other = await exchange.sendOne({ text: "Oi" }, OTHER);
    await contact(NUMBER, NAME);
    await exchange.sendOne({ text: "Oi" }, NUMBER);
    await service.drain();
    await exchange.reply(OTHER, "Oi");
    service.clock.advance(1_000);
    const upTo = newId();
    service.clock.advance(1_000);
    const first = await erasePart(service.app, { accountId: account.accountId, phone: NUMBER, upTo });
    expect(first).toEqual({ counts: { contacts: 1, consents: 0 }, state: "more" });
    const successor = await contact(NUMBER, "Davi");
    const later = await exchange.sendOne({ text: "Olá Davi" }, NUMBER);
    await exchange.reply(NUMBER, "Sou Davi");
    await service.drain();
    await erase(NUMBER, upTo);
    service.clock.advance(2 * MINUTE);
    expect((await erase(NUMBER, upTo)).state).toBe("done");
    expect(await exchange.message(later)).toMatchObject({ to: NUMBER, content: { text: "Olá Davi" } });
    expect(await exchange.got(`/v3/contacts/${successor}`)).toMatchObject({ phone: NUMBER, name: "Davi" });
    expect((await exchange.inbound({ sender: NUMBER })).data).toMatchObject([{ text: "Sou Davi" }]);
    expect(await exchange.message(other)).toMatchObject({ to: OTHER, content: { text: "Oi" } });
    expect(await elsewhere.message(foreign)).toMatchObject({ to: NUMBER, content: { text: "Oi" } });
  });

  it("waits for a running import, and then removes its table", async () => {
    const imports = importBench(service, () => account);
    await imports.start(await imports.list(), await imports.upload(`telefone;nome\n${NUMBER};${NAME}\n`));
    const { upTo, state } = await erase(NUMBER);
    expect(state).toBe("waiting");
    await imports.work();
    service.clock.advance(2 * MINUTE);
    expect(await erase(NUMBER, upTo)).toMatchObject({ state: "done", sums: { files: 1 } });
    const files = await exchange.got<{ data: object[] }>("/v3/files");
    expect(files.data).toEqual([]);
  });

  it.each([
    ["+44 (0)20 7946 0958", "+442079460958"],
    ["(11)\t98765-1234", NUMBER],
    ["\uff11\uff11\uff19\uff18\uff17\uff16\uff15\uff11\uff12\uff13\uff14", NUMBER],
  ])("removes a table and empties rejected rows with the spelling %s", async (spelling, phone) => {
    const imports = importBench(service, () => account);
    const { listId, done } = await imports.run(`telefone;nome\n${spelling};${"x".repeat(121)}\n`);
    expect(done.rejected).toBe(1);
    expect(await imports.errors(listId, done.id)).toContain(spelling);
    expect(await eraseAll(phone)).toMatchObject({ files: 1, imports: 1 });
    expect(await imports.errors(listId, done.id)).not.toContain(spelling);
    expect((await exchange.got<{ data: object[] }>("/v3/files")).data).toEqual([]);
  });

  it("keeps an opt-out in force, until the person opts in again", async () => {
    await contact(NUMBER, NAME);
    await exchange.reply(NUMBER, "SAIR");
    await eraseAll(NUMBER);
    const status = async (of = exchange, to = NUMBER) => {
      const id = await of.sendOne({ text: "Oi" }, to);
      await service.drain();
      return of.statusOf(id);
    };
    expect(await status()).toBe("blocked");
    expect(await status(exchange, OTHER)).toBe("delivered");
    const neighbor = await testAccount(service);
    expect(await status(neighbor.exchange)).toBe("delivered");
    await contact(NUMBER, "Davi");
    expect(await status()).toBe("blocked");
    await exchange.reply(NUMBER, "VOLTAR");
    expect(await status()).toBe("delivered");
  });

  it("ends a kept suppression when a new contact with the number is removed from the list", async () => {
    await contact(NUMBER, NAME);
    await exchange.reply(NUMBER, "SAIR");
    await eraseAll(NUMBER);
    const id = await contact(NUMBER);
    const lists = await exchange.got<{ data: { id: string }[] }>("/v3/contact-lists", { type: "blacklist" });
    const path = `/v3/contact-lists/${lists.data[0]?.id}/contacts/${id}`;
    await account.request.delete(path).expect(204);
    await account.request.delete(path).expect(404);
    const message = await exchange.sendOne({ text: "Oi" }, NUMBER);
    await service.drain();
    expect(await exchange.statusOf(message)).toBe("delivered");
  });

  it("erases the number from records whose content was erased with the contact", async () => {
    await addWebhook();
    const id = await contact(NUMBER, NAME);
    const message = await exchange.sendOne({ text: "Oi" }, NUMBER);
    await exchange.reply(NUMBER, WORDS);
    await service.drain();
    await account.request.delete(`/v3/contacts/${id}`).expect(204);
    await service.drain();
    await eraseAll(NUMBER);
    expect(await exchange.message(message)).toMatchObject({ to: null, content: null });
    const rows = (await service.db("webhook_payloads").where({ account_id: account.accountId })) as object[];
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(NUMBER);
  });
});
