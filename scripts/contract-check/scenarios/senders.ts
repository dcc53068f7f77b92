import { nameFor, unknownId } from "../bodies";
import { blockedNumber, smsTemplate } from "../fixtures";
import { scenario } from "../context";

export const senders = [
  scenario("the senders of the account", async (_context, call) => {
    await call("listSenders", 200, { query: { limit: 5 } }, "lists senders");
  }),
  scenario("a send from a chosen sender", async (context, call) => {
    const template = await smsTemplate(context);
    const to = await blockedNumber(context);
    const body = { template_id: template.id, recipients: [{ to, variables: { name: "Ana" } }] };
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
    const headers = { "Idempotency-Key": nameFor(context.prefix, "send") };
    const sent = await call(
      "sendMessages",
      202,
      { headers, body: { ...body, sender_id: chosen.id } },
      "sends from a chosen sender",
    );
    const message_id = sent.data[0]?.message_id ?? "";
    await context.until(
      "getMessage",
      200,
      { params: { message_id } },
      (message) => message.sender_id === chosen.id && message.sender === chosen.address,
      "reads the sender of a message",
    );
    await context.until(
      "listMessages",
      200,
      { query: { sender_id: [chosen.id], template_id: [template.id], limit: 1000 } },
      (page) =>
        page.data.some(({ id }) => id === message_id) &&
        page.data.every(({ sender_id }) => sender_id === chosen.id),
      "lists the messages of a sender",
    );
    await context.until(
      "listMessages",
      200,
      { query: { sender_id: [unknownId()], template_id: [template.id] } },
      (page) => page.data.length === 0 && page.pagination.total === 0,
      "lists the messages of a sender that does not exist",
    );
  }),
];
