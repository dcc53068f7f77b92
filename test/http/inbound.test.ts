import type { InboundContent } from "../../src/carriers/carrier";
import { inboundSink } from "../../src/features/inbound/inbound-sink";
import { markOutcomeUnknown } from "../../src/platform/db/errors";
import { DAY, HOUR, toTimestamp } from "../../src/platform/time";
import { testAccount } from "../support/accounts";
import { databases } from "../support/databases";
import { Exchange, type InboundMessage } from "../support/exchange";
import { testService } from "../support/service";
import { withTransactions } from "../support/transactions";

const NUMBER = "+5511987651234";
const UNKNOWN_ID = "01a1f8d9-dd70-7c28-b3f1-6a9d0e5c8b47";

const texts = (messages: readonly InboundMessage[]) => messages.map(({ text }) => text);

describe.each(databases)("inbound records on %s", (database) => {
  const service = testService(database);
  /** Creates an account, so that its lists contain no records of other tests. */
  const newExchange = () => testAccount(service);
  const only = async (exchange: Exchange) => {
    const { data } = await exchange.inbound();
    expect(data).toHaveLength(1);
    return data[0] as InboundMessage;
  };

  describe("an interactive sandbox number", () => {
    it("replies with a text that is paired with the message", async () => {
      const { exchange } = await newExchange();
      const sent = await exchange.sendOne({ text: "Oi?" }, "+5511987650005");
      await service.drain();
      expect(await only(exchange)).toMatchObject({
        channel: "sms",
        sender: "+5511987650005",
        recipient: "27000",
        content_type: "text",
        text: "Oi",
        paired_message_id: sent,
        campaign_id: null,
        contact_id: null,
        file: null,
        location: null,
        postback_data: null,
        received_at: toTimestamp(service.clock.now()),
      });
    });

    it("taps the first suggestion, which becomes a message for a reply and an event otherwise", async () => {
      const { exchange } = await newExchange();
      const reply = { type: "reply", text: "Sim", postback_data: "yes" };
      const dial = { type: "dial", text: "Ligar", postback_data: "call", phone: "+551130000000" };
      const rcs = (suggestions: object[]) =>
        exchange.template({ channel: "rcs", content: { type: "text", text: "Vem?", suggestions } });
      const first = await exchange.sendOne({ template: await rcs([reply, dial]) }, "+5511987650008");
      await service.drain();
      expect(await only(exchange)).toMatchObject({
        channel: "rcs",
        content_type: "suggestion",
        text: "Sim",
        postback_data: "yes",
        paired_message_id: first,
      });
      const second = await exchange.sendOne({ template: await rcs([dial, reply]) }, "+5511987650008");
      await service.drain();
      const { data } = await exchange.events();
      expect(data).toMatchObject([
        {
          sender: "+5511987650008",
          event_type: "action",
          action_label: "Ligar",
          postback_data: "call",
          paired_message_id: second,
          campaign_id: null,
        },
      ]);
      expect((await exchange.inbound()).pagination.total).toBe(1);
    });

    it("replies once, even when the status of the message is queried again", async () => {
      const { exchange, accountId } = await newExchange();
      const sent = await exchange.sendOne({ text: "Oi?" }, "+5511987650005");
      await service.drain();
      const submitted = {
        accountId,
        messageId: sent,
        channel: "sms",
        purpose: "transactional",
        from: "27000",
        to: "+5511987650005",
      } as const;
      const content = { type: "text", text: "Oi?" } as const;
      await service.app.carriers
        .get("sandbox")
        ?.queryStatus?.(
          [{ ...submitted, content, segments: 1, attempt: 0, submittedAt: 0 }],
          new AbortController().signal,
        );
      expect((await exchange.inbound()).pagination.total).toBe(1);
    });
  });

  describe("the list", () => {
    /** Creates records in two accounts. Records of the second account must never show. */
    const filled = async () => {
      const { exchange } = await newExchange();
      const other = await newExchange();
      await other.exchange.reply(NUMBER, "de outra conta");
      const sent = await exchange.sendOne({ text: "Oi" }, "+5511987651111");
      await service.drain();
      await exchange.reply("+5511987651111", "Onde fica a PORTARÍA?");
      service.clock.advance(2_000);
      await exchange.reply("+5511987652222", "100% de_sconto \\o/");
      service.clock.advance(2_000);
      await exchange.reply("+5511987653333", { type: "location", latitude: -23.5, longitude: -46.6 });
      await exchange.reply("+5511987653333", { type: "suggestion", text: "Confirmar", postbackData: "ok" });
      return { exchange, sent };
    };

    it("shows the newest first, in pages with the total", async () => {
      const { exchange } = await filled();
      const all = await exchange.inbound();
      expect(texts(all.data)).toEqual(["Confirmar", null, "100% de_sconto \\o/", "Onde fica a PORTARÍA?"]);
      expect(all.pagination).toEqual({ total: 4, limit: 25, offset: 0, has_more: false });
      const page = await exchange.inbound({ limit: 2, offset: 1 });
      expect(page.data).toEqual(all.data.slice(1, 3));
      expect(page.pagination).toEqual({ total: 4, limit: 2, offset: 1, has_more: true });
    });

    it.each([
      [{ sender: "11 98765-1111" }, 1],
      [{ sender: ["(11) 98765-2222", "5511987653333"] }, 3],
      [{ sender: "+5511987659999" }, 0],
      [{ content_type: "location" }, 1],
      [{ content_type: ["text", "suggestion"] }, 3],
      [{ content_type: "file" }, 0],
      [{ content_type: "text", sender: "+5511987653333" }, 0],
      [{ search: "portaria" }, 1],
      [{ search: "CONFIRMÁR" }, 1],
      [{ search: "100% DE_" }, 1],
      [{ search: "o \\o/" }, 1],
      [{ search: "___" }, 0],
      [{ search: "%%%" }, 0],
      [{ search: "100%sconto" }, 0],
      [{ paired_message_id: UNKNOWN_ID }, 0],
      [{ campaign_id: UNKNOWN_ID }, 0],
    ])("filters by %j, which matches %i messages", async (query, expected) => {
      const { exchange } = await filled();
      const page = await exchange.inbound(query);
      expect([page.data.length, page.pagination.total]).toEqual([expected, expected]);
    });

    it("finds the replies to a message", async () => {
      const { exchange, sent } = await filled();
      const page = await exchange.inbound({ paired_message_id: [UNKNOWN_ID, sent] });
      expect(texts(page.data)).toEqual(["Onde fica a PORTARÍA?"]);
    });

    it("includes both bounds of a period", async () => {
      const { exchange } = await filled();
      const [newest, , middle, oldest] = (await exchange.inbound()).data;
      const window = async (from?: string, to?: string) =>
        (await exchange.inbound({ from, to })).pagination.total;
      expect(await window(middle?.received_at, middle?.received_at)).toBe(1);
      expect(await window(middle?.received_at)).toBe(3);
      expect(await window(undefined, middle?.received_at)).toBe(2);
      expect(await window(oldest?.received_at, newest?.received_at)).toBe(4);
      const refused = await exchange.refusal("get", "/v3/inbound-messages", {
        from: newest?.received_at,
        to: oldest?.received_at,
      });
      expect(refused).toEqual({ status: 400, fields: ["from"] });
    });

    it.each([
      [{ sender: "190" }, "sender[0]"],
      [{ sender: [NUMBER, "x"] }, "sender[1]"],
      [{ search: "ab" }, "search"],
      [{ limit: 1001 }, "limit"],
      [{ unknown: "1" }, "unknown"],
      [{ paired_message_id: "x" }, "paired_message_id[0]"],
      [{ content_type: "voice" }, "content_type[0]"],
    ])("rejects %j with 400", async (query, field) => {
      const exchange = new Exchange(service);
      expect(await exchange.refusal("get", "/v3/inbound-messages", query)).toEqual({
        status: 400,
        fields: expect.arrayContaining([field]) as string[],
      });
    });

    it("supports the same filters for RCS events, and searches their labels", async () => {
      const { exchange } = await newExchange();
      for (const type of ["subscribe", "typing", "unsubscribe"] as const) {
        await exchange.rcsEvent("+5511987651111", type);
        service.clock.advance(1_000);
      }
      await exchange.rcsEvent(NUMBER, "action", { actionLabel: "Ver cardápio", postbackData: "menu" });
      const { data, pagination } = await exchange.events();
      expect(data.map(({ event_type }) => event_type)).toEqual([
        "action",
        "unsubscribe",
        "typing",
        "subscribe",
      ]);
      expect(pagination.total).toBe(4);
      expect(data[1]).toMatchObject({ action_label: null, postback_data: null, paired_message_id: null });
      const count = async (query: object) => (await exchange.events(query)).pagination.total;
      expect(await count({ sender: "11987651111" })).toBe(3);
      expect(await count({ search: "CARDAPIO" })).toBe(1);
      expect(await count({ from: data[2]?.received_at, to: data[2]?.received_at })).toBe(1);
      expect(await count({ campaign_id: UNKNOWN_ID })).toBe(0);
      expect((await exchange.refusal("get", "/v3/inbound-rcs-events", { sender: "x" })).status).toBe(400);
      expect((await exchange.refusal("get", "/v3/inbound-rcs-events", { content_type: "text" })).status).toBe(
        400,
      );
      expect(await exchange.got(`/v3/inbound-rcs-events/${data[0]?.id}`)).toEqual(data[0]);
    });
  });

  it("returns a record by id to its account only", async () => {
    const { exchange } = await newExchange();
    const other = await newExchange();
    await exchange.reply(NUMBER, "Oi");
    const message = await only(exchange);
    expect(await exchange.got(`/v3/inbound-messages/${message.id}`)).toEqual(message);
    for (const id of [message.id, UNKNOWN_ID]) {
      expect((await other.exchange.refusal("get", `/v3/inbound-messages/${id}`)).status).toBe(404);
      expect((await other.exchange.refusal("get", `/v3/inbound-rcs-events/${id}`)).status).toBe(404);
    }
  });

  describe("pairing", () => {
    it("uses the message that the carrier names, even when there are newer ones", async () => {
      const { exchange } = await newExchange();
      const [first] = await exchange.send({ text: "1" }, NUMBER);
      await exchange.send({ text: "2" }, NUMBER);
      await service.drain();
      service.clock.advance(30 * DAY);
      await exchange.reply(NUMBER, "Oi", { inReplyTo: first });
      expect((await only(exchange)).paired_message_id).toBe(first);
    });

    it("uses the newest message when the carrier names another account's message", async () => {
      const { exchange } = await newExchange();
      const other = await newExchange();
      const foreign = await other.exchange.sendOne({ text: "1" }, NUMBER);
      const own = await exchange.sendOne({ text: "2" }, NUMBER);
      await service.drain();
      await exchange.reply(NUMBER, "Oi", { inReplyTo: foreign });
      expect((await only(exchange)).paired_message_id).toBe(own);
    });

    it("uses the newest message from the same sender to the number", async () => {
      const { exchange } = await newExchange();
      const [, second] = [
        await exchange.sendOne({ text: "1" }, NUMBER),
        await exchange.sendOne({ text: "2" }, NUMBER),
      ];
      await exchange.send({ text: "3", channel: "rcs" }, NUMBER);
      await exchange.send({ text: "4" }, "+5511987659876");
      await service.drain();
      await exchange.reply(NUMBER, "Oi");
      await exchange.reply(NUMBER, "Oi", { to: "28000" });
      const { data } = await exchange.inbound();
      expect(data.map((message) => message.paired_message_id)).toEqual([null, second]);
    });

    it.each([
      [7 * DAY, true],
      [7 * DAY + 1, false],
    ])("covers 7 days: after %i ms %s", async (age, pairs) => {
      const { exchange } = await newExchange();
      const sent = await exchange.sendOne({ text: "1" }, NUMBER);
      await service.drain();
      const { created } = (await service
        .db("messages")
        .where({ id: sent })
        .first("created_at as created")) as {
        created: number;
      };
      service.clock.set(created + age);
      await exchange.reply(NUMBER, "Oi");
      expect((await only(exchange)).paired_message_id).toBe(pairs ? sent : null);
    });

    const sendIn = async (days: number, exchange: Exchange): Promise<string | undefined> => {
      const message = {
        channel: "sms",
        content: { type: "text", text: "Confirma a consulta?" },
        recipients: [{ to: NUMBER }],
        send_at: toTimestamp(service.clock.now() + days * DAY),
      };
      const sent = await exchange.posted<{ data: { message_id: string }[] }>("/v3/messages", message, 202);
      return sent.data[0]?.message_id;
    };

    it("counts the 7 days from the submission of a message that was scheduled", async () => {
      const { exchange } = await newExchange();
      const sent = await sendIn(20, exchange);
      await service.drainAfter(20 * DAY + HOUR);
      await exchange.reply(NUMBER, "Sim");
      expect((await only(exchange)).paired_message_id).toBe(sent);
    });

    it("uses the message that was submitted last, even if another one was created later", async () => {
      const { exchange } = await newExchange();
      const scheduled = await sendIn(3, exchange);
      await service.drainAfter(DAY);
      const other = await exchange.sendOne({ text: "2" }, NUMBER);
      await service.drain();
      await exchange.reply(NUMBER, "Oi");
      await service.drainAfter(2 * DAY);
      await exchange.reply(NUMBER, "Sim");
      const { data } = await exchange.inbound();
      expect(data.map(({ paired_message_id }) => paired_message_id)).toEqual([scheduled, other]);
    });

    it("finds the account that submitted last to the number, among several with the address", async () => {
      const number = "+5511987650777";
      const [first, second] = [await newExchange(), await newExchange()];
      const scheduled = {
        channel: "sms",
        content: { type: "text", text: "1" },
        recipients: [{ to: number }],
        send_at: toTimestamp(service.clock.now() + 3 * DAY),
      };
      await first.exchange.posted("/v3/messages", scheduled, 202);
      await service.drainAfter(DAY);
      await second.exchange.send({ text: "2" }, number);
      await service.drain();
      await service.drainAfter(2 * DAY);
      const content = { type: "text", text: "Sim" } as const;
      const common = { from: number, to: "27000", inReplyTo: null, reference: null };
      await inboundSink(service.app, "sandbox")([{ kind: "message", channel: "sms", ...common, content }]);
      expect(texts((await first.exchange.inbound()).data)).toEqual(["Sim"]);
      expect(texts((await second.exchange.inbound()).data)).toEqual([]);
    });

    it("ignores messages that no carrier accepted", async () => {
      const { exchange, accountId } = await newExchange();
      const number = "+5511987650002";
      await exchange.send({ text: "refused" }, number);
      await service.drain();
      const unsent = await exchange.sendOne({ text: "too late" }, number);
      await service.drainAfter(25 * HOUR);
      expect(await exchange.statusOf(unsent)).toBe("expired");
      await service.contact({ phone: number, suppressedOn: ["sms"], accountId });
      await exchange.send({ text: "blocked" }, number);
      await exchange.reply(number, "Oi");
      expect(await only(exchange)).toMatchObject({ paired_message_id: null, contact_id: expect.any(String) });
    });

    it("includes the campaign of the message", async () => {
      const { exchange, request, accountId } = await newExchange();
      await service.contact({ phone: NUMBER, accountId });
      const list = await exchange.posted<{ id: string }>(
        "/v3/contact-lists",
        { name: "L", type: "default" },
        201,
      );
      await exchange.posted(`/v3/contact-lists/${list.id}/contacts`, { phone: NUMBER }, 200);
      const body = { name: "C", template_id: await exchange.template(), list_id: list.id };
      const campaign = await exchange.posted<{ id: string }>("/v3/campaigns", body, 201);
      await request.post(`/v3/campaigns/${campaign.id}/launch`).expect(202);
      await service.drain();
      await exchange.reply(NUMBER, "Oi");
      const page = await exchange.inbound({ campaign_id: campaign.id });
      expect(page.data).toMatchObject([{ campaign_id: campaign.id, text: "Oi" }]);
      const inReplyTo = page.data[0]?.paired_message_id ?? null;
      expect(inReplyTo).not.toBeNull();
      await exchange.rcsEvent(NUMBER, "typing", { inReplyTo });
      const events = await exchange.events({ campaign_id: campaign.id });
      expect(events.data).toMatchObject([{ campaign_id: campaign.id, paired_message_id: inReplyTo }]);
    });
  });

  describe("a file", () => {
    const bytes = Buffer.from("<script>alert(1)</script>");
    const fileFrom = async (content: Partial<Extract<InboundContent, { type: "file" }>>) => {
      const { exchange } = await newExchange();
      await exchange.reply(NUMBER, {
        type: "file",
        contentType: "image/jpeg",
        filename: "foto.jpg",
        bytes,
        ...content,
      });
      const message = await only(exchange);
      expect(message).toMatchObject({ content_type: "file", text: null });
      const path = new URL(message.file?.url ?? "").pathname;
      return { file: message.file, download: await service.anonymous.get(path).buffer(true) };
    };

    it("is downloaded without a key as an attachment of its type", async () => {
      const { file, download } = await fileFrom({ contentType: "text/html" });
      expect(file).toMatchObject({ content_type: "text/html", filename: "foto.jpg" });
      expect(download.status).toBe(200);
      expect(download.text).toBe(bytes.toString());
      expect(download.headers).toMatchObject({
        "content-type": "text/html",
        "content-disposition": "attachment",
        "cache-control": "private, no-store",
        "content-security-policy": "sandbox; frame-ancestors 'none'",
        "x-content-type-options": "nosniff",
        "content-length": String(bytes.length),
      });
    });

    it.each([
      ["", "application/octet-stream"],
      ["image/jpeg\r\nX-Injected: 1", "application/octet-stream"],
      ["imagem/maçã", "application/octet-stream"],
      ["JPEG image", "application/octet-stream"],
      ["image/jpeg; photo", "image/jpeg"],
      ["image/jpeg ; name=foto 1.jpg", "image/jpeg"],
      ["image/jpeg; name=1\r\nX-Injected: 1", "image/jpeg"],
      [`image/jpeg; name=${"x".repeat(250)}`, "image/jpeg"],
      ["JPEG image; name=foto.jpg", "application/octet-stream"],
      [`image/${"x".repeat(250)}`, "application/octet-stream"],
      ["audio/ogg; codecs=opus", "audio/ogg; codecs=opus"],
      ['text/plain ;charset="utf-8\\"";', 'text/plain ;charset="utf-8\\"";'],
    ])("is downloaded with the type %j as %s", async (contentType, expected) => {
      const { file, download } = await fileFrom({ contentType });
      expect([file?.content_type, download.status]).toEqual([expected, 200]);
      expect(download.headers["content-type"]).toBe(expected);
    });

    it("is accepted when empty and without a name", async () => {
      const { file, download } = await fileFrom({ bytes: Buffer.alloc(0), filename: null });
      expect([file?.filename, download.status, download.headers["content-length"]]).toEqual([null, 200, "0"]);
    });

    it("is stored once when received twice", async () => {
      const { exchange } = await newExchange();
      const removed = jest.spyOn(service.app.storage, "remove");
      const file = { type: "file", contentType: "image/png", filename: null, bytes } as const;
      await exchange.reply(NUMBER, file, { reference: "f" });
      await exchange.reply(NUMBER, file, { reference: "f" });
      expect(removed).toHaveBeenCalledTimes(1);
      removed.mockRestore();
      const message = await only(exchange);
      await service.anonymous.get(new URL(message.file?.url ?? "").pathname).expect(200);
    });

    it("is removed when its message is not recorded, and kept when it may be recorded", async () => {
      const { accountId, exchange } = await newExchange();
      const lost = new Error("the connection was lost");
      const received = {
        accountId,
        kind: "message",
        channel: "sms",
        from: NUMBER,
        to: "27000",
        reference: null,
        inReplyTo: null,
        content: { type: "file", contentType: "image/png", filename: null, bytes },
      } as const;
      const receive = (run: Parameters<typeof withTransactions>[1]) =>
        inboundSink({ ...service.app, db: withTransactions(service.db, run) }, "sandbox")([received]);
      const stored = jest.spyOn(service.app.storage, "put");
      const rolledBack = receive((work) =>
        service.db.transaction((trx) => work(trx).then(() => Promise.reject(lost))),
      );
      await expect(rolledBack).rejects.toThrow(lost);
      const key = stored.mock.calls[0]?.[0].key ?? "";
      stored.mockRestore();
      expect(await service.app.storage.stat(key)).toBeNull();

      markOutcomeUnknown(lost);
      const committed = receive((work) => service.db.transaction(work).then(() => Promise.reject(lost)));
      await expect(committed).rejects.toThrow(lost);
      const message = await only(exchange);
      await service.anonymous.get(new URL(message.file?.url ?? "").pathname).expect(200);
    });
  });

  it("stores locations and suggestions", async () => {
    const { exchange } = await newExchange();
    await exchange.reply(NUMBER, { type: "location", latitude: -23.55052, longitude: -46.633308 });
    await exchange.reply(NUMBER, { type: "suggestion", text: "Sim", postbackData: null }, { channel: "rcs" });
    const { data } = await exchange.inbound();
    expect(data).toMatchObject([
      { content_type: "suggestion", channel: "rcs", text: "Sim", postback_data: null, location: null },
      { content_type: "location", text: null, location: { latitude: -23.55052, longitude: -46.633308 } },
    ]);
  });

  it("truncates long texts and drops or replaces characters that a database cannot store", async () => {
    const { exchange } = await newExchange();
    await exchange.reply(NUMBER, `a\0b\ud800${"x".repeat(10_000)}`);
    const { text } = await only(exchange);
    expect(text).toBe(`ab\ufffd${"x".repeat(9_997)}`);
  });

  describe("the same reference", () => {
    it("creates one record, even when received several times at once", async () => {
      const { exchange } = await newExchange();
      const twice = { reference: "carrier-1" };
      await Promise.all([1, 2, 3, 4].map(() => exchange.reply(NUMBER, "Oi", twice)));
      await exchange.reply(NUMBER, "Oi", twice);
      const tap = { actionLabel: "x", ...twice };
      await Promise.all([1, 2].map(() => exchange.rcsEvent(NUMBER, "action", tap)));
      expect([
        (await exchange.inbound()).pagination.total,
        (await exchange.events()).pagination.total,
      ]).toEqual([1, 1]);
    });

    it("is scoped to its account, and messages without a reference are never duplicates", async () => {
      const [a, b] = [await newExchange(), await newExchange()];
      await a.exchange.reply(NUMBER, "Oi", { reference: "r" });
      await b.exchange.reply(NUMBER, "Oi", { reference: "r" });
      await a.exchange.reply(NUMBER, "Oi");
      await a.exchange.reply(NUMBER, "Oi");
      expect((await a.exchange.inbound()).pagination.total).toBe(3);
      expect((await b.exchange.inbound()).pagination.total).toBe(1);
    });
  });
});
