import { unknownId } from "../bodies";
import { scenario } from "../context";
import { differs } from "../expectations";
import { blockedNumber, sent, smsTemplate, templateTo } from "../fixtures";

export const senders = [
  scenario("the senders of the account", async (_context, call) => {
    await call("listSenders", 200, { query: { limit: 5 } }, "lists senders");
  }),
  scenario("a send from a chosen sender", async (context, call) => {
    const { id: template_id } = await smsTemplate(context);
    const body = templateTo(template_id, await blockedNumber(context));
    const unknown = { ...body, sender_id: unknownId() };
    await call("sendMessages", 422, { body: unknown }, "sends from a sender that does not exist");
    await call("previewMessages", 422, { body: unknown }, "previews with a sender that does not exist");
    const { data } = await call("listSenders", 200, { query: { limit: 1000 } }, "lists senders");
    const chosen = data.find(({ channel }) => channel === "sms");
    const foreign = data.find(({ channel }) => channel !== "sms");
    if (foreign) {
      const wrong = { ...body, sender_id: foreign.id };
      await call("sendMessages", 422, { body: wrong }, "sends from a sender of another channel");
    }
    if (!chosen) return;
    const own = { ...body, sender_id: chosen.id };
    const { message_id, params } = await sent(context, own, "sends from a chosen sender");
    const right = { sender_id: chosen.id, sender: chosen.address };
    await context.until("getMessage", { params }, "reads the sender of a message", right);
    const listOf = (sender_id: string) => ({
      query: { sender_id: [sender_id], template_id: [template_id], limit: 1000 },
    });
    await context.until("listMessages", listOf(chosen.id), "lists the messages of a sender", (page) => [
      ...(page.data.some(({ id }) => id === message_id) ? [] : ["the message is not on the list"]),
      ...page.data.flatMap(({ sender_id }) => differs("sender_id", sender_id, chosen.id)),
    ]);
    const nothing = { "data.length": 0, "pagination.total": 0 };
    const words = "lists the messages of a sender that does not exist";
    await context.until("listMessages", listOf(unknownId()), words, nothing);
  }),
];
