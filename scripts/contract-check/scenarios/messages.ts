import { nameFor, yesterday } from "../bodies";
import { allDiffer, differs, expiresWithin, usageDiffers } from "../expectations";
import {
  blockedNumber,
  exportedIds,
  freeNumber,
  newTemplate,
  type Send,
  sent,
  smsTemplate,
  templateTo,
  TEXT as content,
  textTo,
  untilStatus,
} from "../fixtures";
import { type Call, type Context, scenario } from "../context";
import { textAt } from "../invariants/values";

/** Last digits of sandbox numbers; final status and error code of the messages; whether they are charged. */
const ENDINGS = [
  ["1234", "delivered", undefined, true],
  ["0001", "undelivered", "undeliverable", true],
  ["0007", "expired", "expired", true],
  ["0002", "failed", "carrier_rejected", false],
] as const;

/** Sends one message for each outcome. Compares prices with the preview, and usage with the messages. */
export async function countAndPrice(context: Context): Promise<void> {
  const call = context.provoke;
  const { id: template_id } = await newTemplate(context, { content });
  const endings = context.sandboxed.has("sms") ? ENDINGS : [];
  const phone = await blockedNumber(context);
  const recipients = [{ to: phone }];
  for (const [ending] of endings) recipients.push({ to: await freeNumber(context, ending) });
  const body = { template_id, recipients };
  const blocked = { "data.0.status": "blocked" };
  const preview = await call("previewMessages", 200, { body }, "previews a send", blocked);
  const { data } = await sent(context, body, "sends to numbers of each kind", (response) =>
    response.data.flatMap(({ status }, index) =>
      differs(`data.${index}.status`, status, preview.data[index]?.status),
    ),
  );
  const [suppressed, ...others] = data;
  const read = (message_id = "", right: object) =>
    call("getMessage", 200, { params: { message_id } }, "reads the outcome of a message", {
      template_id,
      campaign_id: null,
      parent_message_id: null,
      ...right,
    });
  const byNumber = { query: { phone } };
  const contacts = await call("listContacts", 200, byNumber, "finds the contact of a number");
  await read(suppressed?.message_id, { status: "blocked", price: 0, contact_id: contacts.data[0]?.id });
  for (const [index, { message_id }] of others.entries()) {
    const [, status, code, isCharged] = endings[index] ?? ENDINGS[0];
    await untilStatus(context, message_id, status);
    const price = isCharged ? preview.data[index + 1]?.price : 0;
    await read(message_id, { status, price, "error.code": code });
  }
  const query = { template_id: [template_id], limit: 100 };
  const all = { "pagination.total": recipients.length };
  const words = "lists the messages of a template";
  const listed = await call("listMessages", 200, { query }, words, all);
  const filtered = { query: { template_id: [template_id], status: ["blocked" as const] } };
  const { url } = await call("exportMessages", 200, filtered, "exports the blocked messages");
  const ids = await exportedIds(url);
  const compare = "compares an export with the list";
  await call("listMessages", 200, filtered, compare, ({ data: found }) => {
    const right = found.map(({ id }) => id);
    return differs("the exported ids", ids, right);
  });
  const usage = { query: { group_by: "template" as const, from: yesterday() } };
  await call("getUsage", 200, usage, "compares the usage with the messages", ({ data: rows }) =>
    usageDiffers(
      rows.find((row) => row.template_id === template_id),
      listed.data,
    ),
  );
}

/** Checks that a follow-up rule sends one message for the matching outcome, and none for another. */
async function followUps(context: Context, call: Call): Promise<void> {
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
  const { data } = await context.until("listMessages", request, "waits for a follow-up", arrived);
  const follow_up = { message_id: data[0]?.id ?? "" };
  await untilStatus(context, follow_up.message_id, "delivered");
  const right = { to, parent_message_id, template_id: second, campaign_id: null };
  await call("getMessage", 200, { params: follow_up }, "reads a follow-up", right);
  await untilStatus(context, messages[1]?.message_id ?? "", "undelivered");
  const query = { recipient: [to, unreachable], limit: 100 };
  const words = "lists the messages and their follow-ups";
  await call("listMessages", 200, { query }, words, { "pagination.total": 3 });
}

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

/** Schedules, moves and cancels messages. Without a sandbox, sends them to a suppressed number. */
async function scheduledSends(context: Context, call: Call): Promise<void> {
  const isPending = context.sandboxed.has("sms");
  const number = () => (isPending ? freeNumber(context, "1234") : blockedNumber(context));
  const numbers = [await number(), await number()];
  const fields = { validity_seconds: 3_600, send_at: inHours(1) };
  const body = textTo(numbers, fields);
  const { batch_id, params, data } = await sent(context, body, "schedules messages", (response) =>
    differs("data.0.not_before", response.data[0]?.not_before, isPending ? fields.send_at : null),
  );
  const sentAt = Date.now();
  const moved = { params, body: { send_at: inHours(2) } };
  if (isPending) {
    const pending = { status: "pending", batch_id, not_before: moved.body.send_at };
    const past = { params, body: { send_at: inHours(-1) } };
    await call("updateMessage", 422, past, "moves a message to the past");
    await call("updateMessage", 200, moved, "moves a message", pending);
    // Instants are to the second, so only a later change shows that its instant is right.
    const isLater = () => (Date.now() - sentAt > 2_000 ? [] : ["too early"]);
    await context.until("getMessage", { params }, "waits until the message is two seconds old", isLater);
    await call("cancelMessage", 200, { params }, "cancels a message", (message) => [
      ...allDiffer(message, { status: "canceled", price: 0 }),
      ...["status_history.1.occurred_at", "updated_at"].flatMap((path) =>
        differs(`${path} is after created_at`, textAt(message, path) > message.created_at, true),
      ),
    ]);
    await call("cancelMessage", 200, { params }, "cancels a message again");
    const other = { params: { message_id: data[1]?.message_id ?? "" } };
    await call("getMessage", 200, other, "reads the other message of the send", {
      status: "pending",
    });
  }
  const suppressed = textTo([await blockedNumber(context)], { validity_seconds: 3_600 });
  const blocked = await sent(context, suppressed, "sends to a suppressed number");
  await call("cancelMessage", 409, { params: blocked.params }, "cancels a blocked message");
  await call("updateMessage", 409, moved, "moves a message with a final status");
  const batch = { batch_id };
  const counts = isPending ? { canceled: 2, not_canceled: 0 } : { canceled: 0, not_canceled: 2 };
  await call("cancelMessageBatch", 200, { params: batch }, "cancels a send", counts);
  const all = { "pagination.total": numbers.length };
  await call("listMessages", 200, { query: batch }, "lists the messages of a send", all);
  const twice = { ...body, send_at_local: inHours(1).slice(0, 19) };
  await call("sendMessages", 422, { body: twice }, "schedules for two times");
}

