import { nameFor, yesterday } from "../bodies";
import { differs, expiresWithin, usageDiffers } from "../expectations";
import {
  blockedNumber,
  freeNumber,
  newTemplate,
  sent,
  smsTemplate,
  templateTo,
  TEXT as content,
  textTo,
  untilStatus,
} from "../fixtures";
import { type Context, scenario } from "../context";

/** Last digits of sandbox numbers, final status of the messages, and whether the messages are charged. */
const ENDINGS = [
  ["1234", "delivered", true],
  ["0001", "undelivered", true],
  ["0007", "expired", true],
  ["0002", "failed", false],
] as const;

/** Sends one message for each outcome. Compares prices with the preview, and usage with the messages. */
export async function countAndPrice(context: Context): Promise<void> {
  const { id: template_id } = await newTemplate(context, { content });
  const endings = context.sandboxed.has("sms") ? ENDINGS : [];
  const recipients = [{ to: await blockedNumber(context) }];
  for (const [ending] of endings) recipients.push({ to: await freeNumber(context, ending) });
  const body = { template_id, recipients };
  const blocked = { "data.0.status": "blocked" };
  const preview = await context.provoke("previewMessages", 200, { body }, "previews a send", blocked);
  const { data } = await sent(context, body, "sends to numbers of each kind", (response) =>
    response.data.flatMap(({ status }, index) =>
      differs(`data.${index}.status`, status, preview.data[index]?.status),
    ),
  );
  const [suppressed, ...others] = data;
  const read = (message_id = "", right: object) =>
    context.provoke("getMessage", 200, { params: { message_id } }, "reads the outcome of a message", {
      template_id,
      campaign_id: null,
      parent_message_id: null,
      ...right,
    });
  await read(suppressed?.message_id, { status: "blocked", price: 0 });
  for (const [index, { message_id }] of others.entries()) {
    const [, status, isCharged] = endings[index] ?? ENDINGS[0];
    await untilStatus(context, message_id, status);
    await read(message_id, { status, price: isCharged ? preview.data[index + 1]?.price : 0 });
  }
  const query = { template_id: [template_id], limit: 100 };
  const all = { "pagination.total": recipients.length };
  const words = "lists the messages of a template";
  const listed = await context.provoke("listMessages", 200, { query }, words, all);
  const usage = { query: { group_by: "template" as const, from: yesterday() } };
  await context.provoke("getUsage", 200, usage, "compares the usage with the messages", ({ data: rows }) =>
    usageDiffers(
      rows.find((row) => row.template_id === template_id),
      listed.data,
    ),
  );
}

/** Checks that a follow-up rule sends one message for the matching outcome, and none for another. */
async function followUps(context: Context): Promise<void> {
  if (!context.sandboxed.has("sms")) return;
  const { id: second } = await newTemplate(context, { content });
  const rule = { on: ["delivered" as const], template_id: second };
  const { id: template_id } = await newTemplate(context, { content, follow_ups: [rule] });
  const [to, unreachable] = [await freeNumber(context, "1234"), await freeNumber(context, "0001")];
  const body = { template_id, recipients: [{ to }, { to: unreachable }] };
  const { data: messages, message_id: parent_message_id } = await sent(
    context,
    body,
    "sends messages with a rule",
  );
  const request = { query: { recipient: [to], template_id: [second] } };
  const arrived = { "data.0.to": to };
  const { data } = await context.until("listMessages", 200, request, "waits for a follow-up", arrived);
  const follow_up = { message_id: data[0]?.id ?? "" };
  await untilStatus(context, follow_up.message_id, "delivered");
  const right = { to, parent_message_id, template_id: second, campaign_id: null };
  await context.provoke("getMessage", 200, { params: follow_up }, "reads a follow-up", right);
  await untilStatus(context, messages[1]?.message_id ?? "", "undelivered");
  const query = { recipient: [to, unreachable], limit: 100 };
  const words = "lists the messages and their follow-ups";
  await context.provoke("listMessages", 200, { query }, words, { "pagination.total": 3 });
}

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

/** Schedules, moves and cancels messages. Without a sandbox, sends them to a suppressed number. */
async function scheduledSends(context: Context): Promise<void> {
  const isPending = context.sandboxed.has("sms");
  const number = () => (isPending ? freeNumber(context, "1234") : blockedNumber(context));
  const numbers = [await number(), await number()];
  const fields = { validity_seconds: 3_600, send_at: inHours(1) };
  const body = textTo(numbers, fields);
  const { batch_id, params } = await sent(context, body, "schedules messages", ({ data }) =>
    differs("data.0.not_before is set", data[0]?.not_before !== null, isPending),
  );
  const moved = { params, body: { send_at: inHours(2) } };
  if (isPending) {
    const pending = { status: "pending", batch_id };
    const past = { params, body: { send_at: inHours(-1) } };
    await context.provoke("updateMessage", 422, past, "moves a message to the past");
    await context.provoke("updateMessage", 200, moved, "moves a message", pending);
    const canceled = { status: "canceled", price: 0 };
    await context.provoke("cancelMessage", 200, { params }, "cancels a message", canceled);
    await context.provoke("cancelMessage", 200, { params }, "cancels a message again");
  }
  const suppressed = textTo([await blockedNumber(context)], { validity_seconds: 3_600 });
  const blocked = await sent(context, suppressed, "sends to a suppressed number");
  await context.provoke("cancelMessage", 409, { params: blocked.params }, "cancels a blocked message");
  await context.provoke("updateMessage", 409, moved, "moves a message with a final status");
  const batch = { batch_id };
  const counts = isPending ? { canceled: 2, not_canceled: 0 } : { canceled: 0, not_canceled: 2 };
  await context.provoke("cancelMessageBatch", 200, { params: batch }, "cancels a send", counts);
  const all = { "pagination.total": numbers.length };
  await context.provoke("listMessages", 200, { query: batch }, "lists the messages of a send", all);
  const twice = { ...body, send_at_local: inHours(1).slice(0, 19) };
  await context.provoke("sendMessages", 422, { body: twice }, "schedules for two times");
}

