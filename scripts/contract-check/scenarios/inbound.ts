import { type Context, scenario } from "../context";
import { freeNumber, NO_SANDBOX, sent, suggestionTo, textTo } from "../fixtures";

/** Waits for the reply from a number. Returns its entry in the list. */
async function replyOf(context: Context, to: string) {
  const request = { query: { sender: [to] } };
  const replied = { "data.0.sender": to };
  const { data } = await context.until("listInboundMessages", request, "waits for the reply", replied);
  return data[0];
}

export const inbound = [
  scenario("the inbound records", async (_context, call) => {
    await call("listInboundMessages", 200, { query: { limit: 5 } }, "lists replies");
    await call("listInboundRcsEvents", 200, { query: { limit: 5 } }, "lists RCS events");
  }),
  scenario("a reply", async (context, call) => {
    if (!context.sandboxed.has("sms")) return context.unable(NO_SANDBOX("sms"), ["getInboundMessage", 200]);
    // For a message to a number that ends in 0005, the sandbox simulates a reply.
    const to = await freeNumber(context, "0005");
    const body = textTo([to, await freeNumber(context, "1234")]);
    const message = await sent(context, body, "sends a message that gets a reply");
    const { id: paired_message_id, sender: recipient } = await call(
      "getMessage",
      200,
      { params: message.params },
      "reads the sender of a message",
    );
    const params = { inbound_message_id: (await replyOf(context, to))?.id ?? "" };
    const right = { sender: to, recipient, channel: "sms", text: "Oi", paired_message_id, campaign_id: null };
    await call("getInboundMessage", 200, { params }, "reads a reply", right);
  }),
  scenario("a tapped suggestion", async (context, call) => {
    if (!context.sandboxed.has("rcs")) return context.unable(NO_SANDBOX("rcs"), ["getInboundRcsEvent", 200]);
    // For a message to a number that ends in 0008, the sandbox simulates a tap on the first suggestion. The
    // suggestion opens a URL, which causes an RCS event.
    const to = await freeNumber(context, "0008");
    const { message_id } = await sent(context, suggestionTo(to), "sends a message with a suggestion");
    const request = { query: { sender: [to] } };
    const tapped = { "data.0.sender": to };
    const { data } = await context.until("listInboundRcsEvents", request, "waits for the tap", tapped);
    const params = { inbound_rcs_event_id: data[0]?.id ?? "" };
    await call("getInboundRcsEvent", 200, { params }, "reads an RCS event", {
      paired_message_id: message_id,
      event_type: "action",
      action_label: "Abrir",
      postback_data: "open",
    });
  }),
];