/** Returns the hours that Lisbon is ahead of UTC at 9 a.m. of a day. */
const lisbonOffset = (day: string): number =>
  Number(
    new Intl.DateTimeFormat("en", { timeZone: "Europe/Lisbon", hour: "numeric", hourCycle: "h23" }).format(
      Date.parse(`${day}T09:00:00Z`),
    ),
  ) - 9;

/** Previews a send for a local time. Checks the instant for numbers of several time zones. */
async function localTimes(_context: Context, call: Call): Promise<void> {
  const day = inHours(72).slice(0, 10);
  const places = [
    ["+5511998761234", -3],
    ["+5592998761234", -4],
    ["+5568998761234", -5],
    ["+351912345678", lisbonOffset(day)],
  ] as const;
  const { data: rules } = await call("listSendingRules", 200, {}, "reads the rules that may move a time");
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
  await call("previewMessages", 200, { body }, "previews a send for a local time", ({ data }) =>
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
async function encoding(context: Context, call: Call): Promise<void> {
  // A faulty service may give a recipient the values of another one, or escape the text as HTML.
  const text = `Olá {{name}}, até já. <"&'>`;
  const encoded = ["Joao & Cia", "Eva"].map((name) => `Ola ${name}, até ja. <"&'>`);
  const to = await blockedNumber(context);
  const recipients = ["João & Cia", "Eva"].map((name) => ({ to, variables: { name } }));
  const body = {
    channel: "sms" as const,
    recipients,
    content: { type: "text", text, encoding: "gsm7" } as const,
  };
  const preview = (words: string, sending: Send, right: object) =>
    call("previewMessages", 200, { body: sending }, `previews a text ${words}`, { ...right });
  await preview("in GSM-7", body, {
    "data.0.content.text": encoded[0],
    "data.1.content.text": encoded[1],
    "data.0.encoding": "gsm7",
    "data.0.ucs2_characters": [],
  });
  const asWritten = { "data.0.encoding": "ucs2", "data.0.ucs2_characters": ["á", "ã"] };
  await preview("as written", { ...body, content: { type: "text", text } }, asWritten);
  const { data } = await sent(context, body, "sends a text in GSM-7");
  for (const [index, { message_id }] of data.entries()) {
    const stored = { "content.text": encoded[index] };
    await call("getMessage", 200, { params: { message_id } }, "reads a text in GSM-7", stored);
  }
  const emoji = { ...body, content: { ...body.content, text: "Olá 😀" } };
  await call("sendMessages", 422, { body: emoji }, "sends an emoji in GSM-7");
}

/** Character of a text, its repetitions, and the segments of the text. Source: 3GPP TS 23.040. */
const LENGTHS = [
  ["a", 160, 1],
  ["a", 161, 2],
  ["a", 306, 2],
  ["a", 307, 3],
  ["á", 70, 1],
  ["á", 71, 2],
] as const;

/** Checks the segments and prices of texts around the limits of one and two segments. */
async function segments(context: Context, call: Call): Promise<void> {
  const { prices } = await call("getAccount", 200, {}, "reads the price of a segment");
  const to = await freeNumber(context);
  const recipients = LENGTHS.map(([character, count]) => ({
    to,
    variables: { text: character.repeat(count) },
  }));
  const body = { channel: "sms" as const, content: { type: "text" as const, text: "{{text}}" }, recipients };
  await call("previewMessages", 200, { body }, "previews texts of several segments", ({ data }) =>
    LENGTHS.flatMap(([character, count, right], index) => {
      const { status, segments: counted, price } = data[index] ?? {};
      const what = `of ${count} × ${character}`;
      return [
        ...differs(`segments ${what}`, counted, right),
        // Only a message that would be sent has a price.
        ...(status === "pending" ? differs(`price ${what}`, price, right * prices.sms) : []),
      ];
    }),
  );
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
  scenario("texts of several segments", segments),
  scenario("a contradictory send", async (context, call) => {
    const template = await smsTemplate(context);
    const recipients = [{ to: await blockedNumber(context) }];
    const body = { template_id: template.id, channel: "sms" as const, recipients };
    await call("sendMessages", 422, { body }, "sends with a template and a channel");
    await call("previewMessages", 422, { body }, "previews with a template and a channel");
  }),
];
