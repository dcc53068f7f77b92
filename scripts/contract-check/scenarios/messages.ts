import { nameFor } from "../bodies";
import { blockedNumber, smsTemplate } from "../fixtures";
import { story } from "../stage";

export const messages = [
  story("a send to a number that is suppressed", async (stage) => {
    const template = await smsTemplate(stage);
    const to = await blockedNumber(stage);
    const body = { template_id: template.id, recipients: [{ to, variables: { name: "Ana" } }] };
    const headers = { "Idempotency-Key": nameFor(stage.prefix, "send") };
    const { data } = await stage.provoke(
      "sendMessages",
      202,
      { headers, body },
      "sends to a suppressed number",
    );
    await stage.provoke("sendMessages", 202, { headers, body }, "sends the same again under the same key");
    const changed = { ...body, recipients: [{ to, variables: { name: "Rui" } }] };
    await stage.provoke(
      "sendMessages",
      409,
      { headers, body: changed },
      "sends something else under the same key",
    );
    await stage.provoke(
      "getMessage",
      200,
      { params: { message_id: data[0]?.message_id ?? "" } },
      "reads a message",
    );
    await stage.provoke(
      "listWebhookDeliveriesOfMessage",
      200,
      { params: { message_id: data[0]?.message_id ?? "" } },
      "asks which webhooks were told of a message",
    );
    await stage.provoke(
      "listMessages",
      200,
      { query: { template_id: [template.id], status: ["blocked"], limit: 5 } },
      "lists messages",
    );
    await stage.provoke(
      "exportMessages",
      200,
      { query: { template_id: [template.id] } },
      "asks for an export of messages",
    );
    await stage.provoke("previewMessages", 200, { body }, "previews a send");
  }),
  story("a send that makes no sense", async (stage) => {
    const template = await smsTemplate(stage);
    const recipients = [{ to: await blockedNumber(stage) }];
    const body = { template_id: template.id, channel: "sms" as const, recipients };
    await stage.provoke("sendMessages", 422, { body }, "gives a template and a channel");
    await stage.provoke("previewMessages", 422, { body }, "previews with a template and a channel");
  }),
];
