import { freeNumber, NO_SANDBOX } from "../fixtures";
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
    await stage.provoke(
      "sendMessages",
      202,
      { body: { channel: "sms", content, recipients: [{ to }] } },
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
    await stage.provoke("getInboundMessage", 200, { params: { inbound_message_id: id } }, "reads a reply");
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
    await stage.provoke(
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
    );
  }),
];
