import { allDiffer, differs } from "../claims";
import { freeNumber, NO_SANDBOX, smsTemplate } from "../fixtures";
import { story } from "../stage";

export const inbound = [
  story("the inbound records that there are", async (stage) => {
    await stage.provoke("listInboundMessages", 200, { query: { limit: 5 } }, "lists replies");
    await stage.provoke("listInboundRcsEvents", 200, { query: { limit: 5 } }, "lists RCS events");
  }),
  story("a reply", async (stage) => {
    if (!stage.sandboxed.has("sms")) return stage.unable(NO_SANDBOX("sms"), ["getInboundMessage", 200]);
    // The sandbox lets numbers with this ending reply.
    const to = await freeNumber(stage, "0005");
    const content = { type: "text" as const, text: "Oi!" };
    const sent = await stage.provoke(
      "sendMessages",
      202,
      { body: { channel: "sms", content, recipients: [{ to }, { to: await freeNumber(stage, "1234") }] } },
      "asks for a reply",
    );
    const { data } = await stage.until(
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
    await stage.provoke(
      "getInboundMessage",
      200,
      { params: { inbound_message_id: id } },
      "reads a reply",
      (reply) => allDiffer(reply, right),
    );
  }),
  story("a reply that opts out", async (stage) => {
    if (!stage.sandboxed.has("sms")) return;
    const { id: template_id } = await smsTemplate(stage);
    // The sandbox lets numbers with this ending reply SAIR.
    const to = await freeNumber(stage, "0006");
    const body = { template_id, recipients: [{ to, variables: { name: "Ana" } }] };
    const { data } = await stage.provoke("sendMessages", 202, { body }, "asks for an opt-out");
    const replied = await stage.until(
      "listInboundMessages",
      200,
      { query: { sender: [to] } },
      (page) => page.data.length > 0,
      "waits for the opt-out",
    );
    const [reply] = replied.data;
    await stage.provoke(
      "getInboundMessage",
      200,
      { params: { inbound_message_id: reply?.id ?? "" } },
      "reads an opt-out",
      (one) => allDiffer(one, { text: "SAIR", paired_message_id: data[0]?.message_id }),
    );
    await stage.until(
      "previewMessages",
      200,
      { body },
      (preview) => preview.data[0]?.status === "blocked",
      "previews a send to a number that has opted out",
    );
    const contact_id = reply?.contact_id;
    if (contact_id)
      await stage.provoke("deleteContact", 204, { params: { contact_id } }, "deletes who opted out");
  }),
  story("a tap", async (stage) => {
    if (!stage.sandboxed.has("rcs")) return stage.unable(NO_SANDBOX("rcs"), ["getInboundRcsEvent", 200]);
    // The sandbox lets numbers with this ending tap the first suggestion; one that opens a page is an event.
    const to = await freeNumber(stage, "0008");
    const open = {
      type: "open_url" as const,
      text: "Abrir",
      url: "https://example.com/",
      postback_data: "open",
    };
    const content = { type: "text" as const, text: "Oi!", suggestions: [open] };
    const sent = await stage.provoke(
      "sendMessages",
      202,
      { body: { channel: "rcs", content, recipients: [{ to }] } },
      "asks for a tap",
    );
    const { data } = await stage.until(
      "listInboundRcsEvents",
      200,
      { query: { sender: [to] } },
      (page) => page.data.length > 0,
      "waits for the tap",
    );
    const id = data[0]?.id ?? "";
    await stage.provoke(
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
