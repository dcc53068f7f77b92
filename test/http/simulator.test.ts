import { sandboxTap } from "../../src/cli/sandbox";
import {
  simulateRead,
  simulateReply,
  simulateSubscription,
  simulateTap,
} from "../../src/web/sandbox/simulator";
import { testAccount } from "../support/accounts";
import { databases } from "../support/databases";
import { testService } from "../support/service";

const ABSENT = "01a1f8d9-dd70-7c28-b3f1-6a9d0e5c8b47";

const reply = (text: string) => ({ type: "reply", text, postback_data: `${text}!` });
const card = {
  type: "card",
  orientation: "vertical",
  card: { title: "Vem?", suggestions: [reply("Sim")] },
  suggestions: [{ type: "open_url", text: "Onde", url: "https://example.com/", postback_data: "map" }],
};

describe.each(databases)("the sandbox simulator on %s", (database) => {
  const service = testService(database);
  const delivered = async (content: object, to = "+5511987651234") => {
    const account = await testAccount(service);
    const { exchange } = account;
    const id = await exchange.sendOne({ template: await exchange.template({ channel: "rcs", content }) }, to);
    await service.drain();
    return { ...account, id };
  };

  it("taps suggestions in reading order, from index 0, and from number 1 in the command", async () => {
    const { accountId, exchange, id } = await delivered(card);
    await simulateTap(service.app, accountId, id, 0);
    const { data } = await exchange.inbound();
    expect(data).toMatchObject([
      { content_type: "suggestion", text: "Sim", postback_data: "Sim!", paired_message_id: id },
    ]);
    const session = { ...service.app, secrets: async () => Promise.resolve(service.app.secrets) };
    await sandboxTap(session, { message: id, suggestion: 2 });
    const events = await exchange.events();
    expect(events.data).toMatchObject([
      { event_type: "action", action_label: "Onde", postback_data: "map", paired_message_id: id },
    ]);
  });

  it.each([
    ["beyond the last one of the message", card, 2, "must be from 0 to 1"],
    [
      "of a message without suggestions",
      { type: "text", text: "Oi" },
      0,
      "must be absent: the message has no suggestions",
    ],
  ])("rejects a tap on a suggestion %s", async (_, content, index, message) => {
    const { accountId, id } = await delivered(content);
    await expect(simulateTap(service.app, accountId, id, index)).rejects.toMatchObject({
      status: 422,
      fields: [{ field: "suggestion", message }],
    });
  });

  it("rejects a message that was not delivered or is another account's", async () => {
    const { accountId, id } = await delivered(card, "+5511987650001");
    await expect(simulateTap(service.app, accountId, id, 0)).rejects.toMatchObject({ status: 409 });
    await expect(simulateRead(service.app, accountId, id)).rejects.toMatchObject({ status: 409 });
    for (const other of [service.accountId, accountId]) {
      const message = other === accountId ? ABSENT : id;
      await expect(simulateTap(service.app, other, message, 0)).rejects.toMatchObject({ status: 404 });
    }
  });

  it("rejects actions on a message that a real carrier accepted", async () => {
    const { accountId, exchange, id } = await delivered(card);
    await service.db("messages").where({ id }).update({ carrier: "main" });
    await expect(simulateTap(service.app, accountId, id, 0)).rejects.toMatchObject({ status: 409 });
    await expect(simulateRead(service.app, accountId, id)).rejects.toMatchObject({ status: 409 });
    expect((await exchange.inbound()).data).toEqual([]);
    expect(await exchange.message(id)).toMatchObject({ status: "delivered" });
  });

  it("reads RCS messages only", async () => {
    const { accountId, exchange, id } = await delivered(card);
    await simulateRead(service.app, accountId, id);
    expect(await exchange.message(id)).toMatchObject({ status: "read" });
    const sms = await exchange.sendOne({ text: "Oi" }, "+5511987651234");
    await service.drain();
    await expect(simulateRead(service.app, accountId, sms)).rejects.toMatchObject({ status: 409 });
    expect(await exchange.message(sms)).toMatchObject({ status: "delivered" });
  });

  it("replies to the default sender, and fails when the channel has none", async () => {
    const { accountId, exchange } = await delivered(card);
    const words = { channel: "rcs", from: "+5511987651234", to: null, text: "Oi" } as const;
    await simulateReply(service.app, accountId, words);
    expect((await exchange.inbound()).data).toMatchObject([{ recipient: "recado-sandbox", text: "Oi" }]);
    const bare = await testAccount(service, { senders: false });
    await expect(simulateReply(service.app, bare.accountId, words)).rejects.toMatchObject({ status: 422 });
  });

  it("subscribes to the default sender, and fails when the channel has none", async () => {
    const { accountId, exchange, id } = await delivered(card);
    const choice = { type: "unsubscribe", from: "+5511987651234", to: null } as const;
    await simulateSubscription(service.app, accountId, choice);
    await simulateSubscription(service.app, accountId, { ...choice, type: "subscribe", to: "other-agent" });
    expect((await exchange.events()).data).toMatchObject([
      { event_type: "subscribe", paired_message_id: null },
      { event_type: "unsubscribe", paired_message_id: id },
    ]);
    const bare = await testAccount(service, { senders: false });
    await expect(simulateSubscription(service.app, bare.accountId, choice)).rejects.toMatchObject({
      status: 422,
      fields: [{ field: "to" }],
    });
  });
});