/** Returns the hours that Lisbon is ahead of UTC at 9 a.m. of a day. */
const lisbonOffset = (day: string): number =>
  Number(
    new Intl.DateTimeFormat("en", { timeZone: "Europe/Lisbon", hour: "numeric", hourCycle: "h23" }).format(
      Date.parse(`${day}T09:00:00Z`),
    ),
  ) - 9;

/** Previews a send for a local time. Checks the instant for numbers of several time zones. */
async function localTimes(context: Context): Promise<void> {
  const day = inHours(72).slice(0, 10);
  const places = [
    ["+5511998761234", -3],
    ["+5592998761234", -4],
    ["+5568998761234", -5],
    ["+351912345678", lisbonOffset(day)],
  ] as const;
  const { data: rules } = await context.provoke(
    "listSendingRules",
    200,
    {},
    "reads the rules that may move a time",
  );
  // A rule of the account or of a concurrent check may move send times, so find a purpose without such
  // limits.
  const closes = (date: string) => date >= day;
  const purpose = rules.find(
    ({ windows, holidays, closed_dates }) =>
      windows.length === 0 && holidays === null && !closed_dates.some(closes),
  )?.purpose;
  const recipients = places.map(([to]) => ({ to }));
  const body = {
    channel: "sms" as const,
    content,
    recipients,
    send_at_local: `${day}T09:00:00`,
    ...(purpose && { purpose }),
  };
  await context.provoke("previewMessages", 200, { body }, "previews a send for a local time", ({ data }) =>
    data.flatMap(({ status, not_before }, index) => {
      const [to, offset] = places[index] ?? places[0];
      const right = new Date(Date.parse(`${day}T09:00:00Z`) - offset * 3_600_000).toISOString();
      // A message that cannot be sent has no `not_before`. If rules restrict all purposes, no instant is
      // certain.
      return status !== "pending" || !purpose ? [] : differs(`not_before of ${to}`, not_before, right);
    }),
  );
}

/** Checks that previews and stored messages have the text in GSM-7, and that an emoji is refused. */
async function encoding(context: Context): Promise<void> {
  const text = "Olá {{name}}, até já.";
  const encoded = "Ola Joao, até ja.";
  const recipients = [{ to: await blockedNumber(context), variables: { name: "João" } }];
  const body = {
    channel: "sms" as const,
    recipients,
    content: { type: "text", text, encoding: "gsm7" } as const,
  };
  const preview = { "data.0.content.text": encoded, "data.0.encoding": "gsm7" };
  await context.provoke("previewMessages", 200, { body }, "previews a text in GSM-7", preview);
  const { params } = await sent(context, body, "sends a text in GSM-7");
  const stored = { "content.text": encoded };
  await context.provoke("getMessage", 200, { params }, "reads a text in GSM-7", stored);
  const emoji = { ...body, content: { ...body.content, text: "Olá 😀" } };
  await context.provoke("sendMessages", 422, { body: emoji }, "sends an emoji in GSM-7");
}

export const messages = [
  scenario("a send to a suppressed number", async (context, call) => {
    const template = await smsTemplate(context);
    const to = await blockedNumber(context);
    const body = templateTo(template.id, to);
    const headers = { "Idempotency-Key": nameFor(context.prefix, "send") };
    const blocked = { "data.0.status": "blocked" };
    const { params } = await sent(context, { headers, body }, "sends to a suppressed number", blocked);
    await call("sendMessages", 202, { headers, body }, "repeats a send with the same key");
    const changed = { ...body, recipients: [{ to, variables: { name: "Rui" } }] };
    await call("sendMessages", 409, { headers, body: changed }, "sends another body with the same key");
    await call("getMessage", 200, { params }, "reads a message");
    await call("listWebhookDeliveriesOfMessage", 200, { params }, "lists the deliveries of a message");
    await call(
      "listMessages",
      200,
      { query: { template_id: [template.id], status: ["blocked"], limit: 5 } },
      "lists messages",
    );
    await call(
      "exportMessages",
      200,
      { query: { template_id: [template.id] } },
      "exports messages",
      ({ expires_at }) => expiresWithin(expires_at, 10, 20),
    );
    await call("previewMessages", 200, { body }, "previews a send");
  }),
  scenario("prices and usage of messages", (context) =>
    context.shared("counted messages", () => countAndPrice(context)),
  ),
  scenario("a follow-up", followUps),
  scenario("a scheduled send", scheduledSends),
  scenario("a send for a local time", localTimes),
  scenario("a text in GSM-7", encoding),
  scenario("a contradictory send", async (context, call) => {
    const template = await smsTemplate(context);
    const recipients = [{ to: await blockedNumber(context) }];
    const body = { template_id: template.id, channel: "sms" as const, recipients };
    await call("sendMessages", 422, { body }, "sends with a template and a channel");
    await call("previewMessages", 422, { body }, "previews with a template and a channel");
  }),
];
