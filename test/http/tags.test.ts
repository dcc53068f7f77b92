import type { components } from "../../generated/schema";
import { purgeMessages } from "../../src/features/messages/retention.store";
import { lastIdAt, NIL_ID } from "../../src/platform/ids";
import { DAY } from "../../src/platform/time";
import { databases } from "../support/databases";
import { type Message, type Page } from "../support/exchange";
import { Listeners } from "../support/listeners";
import { readsWith } from "../support/messages";
import { expectTrueCounts, rollUpCounts, rollUpTagCounts } from "../support/recount";
import { testService } from "../support/service";
import { times } from "../support/times";

type Row = components["schemas"]["UsageRow"];
type Sent = components["schemas"]["SendMessagesResponse"];
type Campaign = components["schemas"]["Campaign"];

const TO = "+5511987651234";

describe.each(databases)("tags on %s", (database) => {
  const service = testService(database, readsWith({ connections: 2, slices: { first: 2, max: 5, aim: 30 } }));
  const listeners = new Listeners(service);
  afterEach(() => listeners.close());

  async function newAccount() {
    const account = await listeners.account(["message_update"]);
    const { exchange } = account;
    const send = async (tags: readonly string[] | undefined, to: string | readonly string[] = TO) => {
      const body = {
        channel: "sms",
        content: { type: "text", text: "Oi" },
        tags,
        recipients: [to].flat().map((number) => ({ to: number })),
      };
      const { data } = await exchange.posted<Sent>("/v3/messages", body, 202);
      return data.map(({ message_id: id }) => id);
    };
    const listed = async (query: object) => {
      const { data, pagination } = await exchange.got<Page<Message>>("/v3/messages", {
        limit: 1000,
        ...query,
      });
      expect(pagination.total).toBe(data.length);
      return data.map(({ id }) => id).reverse();
    };
    const usage = async (query: object = {}) => {
      const { data } = await exchange.got<{ data: Row[] }>("/v3/usage", { group_by: "tag", ...query });
      return Object.fromEntries(data.map(({ tag = "", total, delivered }) => [tag, [total, delivered]]));
    };
    const rollUp = async () => {
      await rollUpCounts(service.db, account.accountId);
      await rollUpTagCounts(service.db, account.accountId);
    };
    return { ...account, send, listed, usage, rollUp };
  }

  describe("a send", () => {
    it.each([1, 8, 70])("stores the tags in their order for each of %i messages", async (count) => {
      const { send, exchange } = await newAccount();
      const ids = await send(
        ["b", "a:1"],
        times(count, (n) => `+5511987651${String(n).padStart(3, "0")}`),
      );
      const last = ids.at(-1) ?? "";
      expect((await exchange.message(last)).tags).toEqual(["b", "a:1"]);
      const data = await exchange.messages({ limit: 1000 });
      expect(data.map(({ tags }) => tags)).toEqual(times(count, () => ["b", "a:1"]));
    });

    it("stores no row for a message without tags", async () => {
      const { send, exchange, accountId } = await newAccount();
      for (const tags of [undefined, []]) {
        const [id = ""] = await send(tags);
        expect((await exchange.message(id)).tags).toEqual([]);
      }
      await service.drain();
      for (const table of ["message_tags", "message_tag_counts", "message_tag_totals"])
        expect(await service.db(table).where({ account_id: accountId })).toEqual([]);
    });

    it.each([
      ["that occurs twice", ["a", "b", "a"], { status: 422, fields: ["tags[2]"] }],
      ["with a space", ["a", "b c"], { status: 400, fields: ["tags[1]"] }],
      ["that is empty", [""], { status: 400, fields: ["tags[0]", "tags[0]"] }],
      ["of 65 characters", ["x".repeat(65)], { status: 400, fields: ["tags[0]", "tags[0]"] }],
      ["in a list of 11", times(11, String), { status: 400, fields: ["tags"] }],
    ])("rejects a tag %s", async (_, tags, refusal) => {
      const { exchange } = await newAccount();
      const content = { channel: "sms", content: { type: "text", text: "Oi" } };
      const body = { ...content, tags, recipients: [{ to: TO }] };
      for (const path of ["/v3/messages", "/v3/messages/preview"])
        expect(await exchange.refusal("post", path, body)).toEqual(refusal);
      expect(await exchange.messages()).toEqual([]);
    });

    it("rejects a repeated idempotency key with other tags", async () => {
      const { request } = await newAccount();
      const body = { channel: "sms", content: { type: "text", text: "Oi" }, recipients: [{ to: TO }] };
      const post = (tags: string[]) =>
        request
          .post("/v3/messages")
          .set("Idempotency-Key", "key")
          .send({ ...body, tags });
      await post(["a"]).expect(202);
      await post(["a"]).expect(202);
      await post(["b"]).expect(409);
    });

    it("passes the tags to follow-ups, and not to automatic replies", async () => {
      const { exchange, listed, request } = await newAccount();
      const next = await exchange.template({ text: "E agora?" });
      const rules = [{ on: ["delivered" as const], after_seconds: 60, template_id: next }];
      const template_id = await exchange.template({ rules });
      const one = async (tags: string[]) => {
        const recipients = [{ to: TO }];
        const { data } = await exchange.posted<Sent>("/v3/messages", { template_id, tags, recipients }, 202);
        return data[0]?.message_id ?? "";
      };
      const [first, second] = [await one(["a", "b"]), await one(["c"])];
      await service.drain();
      await service.drainAfter(61_000);
      expect((await exchange.followUpsOf(first)).map(({ tags }) => tags)).toEqual([["a", "b"]]);
      expect((await exchange.followUpsOf(second)).map(({ tags }) => tags)).toEqual([["c"]]);
      expect(await listed({ tag: "c" })).toHaveLength(2);
      const before = (await exchange.messages()).length;
      const words = { opt_out: ["SAIR"], opt_in: [], help: [], confirmation: "Pronto.", help_answer: null };
      await request.put("/v3/opt-out-words").send(words).expect(200);
      await exchange.reply(TO, "SAIR");
      const [answer] = await exchange.messages();
      expect(await exchange.messages()).toHaveLength(before + 1);
      expect(answer?.tags).toEqual([]);
    });

    it("reports the tags in the event of each new status, with sender, contact and segments", async () => {
      const { exchange, endpoint, send } = await newAccount();
      const contactId = (await exchange.posted<{ id: string }>("/v3/contacts", { phone: TO }, 201)).id;
      const [id = ""] = await send(["a", "b"]);
      await service.drain();
      const message = await exchange.message(id);
      expect(message).toMatchObject({ contact_id: contactId, segments: 1, tags: ["a", "b"] });
      const { sender_id, contact_id, parent_message_id, segments, tags } = message;
      const events = endpoint.receivedOf("message_update");
      expect(events.map(({ data }) => data.status)).toEqual(["pending", "sent", "delivered"]);
      for (const { data } of events)
        expect(data).toMatchObject({ sender_id, contact_id, parent_message_id, segments, tags });
    });
  });

  describe("a campaign", () => {
    it("passes the tags to its messages, and accepts changes until the launch", async () => {
      const account = await newAccount();
      const { exchange, campaigns, request, listed } = account;
      const [template_id, list_id] = [await campaigns.template(), await campaigns.list(3)];
      const given = { name: "Com etiquetas", template_id, list_id };
      const refused = { status: 422, fields: ["tags[1]"] };
      expect(await exchange.refusal("post", "/v3/campaigns", { ...given, tags: ["a", "a"] })).toEqual(
        refused,
      );
      const { id, tags } = await exchange.posted<Campaign>("/v3/campaigns", { ...given, tags: ["a"] }, 201);
      expect(tags).toEqual(["a"]);
      const path = `/v3/campaigns/${id}`;
      const before = (await request.get(path)).headers.etag as string;
      const patch = (body: object) => request.patch(path).send(body);
      expect((await patch({ tags: ["b", "c"] }).expect(200)).body).toMatchObject({ tags: ["b", "c"] });
      expect((await patch({ name: "Outro nome" }).expect(200)).body).toMatchObject({ tags: ["b", "c"] });
      expect(await exchange.refusal("patch", path, { tags: ["b", "b"] })).toEqual(refused);
      await request.patch(path).set("If-Match", before).send({ tags: [] }).expect(412);
      expect((await exchange.got<Page<Campaign>>("/v3/campaigns")).data).toMatchObject([
        { tags: ["b", "c"] },
      ]);
      await campaigns.does("launch", id);
      expect((await patch({ tags: [] }).expect(409)).body).toMatchObject({
        error: { code: "invalid_state" },
      });
      await patch({ name: "Nome durante a execução" }).expect(200);
      await service.drain();
      expect(await listed({ tag: "c" })).toHaveLength(3);
      expect((await patch({ tags: [] }).expect(409)).body).toMatchObject({
        error: { code: "invalid_state" },
      });
      await exchange.refusal("patch", `/v3/campaigns/${NIL_ID}`, { tags: [] });
      await request.patch(`/v3/campaigns/${service.app.ids.next()}`).send({ tags: [] }).expect(404);
      await expectTrueCounts(service, account.accountId);
    });
  });

  describe("a filter", () => {
    it("lists the messages with at least one of the tags, each once", async () => {
      const { send, listed, exchange, rollUp } = await newAccount();
      const numbers = times(5, (n) => `+551198765123${n}`);
      const both = await send(["a", "b"], numbers);
      const onlyB = await send(["b"], numbers);
      await send(["c"], numbers);
      await send(undefined, numbers);
      for (const step of ["as changes", "folded"]) {
        if (step === "folded") await rollUp();
        expect(await listed({ tag: "a" })).toEqual(both);
        expect(await listed({ tag: ["b", "b"] })).toEqual([...both, ...onlyB]);
        expect(await listed({ tag: ["a", "b"] })).toEqual([...both, ...onlyB]);
        expect(await listed({ tag: ["b", "a"], channel: "sms" })).toEqual([...both, ...onlyB]);
        expect(await listed({ tag: "A" })).toEqual([]);
      }
      const page = await exchange.got<Page<Message>>("/v3/messages", {
        tag: ["a", "b"],
        limit: 3,
        offset: 4,
      });
      expect(page.data.map(({ id }) => id)).toEqual([...both, ...onlyB].reverse().slice(4, 7));
      expect(page.pagination).toMatchObject({ total: 10, has_more: true });
    });

    it("combines with every other filter", async () => {
      const { send, listed, exchange } = await newAccount();
      const numbers = times(4, (n) => `+551198765123${n}`);
      const tagged = await send(["a", "b"], numbers);
      await send(["c"], numbers);
      const failing = await send(["a"], ["+5511987650002"]);
      await service.drain();
      service.clock.advance(2 * DAY);
      const late = await send(["a"], numbers);
      const { sender_id } = await exchange.message(tagged[0] ?? "");
      const at = new Date(service.clock.now() - DAY).toISOString();
      const first = { recipient: numbers[0] };
      for (const tag of ["a", ["a", "b"], ["b", "a", "x"]]) {
        expect(await listed({ tag, to: at })).toEqual([...tagged, ...failing]);
        expect(await listed({ tag, from: at })).toEqual(late);
        expect(await listed({ tag, status: "delivered" })).toEqual(tagged);
        expect(await listed({ tag, status: "failed" })).toEqual(failing);
        expect(await listed({ tag, status: ["failed", "delivered"] })).toEqual([...tagged, ...failing]);
        expect(await listed({ tag, sender_id })).toEqual([...tagged, ...failing, ...late]);
        expect(await listed({ tag, ...first })).toEqual([tagged[0], late[0]]);
        expect(await listed({ tag, search: "51232" })).toEqual([tagged[2], late[2]]);
        expect(await listed({ tag, channel: ["sms", "rcs"] })).toEqual([...tagged, ...failing, ...late]);
        expect(await listed({ tag, channel: "rcs" })).toEqual([]);
        expect(await listed({ tag, error_code: "carrier_rejected" })).toEqual(failing);
        expect(await listed({ tag, campaign_id: service.app.ids.next() })).toEqual([]);
      }
    });

    it("finds the messages of a campaign or template with the tag", async () => {
      const account = await newAccount();
      const { exchange, campaigns, listed, send } = account;
      const template_id = await campaigns.template();
      const body = { name: "Uma", template_id, list_id: await campaigns.list(4), tags: ["a"] };
      const { id } = await exchange.posted<Campaign>("/v3/campaigns", body, 201);
      await campaigns.does("launch", id);
      await service.drain();
      await send(["a"]);
      const ofCampaign = await listed({ campaign_id: id });
      expect(ofCampaign).toHaveLength(4);
      expect(await listed({ tag: "a", campaign_id: id })).toEqual(ofCampaign);
      expect(await listed({ tag: ["a", "b"], template_id })).toEqual(ofCampaign);
      expect(await listed({ tag: "b", template_id })).toEqual([]);
      expect(await listed({ tag: "a", campaign_id: id, status: "delivered" })).toEqual(
        await listed({ campaign_id: id, status: "delivered" }),
      );
    });

    it("pages through the messages of a tag over many days", async () => {
      const { send, exchange, rollUp } = await newAccount();
      const all: string[] = [];
      for (let day = 0; day < 4; day++) {
        all.push(
          ...(await send(
            ["a"],
            times(7, (n) => `+551198765123${n}`),
          )),
        );
        await send(
          ["b"],
          times(3, (n) => `+551198765123${n}`),
        );
        service.clock.advance(DAY);
      }
      await service.drain();
      await rollUp();
      const filters = [
        { tag: "a" },
        { tag: "a", channel: "sms" },
        { tag: "a", from: "2020-01-01T00:00:00Z" },
      ];
      for (const filter of filters) {
        for (const offset of [0, 5, 13, 20, 26, 28, 40]) {
          const page = { ...filter, limit: 4, offset };
          const { data, pagination } = await exchange.got<Page<Message>>("/v3/messages", page);
          expect(data.map(({ id }) => id)).toEqual([...all].reverse().slice(offset, offset + 4));
          expect(pagination.total).toBe(28);
        }
      }
    });

    it("selects the messages of an export, which has a column of tags", async () => {
      const { send, request } = await newAccount();
      await send(["b", "a"]);
      await send(["c"]);
      const { body } = await request
        .get("/v3/messages/export")
        .query({ tag: ["a", "b"] })
        .expect(200);
      const path = (body as { url: string }).url.slice(service.app.config.publicUrl.length);
      const { text } = await service.anonymous.get(path).buffer(true).expect(200);
      const lines = text.trimEnd().split("\r\n");
      expect(lines).toHaveLength(2);
      expect(lines.map((line) => line.split(",").at(-2))).toEqual(["tags", "b a"]);
    });
  });

  describe("usage", () => {
    it("counts each message once for each of its tags, and no message without a tag", async () => {
      const { send, usage, rollUp, accountId } = await newAccount();
      await send(["a", "b", "c"]);
      await send(["b"]);
      await send(undefined);
      await service.drain();
      expect(await usage()).toEqual({ a: [1, 1], b: [2, 2], c: [1, 1] });
      await rollUp();
      service.clock.advance(DAY);
      await send(["c", "d"]);
      expect(await usage()).toEqual({ a: [1, 1], b: [2, 2], c: [2, 1], d: [1, 0] });
      const today = new Date(service.clock.now()).toISOString().slice(0, 10);
      expect(await usage({ from: today })).toEqual({ c: [1, 0], d: [1, 0] });
      expect(await usage({ channel: "rcs" })).toEqual({});
      await service.drain();
      await expectTrueCounts(service, accountId);
    });

    it("names a tag that looks like the id of an absent campaign", async () => {
      const { send, usage } = await newAccount();
      await send([NIL_ID]);
      expect(await usage()).toEqual({ [NIL_ID]: [1, 0] });
    });

    it("keeps counting deleted messages, which lists omit", async () => {
      const { send, usage, listed, accountId, rollUp } = await newAccount();
      await send(["a", "b"]);
      await service.drain();
      service.clock.advance(DAY);
      const [kept] = await send(["b"]);
      const retention = { accountId, reportsUntil: service.clock.now(), openCampaigns: [] };
      const range = { accountId, after: NIL_ID, upTo: lastIdAt(service.clock.now() - DAY / 2) };
      expect(await service.db.transaction((trx) => purgeMessages(trx, retention, range, 100))).toBe(1);
      for (const step of ["as changes", "folded"]) {
        if (step === "folded") await rollUp();
        expect(await usage()).toEqual({ a: [1, 1], b: [2, 1] });
        expect(await listed({ tag: "a" })).toEqual([]);
        expect(await listed({ tag: "b" })).toEqual([kept]);
      }
      const rows = await service.db("message_tags").where({ account_id: accountId }).pluck("message_id");
      expect(rows).toEqual([kept]);
    });
  });

  it("filters RCS events by type", async () => {
    const { exchange } = await newAccount();
    for (const eventType of ["typing", "subscribe", "unsubscribe", "typing"] as const)
      await exchange.rcsEvent(TO, eventType);
    const typesOf = async (event_type: string | string[]) =>
      (await exchange.events({ event_type })).data.map((event) => event.event_type);
    expect(await typesOf("typing")).toEqual(["typing", "typing"]);
    expect(await typesOf(["subscribe", "unsubscribe"])).toEqual(["unsubscribe", "subscribe"]);
    expect(await typesOf("action")).toEqual([]);
    expect(await exchange.refusal("get", "/v3/inbound-rcs-events", { event_type: "tap" })).toEqual({
      status: 400,
      fields: ["event_type[0]"],
    });
  });
});
