import { nameFor } from "../bodies";
import { allDiffer, differs, expiresWithin, untilStatus, usageDiffers } from "../claims";
import { blockedNumber, freeNumber, smsTemplate } from "../fixtures";
import { type Stage, story } from "../stage";

const newTemplate = (stage: Stage, more: object = {}) => {
  const content = { type: "text", text: "Olá, é um teste." } as const;
  const body = { name: nameFor(stage.prefix, "SMS"), channel: "sms" as const, content, ...more };
  return stage.provoke("createTemplate", 201, { body }, "saves a template");
};

/** What the sandbox makes of a message, by the ending of the number, and whether a carrier took it. */
const ENDINGS = [
  ["1234", "delivered", true],
  ["0001", "undelivered", true],
  ["0007", "expired", true],
  ["0002", "failed", false],
] as const;

/** Sends one message to each kind of number, and compares what they cost with the preview, and the usage with them. */
export async function countAndPrice(stage: Stage): Promise<void> {
  const { id: template_id } = await newTemplate(stage);
  const endings = stage.sandboxed.has("sms") ? ENDINGS : [];
  const recipients = [{ to: await blockedNumber(stage) }];
  for (const [ending] of endings) recipients.push({ to: await freeNumber(stage, ending) });
  const body = { template_id, recipients };
  const preview = await stage.provoke("previewMessages", 200, { body }, "previews a send", ({ data }) =>
    differs("data.0.status", data[0]?.status, "blocked"),
  );
  const { data } = await stage.provoke(
    "sendMessages",
    202,
    { body },
    "sends to numbers of each kind",
    (sent) =>
      sent.data.flatMap(({ status }, index) =>
        differs(`data.${index}.status`, status, preview.data[index]?.status),
      ),
  );
  const [suppressed, ...others] = data;
  const read = (message_id = "", right: object) =>
    stage.provoke(
      "getMessage",
      200,
      { params: { message_id } },
      "reads what became of a message",
      (message) => allDiffer(message, { ...right, template_id, campaign_id: null, parent_message_id: null }),
    );
  await read(suppressed?.message_id, { status: "blocked", price: 0 });
  for (const [index, { message_id }] of others.entries()) {
    const [, status, isCharged] = endings[index] ?? ENDINGS[0];
    await untilStatus(stage, message_id, status);
    await read(message_id, { status, price: isCharged ? preview.data[index + 1]?.price : 0 });
  }
  const query = { template_id: [template_id], limit: 100 };
  const listed = await stage.provoke(
    "listMessages",
    200,
    { query },
    "lists the messages of a template",
    (page) => differs("pagination.total", page.pagination.total, recipients.length),
  );
  await stage.provoke(
    "getUsage",
    200,
    { query: { group_by: "template" } },
    "compares the usage with the messages of a template",
    (usage) =>
      usageDiffers(
        usage.data.find((row) => row.template_id === template_id),
        listed.data,
      ),
  );
}

/** A rule fires once for a message with its outcome, and not for another. */
async function followUps(stage: Stage): Promise<void> {
  if (!stage.sandboxed.has("sms")) return;
  const { id: second } = await newTemplate(stage);
  const rule = { on: ["delivered" as const], template_id: second };
  const { id: template_id } = await newTemplate(stage, { follow_ups: [rule] });
  const [to, unreachable] = [await freeNumber(stage, "1234"), await freeNumber(stage, "0001")];
  const body = { template_id, recipients: [{ to }, { to: unreachable }] };
  const sent = await stage.provoke("sendMessages", 202, { body }, "sends what a rule follows up");
  const [first, failed] = sent.data;
  const { data } = await stage.until(
    "listMessages",
    200,
    { query: { recipient: [to], template_id: [second] } },
    (page) => page.data.length > 0,
    "waits for a follow-up",
  );
  const follow_up = data[0]?.id ?? "";
  await untilStatus(stage, follow_up, "delivered");
  const right = { to, parent_message_id: first?.message_id, template_id: second, campaign_id: null };
  await stage.provoke(
    "getMessage",
    200,
    { params: { message_id: follow_up } },
    "reads a follow-up",
    (message) => allDiffer(message, right),
  );
  await untilStatus(stage, failed?.message_id ?? "", "undelivered");
  const query = { recipient: [to, unreachable], limit: 100 };
  await stage.provoke("listMessages", 200, { query }, "lists what a rule made", (page) =>
    differs("pagination.total", page.pagination.total, 3),
  );
}

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
      (sent) => differs("data.0.status", sent.data[0]?.status, "blocked"),
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
      ({ expires_at }) => expiresWithin(expires_at, 10, 20),
    );
    await stage.provoke("previewMessages", 200, { body }, "previews a send");
  }),
  story("messages, their prices and their sums", (stage) =>
    stage.shared("counted messages", () => countAndPrice(stage)),
  ),
  story("a message that a rule follows up", followUps),
  story("a send that makes no sense", async (stage) => {
    const template = await smsTemplate(stage);
    const recipients = [{ to: await blockedNumber(stage) }];
    const body = { template_id: template.id, channel: "sms" as const, recipients };
    await stage.provoke("sendMessages", 422, { body }, "gives a template and a channel");
    await stage.provoke("previewMessages", 422, { body }, "previews with a template and a channel");
  }),
];
