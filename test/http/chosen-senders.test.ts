import type { components } from "../../generated/schema";
import type { Channel } from "../../src/messaging/channel";
import { HOUR, MINUTE, SECOND } from "../../src/platform/time";
import { insertSender, removeSender } from "../../src/features/senders/senders.store";
import { testAccount } from "../support/accounts";
import { databases } from "../support/databases";
import type { Message, Page } from "../support/exchange";
import { receiver } from "../support/receiver";
import { testService } from "../support/service";
import { times } from "../support/times";

type Schemas = components["schemas"];
type SendResponse = Schemas["SendMessagesResponse"];

const TO = "+5511987651234";
/** A sandbox number without delivery reports. */
const UNREPORTED = "+5511987650003";
const UNKNOWN_ID = "01a1f8d9-dd70-7c28-b3f1-6a9d0e5c8b47";
const NO_TEXT = { field: "text", message: "is not possible here" };

describe.each(databases)("a chosen sender on %s", (database) => {
  const service = testService(database, {
    override: ({ connections }) => {
      // The carrier `mute` cannot send any content; the sandbox can send all of it.
      jest
        .spyOn(connections, "unsupportedContent")
        .mockImplementation((carrier) => (carrier === "mute" ? NO_TEXT : null));
      return {};
    },
  });

  async function newAccount() {
    const account = await testAccount(service);
    const { accountId, request } = account;
    const add = async (address: string, { channel = "sms", carrier = "sandbox" } = {}) => {
      const sender = await insertSender(service.db, {
        id: service.app.ids.next(),
        accountId,
        address,
        carrier,
        channel: channel as Channel,
        maxPerSecond: 1_000,
        createdAt: service.clock.now(),
      });
      return sender.id;
    };
    const { data } = (await request.get("/v3/senders").expect(200)).body as Schemas["SenderPage"];
    const defaultOf = (channel: Channel) => data.find((sender) => sender.channel === channel)?.id ?? "";
    return {
      ...account,
      add,
      remove: (id: string) => removeSender(service.db, accountId, id, service.clock.now()),
      defaultOf,
      other: await add("27001"),
    };
  }
  type Account = Awaited<ReturnType<typeof newAccount>>;

  const sms = (sender_id?: string, to: string | readonly string[] = TO) => ({
    channel: "sms",
    content: { type: "text", text: "Seu pedido saiu." },
    sender_id,
    recipients: [to].flat().map((number) => ({ to: number })),
  });
  const sent = async ({ exchange }: Account, body: object): Promise<Message[]> => {
    const { data } = await exchange.posted<SendResponse>("/v3/messages", body, 202);
    return Promise.all(data.map(({ message_id }) => exchange.message(message_id)));
  };
  const refused = { status: 422, fields: ["sender_id"] };

  describe("of a send", () => {
    it.each([
      ["one recipient", [TO]],
      ["more recipients than share a commit", times(8, (n) => `+551198765123${n}`)],
    ])("is used for the messages to %s", async (_, to) => {
      const account = await newAccount();
      const messages = await sent(account, sms(account.other, to));
      expect(messages).toHaveLength(to.length);
      for (const message of messages) {
        expect(message).toMatchObject({ sender: "27001", sender_id: account.other, status: "pending" });
      }
      await service.drain();
      expect(await account.exchange.message(messages[0]?.id ?? "")).toMatchObject({
        sender: "27001",
        sender_id: account.other,
        status: "delivered",
      });
    });

    it("is the channel's default when the request names none", async () => {
      const account = await newAccount();
      const [message] = await sent(account, sms());
      expect(message).toMatchObject({ sender: "27000", sender_id: account.defaultOf("sms") });
    });

    it("is null when the account has no sender", async () => {
      const { exchange } = await testAccount(service, { senders: false });
      const id = await exchange.sendOne({ text: "Oi" }, TO);
      expect(await exchange.message(id)).toMatchObject({
        sender: null,
        sender_id: null,
        status: "error",
        error: { code: "no_sender" },
      });
    });

    it("is rejected, and nothing is created, unless the account has it on the channel", async () => {
      const [account, foreign] = [await newAccount(), await newAccount()];
      const removed = await account.add("27002");
      await account.remove(removed);
      const template = await account.exchange.template({ channel: "rcs" });
      const many = times(8, (n) => `+551198765123${n}`);
      const bodies = [
        ...[UNKNOWN_ID, foreign.other, removed, account.defaultOf("rcs")].map((id) => sms(id)),
        sms(UNKNOWN_ID, many),
        { template_id: template, sender_id: account.other, recipients: [{ to: TO }] },
      ];
      for (const body of bodies) {
        for (const path of ["/v3/messages", "/v3/messages/preview"]) {
          expect(await account.exchange.refusal("post", path, body)).toEqual(refused);
        }
      }
      const { pagination } = await account.exchange.got<Page<Message>>("/v3/messages");
      expect(pagination.total).toBe(0);
    });

    it("causes the same error when it is another account's as when it does not exist", async () => {
      const [account, foreign] = [await newAccount(), await newAccount()];
      const errorOf = async (id: string) => {
        const { body } = await account.request.post("/v3/messages").send(sms(id)).expect(422);
        const { request_id: _, ...error } = (body as Schemas["ErrorEnvelope"]).error;
        return error;
      };
      expect(await errorOf(foreign.other)).toEqual(await errorOf(UNKNOWN_ID));
    });

    it("determines which content is supported", async () => {
      const account = await newAccount();
      const mute = await account.add("27003", { carrier: "mute" });
      const content = { status: 422, fields: ["content.text"] };
      for (const path of ["/v3/messages", "/v3/messages/preview"]) {
        expect(await account.exchange.refusal("post", path, sms(mute))).toEqual(content);
      }
      await account.exchange.posted("/v3/messages/preview", sms(account.other), 200);
      expect(await sent(account, sms())).toHaveLength(1);
    });

    it("is part of the request that an idempotency key identifies", async () => {
      const account = await newAccount();
      const post = (body: object) =>
        account.request.post("/v3/messages").set("Idempotency-Key", "one").send(body);
      const first = await post(sms(account.other)).expect(202);
      expect((await post(sms(account.other)).expect(202)).body).toEqual(first.body);
      await post(sms()).expect(409);
      await post(sms(account.defaultOf("sms"))).expect(409);
      // A replay needs no sender: it returns the stored response.
      await account.remove(account.other);
      expect((await post(sms(account.other)).expect(202)).body).toEqual(first.body);
    });

    it("submits waiting messages even after its removal, but is rejected for new ones", async () => {
      const account = await newAccount();
      const [message] = await sent(account, sms(account.other));
      await account.remove(account.other);
      await service.drain();
      expect(await account.exchange.message(message?.id ?? "")).toMatchObject({
        sender: "27001",
        sender_id: account.other,
        status: "delivered",
      });
      const again = await account.add("27001");
      expect(await account.exchange.refusal("post", "/v3/messages", sms(account.other))).toEqual(refused);
      expect(await sent(account, sms(again))).toMatchObject([{ sender: "27001", sender_id: again }]);
    });
  });

  describe("as a filter of messages", () => {
    const idsOf = async ({ exchange }: Account, query: object) => {
      const { data, pagination } = await exchange.got<Page<Message>>("/v3/messages", query);
      return { ids: data.map(({ id }) => id), total: pagination.total };
    };

    it("selects exactly its messages, with their total, combined with other filters", async () => {
      const account = await newAccount();
      const sms1 = account.defaultOf("sms");
      const rcs = account.defaultOf("rcs");
      const [first] = await sent(account, sms());
      const [second] = await sent(account, sms(account.other, UNREPORTED));
      const [third] = await sent(account, { ...sms(), channel: "rcs" });
      const [fourth] = await sent(account, sms(account.other));
      await service.drain();
      await account.remove(account.other);
      const ids = (...messages: (Message | undefined)[]) => ({
        ids: messages.map((message) => message?.id),
        total: messages.length,
      });
      const { other: sender_id } = account;
      expect(await idsOf(account, { sender_id })).toEqual(ids(fourth, second));
      expect(await idsOf(account, { sender_id: [sms1, rcs] })).toEqual(ids(third, first));
      expect(await idsOf(account, { sender_id, status: "sent" })).toEqual(ids(second));
      expect(await idsOf(account, { sender_id, recipient: TO })).toEqual(ids(fourth));
      expect(await idsOf(account, { sender_id: [sms1, sender_id], channel: "rcs" })).toEqual(ids());
      expect(await idsOf(account, { sender_id, search: "pedido", limit: 1, offset: 1 })).toEqual({
        ids: [second?.id],
        total: 2,
      });
      expect(await idsOf(account, { sender_id: UNKNOWN_ID })).toEqual(ids());
      expect(await idsOf(await newAccount(), { sender_id })).toEqual(ids());
    });

    it("accepts up to 100 ids", async () => {
      const account = await newAccount();
      const some = (count: number) => times(count, () => service.app.ids.next());
      const [message] = await sent(account, sms(account.other));
      expect(await idsOf(account, { sender_id: [...some(99), account.other] })).toEqual({
        ids: [message?.id],
        total: 1,
      });
      const refusal = await account.exchange.refusal("get", "/v3/messages", { sender_id: some(101) });
      expect(refusal).toEqual({ status: 400, fields: ["sender_id"] });
    });

    it("applies to an export, whose rows name the sender", async () => {
      const account = await newAccount();
      await sent(account, sms());
      const [message] = await sent(account, sms(account.other));
      const { url } = await account.exchange.got<{ url: string }>("/v3/messages/export", {
        sender_id: account.other,
      });
      const path = url.slice(service.app.config.publicUrl.length);
      const csv = (await service.anonymous.get(path).expect(200)).text;
      const [heads, ...rows] = csv.trim().split("\r\n");
      const column = heads?.split(",").indexOf("sender_id") ?? -1;
      expect(rows.map((row) => [row.split(",")[0], row.split(",")[column]])).toEqual([
        [message?.id, account.other],
      ]);
    });
  });

  describe("of a campaign", () => {
    const messagesOf = async ({ exchange }: Account, campaign: string) =>
      (await exchange.got<Page<Message>>("/v3/messages", { campaign_id: campaign, limit: 100 })).data;

    it("sends all messages and is named by the campaign", async () => {
      const account = await newAccount();
      const { campaigns, other } = account;
      const id = await campaigns.launched({ sender: other, list: await campaigns.list(2) });
      await service.drain();
      await campaigns.expect(id, { status: "completed", sender_id: other, progress: { delivered: 2 } });
      const expected = { sender: "27001", sender_id: other };
      expect(await messagesOf(account, id)).toMatchObject([expected, expected]);
    });

    it("is null when the channel's default sends the messages", async () => {
      const account = await newAccount();
      const { campaigns } = account;
      const id = await campaigns.launched({ list: await campaigns.list(1) });
      await service.drain();
      expect((await campaigns.read(id)).sender_id).toBeNull();
      expect(await messagesOf(account, id)).toMatchObject([{ sender_id: account.defaultOf("sms") }]);
    });

    it("is rejected unless the account has it on the template's channel", async () => {
      const [account, foreign] = [await newAccount(), await newAccount()];
      const body = {
        template_id: await account.campaigns.template(),
        list_id: await account.campaigns.list(1),
      };
      for (const sender_id of [UNKNOWN_ID, foreign.other, account.defaultOf("rcs")]) {
        const refusal = await account.exchange.refusal("post", "/v3/campaigns", {
          ...body,
          name: "Refused",
          sender_id,
        });
        expect(refusal).toEqual(refused);
      }
      const { pagination } = await account.exchange.got<Page<object>>("/v3/campaigns");
      expect(pagination.total).toBe(0);
    });

    it("determines at launch and schedule which content is supported", async () => {
      const { campaigns, add } = await newAccount();
      const [mute, list] = [await add("27003", { carrier: "mute" }), await campaigns.list(1)];
      const id = await campaigns.draft({ sender: mute, list });
      expect(await campaigns.act("launch", id)).toEqual({ status: 422, code: "unprocessable_entity" });
      expect(await campaigns.act("schedule", id)).toEqual({ status: 422, code: "unprocessable_entity" });
      await campaigns.launched({ list });
    });

    it("prevents the launch once it is removed", async () => {
      const { campaigns, other, add, remove } = await newAccount();
      const id = await campaigns.draft({ sender: other, list: await campaigns.list(1) });
      await remove(other);
      await add("27001");
      expect(await campaigns.act("launch", id)).toEqual({ status: 409, code: "invalid_state" });
      await campaigns.expect(id, { status: "draft", sender_id: other });
      await campaigns.does("delete", id);
    });

    it("fails a scheduled launch after its removal, and no message is sent", async () => {
      const account = await newAccount();
      const { campaigns, other, remove } = account;
      const endpoint = await receiver();
      const webhook = { url: endpoint.url, event_types: ["campaign_update"] };
      await account.request.post("/v3/webhooks").send(webhook).expect(201);
      const id = await campaigns.draft({ sender: other, list: await campaigns.list(2) });
      await campaigns.does("schedule", id);
      await remove(other);
      await service.drainAfter(HOUR);
      await campaigns.expect(id, {
        status: "error",
        error: { code: "sender_removed" },
        progress: { total: 0 },
      });
      const events = endpoint.requests.flatMap((request) => request.events as object[]);
      await endpoint.close();
      expect(events.at(-1)).toMatchObject({
        type: "campaign_update",
        data: { status: "error", error: { code: "sender_removed" } },
      });
      // The campaign can still be scheduled, cancelled and deleted.
      await campaigns.does("schedule", id);
      await campaigns.does("cancel", id);
      await campaigns.does("delete", id);
    });

    it("ends the remaining messages with no_sender when removed during the run", async () => {
      const account = await newAccount();
      const { campaigns, other, remove } = account;
      const id = await campaigns.launched({ sender: other, list: await campaigns.list(1) });
      await remove(other);
      await service.drain();
      expect(await messagesOf(account, id)).toMatchObject([
        {
          status: "error",
          sender: null,
          sender_id: null,
          error: { code: "no_sender", message: "the campaign's sender was removed" },
        },
      ]);
    });
  });

  describe("of a message with follow-ups", () => {
    /** Sends a template to a number without delivery reports, and returns its follow-ups. */
    const followUpOf = async (
      account: Account,
      channel: "sms" | "rcs",
      sender_id: string,
      before = async () => {},
    ) => {
      const { exchange } = account;
      const follow = await exchange.template({ text: "De novo" });
      const rules = [{ on: ["no_delivery" as const], after_seconds: 60, template_id: follow }];
      const template = await exchange.template({ channel, rules });
      const [parent] = await sent(account, {
        template_id: template,
        sender_id,
        recipients: [{ to: UNREPORTED }],
      });
      await service.drain();
      await before();
      await service.drainAfter(MINUTE + SECOND);
      return exchange.followUpsOf(parent?.id ?? "");
    };

    it("sends follow-ups on the same channel", async () => {
      const account = await newAccount();
      expect(await followUpOf(account, "sms", account.other)).toMatchObject([
        { sender: "27001", sender_id: account.other },
      ]);
    });

    it("is replaced by the channel's default for follow-ups on another channel", async () => {
      const account = await newAccount();
      const rcs = await account.add("other-agent", { channel: "rcs" });
      expect(await followUpOf(account, "rcs", rcs)).toMatchObject([
        { channel: "sms", sender: "27000", sender_id: account.defaultOf("sms") },
      ]);
    });

    it("is replaced by the channel's default for follow-ups once removed", async () => {
      const account = await newAccount();
      const removal = async () => void (await account.remove(account.other));
      expect(await followUpOf(account, "sms", account.other, removal)).toMatchObject([
        { sender: "27000", sender_id: account.defaultOf("sms") },
      ]);
    });

    it("is the parent's for each follow-up of one template", async () => {
      const account = await newAccount();
      const { exchange } = account;
      const follow = await exchange.template({ text: "De novo" });
      const rules = [{ on: ["no_delivery" as const], after_seconds: 60, template_id: follow }];
      const template_id = await exchange.template({ rules });
      const send = (sender_id?: string) =>
        sent(account, { template_id, sender_id, recipients: [{ to: UNREPORTED }] });
      const parents = [...(await send()), ...(await send(account.other))];
      await service.drain();
      await service.drainAfter(MINUTE + SECOND);
      for (const parent of parents) {
        const [followUp] = await exchange.followUpsOf(parent.id);
        expect(followUp).toMatchObject({ sender: parent.sender, sender_id: parent.sender_id });
      }
    });
  });
});
