import { allDiffer, differs } from "../expectations";
import { freeNumber, NO_SANDBOX, smsTemplate } from "../fixtures";
import { scenario } from "../context";

export const inbound = [
  scenario("the inbound records", async (_context, call) => {
    await call("listInboundMessages", 200, { query: { limit: 5 } }, "lists replies");
    await call("listInboundRcsEvents", 200, { query: { limit: 5 } }, "lists RCS events");
  }),
  scenario("a reply", async (context, call) => {
    if (!context.sandboxed.has("sms")) return context.unable(NO_SANDBOX("sms"), ["getInboundMessage", 200]);
    // The sandbox replies from numbers with this ending.
    const to = await freeNumber(context, "0005");
    const content = { type: "text" as const, text: "Oi!" };
    const sent = await call(
      "sendMessages",
      202,
      { body: { channel: "sms", content, recipients: [{ to }, { to: await freeNumber(context, "1234") }] } },
      "sends a message that gets a reply",
    );
    const { data } = await context.until(
      "listInboundMessages",
      200,
      { query: { sender: [to] } },
      (page) => page.data.length > 0,
      "waits for the reply",
    );
    const id = data[0]?.id ?? "";
    const right = {
      sender: to,
      channel: "sms",
      paired_message_id: sent.data[0]?.message_id,
      campaign_id: null,
    };
    await call("getInboundMessage", 200, { params: { inbound_message_id: id } }, "reads a reply", (reply) =>
      allDiffer(reply, right),
    );
  }),
  scenario("an opt-out", async (context, call) => {
    if (!context.sandboxed.has("sms")) return;
    const { id: template_id } = await smsTemplate(context);
    // The sandbox replies SAIR (opt-out) from numbers with this ending.
    const to = await freeNumber(context, "0006");
    const body = { template_id, recipients: [{ to, variables: { name: "Ana" } }] };
    const { data } = await call("sendMessages", 202, { body }, "sends a message that gets an opt-out");
    const replied = await context.until(
      "listInboundMessages",
      200,
      { query: { sender: [to] } },
      (page) => page.data.length > 0,
      "waits for the opt-out",
    );
    const [reply] = replied.data;
    await call(
      "getInboundMessage",
      200,
      { params: { inbound_message_id: reply?.id ?? "" } },
      "reads an opt-out",
      (one) => allDiffer(one, { text: "SAIR", paired_message_id: data[0]?.message_id }),
    );
    await context.until(
      "previewMessages",
      200,
      { body },
      (preview) => preview.data[0]?.status === "blocked",
      "previews a send to an opted-out number",
    );
    const contact_id = reply?.contact_id;
    if (contact_id)
      await call("deleteContact", 204, { params: { contact_id } }, "deletes the opted-out contact");
  }),
  scenario("a tapped suggestion", async (context, call) => {
    if (!context.sandboxed.has("rcs")) return context.unable(NO_SANDBOX("rcs"), ["getInboundRcsEvent", 200]);
    // From numbers with this ending, the sandbox taps the first suggestion. Opening a URL causes an RCS
    // event.
    const to = await freeNumber(context, "0008");
    const open = {
      type: "open_url" as const,
      text: "Abrir",
      url: "https://example.com/",
      postback_data: "open",
    };
    const content = { type: "text" as const, text: "Oi!", suggestions: [open] };
    const sent = await call(
      "sendMessages",
      202,
      { body: { channel: "rcs", content, recipients: [{ to }] } },
      "sends a message whose suggestion gets tapped",
    );
    const { data } = await context.until(
      "listInboundRcsEvents",
      200,
      { query: { sender: [to] } },
      (page) => page.data.length > 0,
      "waits for the tap",
    );
    const id = data[0]?.id ?? "";
    await call(
      "getInboundRcsEvent",
      200,
      { params: { inbound_rcs_event_id: id } },
      "reads an RCS event",
      (event) =>
        differs("paired_message_id", event.paired_message_id, sent.data[0]?.message_id).concat(
          allDiffer(event, {
            event_type: "action",
            action_label: open.text,
            postback_data: open.postback_data,
          }),
        ),
    );
  }),
];
