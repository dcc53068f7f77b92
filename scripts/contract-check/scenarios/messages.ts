import { nameFor } from "../bodies";
import { allDiffer, differs, expiresWithin, untilStatus, usageDiffers } from "../expectations";
import { blockedNumber, freeNumber, newTemplate, smsTemplate } from "../fixtures";
import { type Context, scenario } from "../context";

/** Content without variables, so that recipients need none. */
const content = { type: "text", text: "Olá, é um teste." } as const;

/** Last digits of sandbox numbers, final status of their messages, and whether these are charged. */
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
  const preview = await context.provoke("previewMessages", 200, { body }, "previews a send", ({ data }) =>
    differs("data.0.status", data[0]?.status, "blocked"),
  );
  const { data } = await context.provoke(
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
    context.provoke(
      "getMessage",
      200,
      { params: { message_id } },
      "reads the outcome of a message",
      (message) => allDiffer(message, { ...right, template_id, campaign_id: null, parent_message_id: null }),
    );
  await read(suppressed?.message_id, { status: "blocked", price: 0 });
  for (const [index, { message_id }] of others.entries()) {
    const [, status, isCharged] = endings[index] ?? ENDINGS[0];
    await untilStatus(context, message_id, status);
    await read(message_id, { status, price: isCharged ? preview.data[index + 1]?.price : 0 });
  }
  const query = { template_id: [template_id], limit: 100 };
  const listed = await context.provoke(
    "listMessages",
    200,
    { query },
    "lists the messages of a template",
    (page) => differs("pagination.total", page.pagination.total, recipients.length),
  );
  await context.provoke(
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

/** Checks that a follow-up rule sends one message for the matching outcome, and none for another. */
async function followUps(context: Context): Promise<void> {
  if (!context.sandboxed.has("sms")) return;
  const { id: second } = await newTemplate(context, { content });
  const rule = { on: ["delivered" as const], template_id: second };
  const { id: template_id } = await newTemplate(context, { content, follow_ups: [rule] });
  const [to, unreachable] = [await freeNumber(context, "1234"), await freeNumber(context, "0001")];
  const body = { template_id, recipients: [{ to }, { to: unreachable }] };
  const sent = await context.provoke("sendMessages", 202, { body }, "sends messages with a follow-up rule");
  const [first, failed] = sent.data;
  const { data } = await context.until(
    "listMessages",
    200,
    { query: { recipient: [to], template_id: [second] } },
    (page) => page.data.length > 0,
    "waits for a follow-up",
  );
  const follow_up = data[0]?.id ?? "";
  await untilStatus(context, follow_up, "delivered");
  const right = { to, parent_message_id: first?.message_id, template_id: second, campaign_id: null };
  await context.provoke(
    "getMessage",
    200,
    { params: { message_id: follow_up } },
    "reads a follow-up",
    (message) => allDiffer(message, right),
  );
  await untilStatus(context, failed?.message_id ?? "", "undelivered");
  const query = { recipient: [to, unreachable], limit: 100 };
  await context.provoke("listMessages", 200, { query }, "lists the messages and their follow-ups", (page) =>
    differs("pagination.total", page.pagination.total, 3),
  );
}

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

/** Schedules, moves and cancels messages. Without a sandbox, they are to a suppressed number. */
async function scheduledSends(context: Context): Promise<void> {
  const isPending = context.sandboxed.has("sms");
  const number = () => (isPending ? freeNumber(context, "1234") : blockedNumber(context));
  const recipients = [{ to: await number() }, { to: await number() }];
  const body = { channel: "sms" as const, content, recipients, validity_seconds: 3_600 };
  const send_at = inHours(1);
  const sent = await context.provoke(
    "sendMessages",
    202,
    { body: { ...body, send_at } },
    "schedules messages",
    ({ data }) => differs("data.0.not_before is set", data[0]?.not_before !== null, isPending),
  );
  const params = { message_id: sent.data[0]?.message_id ?? "" };
  const moved = { params, body: { send_at: inHours(2) } };
  if (isPending) {
    await context.provoke("updateMessage", 200, moved, "moves a message", (message) =>
      allDiffer(message, { status: "pending", batch_id: sent.batch_id }),
    );
    await context.provoke("cancelMessage", 200, { params }, "cancels a message", (message) =>
      allDiffer(message, { status: "canceled", price: 0 }),
    );
    await context.provoke("cancelMessage", 200, { params }, "cancels a message again");
  }
  const suppressed = { body: { ...body, recipients: [{ to: await blockedNumber(context) }] } };
  const { data } = await context.provoke("sendMessages", 202, suppressed, "sends to a suppressed number");
  const blocked = { message_id: data[0]?.message_id ?? "" };
  await context.provoke("cancelMessage", 409, { params: blocked }, "cancels a blocked message");
  await context.provoke("updateMessage", 409, moved, "moves a message with a final status");
  const batch = { batch_id: sent.batch_id };
  const counts = isPending ? { canceled: 2, not_canceled: 0 } : { canceled: 0, not_canceled: 2 };
  await context.provoke("cancelMessageBatch", 200, { params: batch }, "cancels a send", (canceled) =>
    allDiffer(canceled, counts),
  );
  await context.provoke("listMessages", 200, { query: batch }, "lists the messages of a send", (page) =>
    differs("pagination.total", page.pagination.total, recipients.length),
  );
  const local = { ...body, send_at, send_at_local: inHours(1).slice(0, 19) };
  await context.provoke("sendMessages", 422, { body: local }, "schedules for two times");
  await context.provoke(
    "updateMessage",
    422,
    { params, body: { send_at: inHours(-1) } },
    "moves a message to the past",
  );
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
  // A rule that another check or the account itself has set may move the time of its purpose.
  const closes = (date: string) => date >= day;
  const purpose = rules.find(
    ({ windows, holidays, closed_dates }) =>
      windows.length === 0 && holidays === null && !closed_dates.some(closes),
  )?.purpose;
  const recipients = places.map(([to]) => ({ to }));
  const body = {
    ...{ channel: "sms" as const, content, recipients, send_at_local: `${day}T09:00:00` },
    ...(purpose && { purpose }),
  };
  await context.provoke("previewMessages", 200, { body }, "previews a send for a local time", ({ data }) =>
    data.flatMap(({ status, not_before }, index) => {
      const [to, offset] = places[index] ?? places[0];
      const right = new Date(Date.parse(`${day}T09:00:00Z`) - offset * 3_600_000).toISOString();
      // A message that cannot be sent has no time.
      return status !== "pending" || !purpose ? [] : differs(`not_before of ${to}`, not_before, right);
    }),
  );
}

/** Checks that a text in GSM-7 is previewed and stored as it is sent, and refused with an emoji. */
async function encoding(context: Context): Promise<void> {
  const text = "Olá {{name}}, até já.";
  const sent = "Ola Joao, até ja.";
  const recipients = [{ to: await blockedNumber(context), variables: { name: "João" } }];
  const body = {
    ...{ channel: "sms" as const, recipients },
    content: { type: "text", text, encoding: "gsm7" } as const,
  };
  await context.provoke("previewMessages", 200, { body }, "previews a text in GSM-7", ({ data }) => [
    ...differs("data.0.content.text", textOf(data[0]?.content), sent),
    ...differs("data.0.encoding", data[0]?.encoding, "gsm7"),
  ]);
  const { data } = await context.provoke("sendMessages", 202, { body }, "sends a text in GSM-7");
  const params = { message_id: data[0]?.message_id ?? "" };
  await context.provoke("getMessage", 200, { params }, "reads a text in GSM-7", (message) =>
    differs("content.text", textOf(message.content), sent),
  );
  const emoji = { ...body, content: { ...body.content, text: "Olá 😀" } };
  await context.provoke("sendMessages", 422, { body: emoji }, "sends an emoji in GSM-7");
}

const textOf = (content: unknown) => (content as { text?: string } | null)?.text;

export const messages = [
  scenario("a send to a suppressed number", async (context, call) => {
    const template = await smsTemplate(context);
    const to = await blockedNumber(context);
    const body = { template_id: template.id, recipients: [{ to, variables: { name: "Ana" } }] };
    const headers = { "Idempotency-Key": nameFor(context.prefix, "send") };
    const { data } = await call(
      "sendMessages",
      202,
      { headers, body },
      "sends to a suppressed number",
      (sent) => differs("data.0.status", sent.data[0]?.status, "blocked"),
    );
    await call("sendMessages", 202, { headers, body }, "repeats a send with the same key");
    const changed = { ...body, recipients: [{ to, variables: { name: "Rui" } }] };
    await call("sendMessages", 409, { headers, body: changed }, "sends another body with the same key");
    await call("getMessage", 200, { params: { message_id: data[0]?.message_id ?? "" } }, "reads a message");
    await call(
      "listWebhookDeliveriesOfMessage",
      200,
      { params: { message_id: data[0]?.message_id ?? "" } },
      "lists the deliveries of a message",
    );
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
