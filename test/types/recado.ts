// Code that integrators write with the client.
import {
  type Card,
  type CreateContactListRequest,
  createRecado,
  type ErrorCode,
  type ErrorCodeOf,
  etagOf,
  isRecadoError,
  type ListMessagesParams,
  type Message,
  type MessageStatus,
  type MessageStatusInput,
  type SendMessagesRequest,
  type Template,
  type TemplatePage,
  type UpdateTemplateParams,
  verifyWebhook,
  type WebhookEvent,
} from "../../src/client";

const recado = createRecado({ baseUrl: "http://127.0.0.1:3000/v3", apiKey: "st_" });
const template_id = "018f3c1e-7a3b-7c5d-8e9f-0a1b2c3d4e5f";
const recipients = [{ to: "11 98765-4321" }];
const text = { type: "text", text: "Oi!" } as const;
const audio = { type: "audio", file_id: template_id } as const;
const media = { file_id: template_id, height: "tall" } as const;
const card = { type: "card", orientation: "vertical", card: { title: "Oi!", media } } as const;
const carousel = { type: "carousel" as const, card_width: "small" as const, cards: [{ media }] };
const suggestions = [{ type: "reply" as const, text: "Sim", postback_data: "yes" }];

export async function soundCalls() {
  const template: Template = await recado.templates.get({ template_id });
  const sent = await recado.messages.send({ template_id, recipients }, { idempotencyKey: "order-1" });
  const page: TemplatePage = await recado.templates.list();
  for await (const { name } of recado.templates.list({ channel: ["sms"] }))
    page.data.map((one) => one.name === name);
  const nothing: void = await recado.templates.delete({ template_id });
  const given: UpdateTemplateParams = { template_id, name: template.name };
  await recado.templates.update(given, { ifMatch: etagOf(template) });
  const endpoint = await recado.webhooks.create({ url: "https://a.example" });
  await recado.webhooks.delete({ webhook_id: endpoint.id }, { ifMatch: etagOf(endpoint) });
  const code: ErrorCodeOf<"deleteTemplate"> = "conflict";
  const [event]: WebhookEvent[] = await verifyWebhook("[]", null, ["whsec_"]);
  return [sent.data[0]?.status, nothing, given, code, event && fieldOf(event)];
}

/** Returns a field that only this type of event has. */
function fieldOf(event: WebhookEvent): string | number | null {
  switch (event.type) {
    case "message_update":
      return event.data.sequence;
    case "inbound_message":
      return event.data.text;
    case "campaign_update":
      return event.data.progress.total;
    case "inbound_rcs_event":
      return event.data.action_label;
    case "consent_update":
      return event.data.phone;
  }
}

export const soundForms: SendMessagesRequest[] = [
  { template_id, recipients },
  { channel: "sms", content: text, recipients },
  { channel: "rcs", content: { ...text, suggestions }, recipients },
  { channel: "rcs", content: card, recipients },
  { channel: "voice", content: audio, recipients },
];

export const soundLists: CreateContactListRequest[] = [
  { name: "Clientes", type: "default", channels: [] },
  { name: "Recusas", type: "blacklist", channels: ["sms"] },
];

/** Values that this version does not know. */
export const laterValues: [MessageStatus, ErrorCode] = ["seen", "quota_exceeded"];

export function withoutKnownValuesOnly(message: Message, error: unknown): string {
  const known: MessageStatusInput[] = ["delivered", "read"];
  const filter: ListMessagesParams = { status: known };
  if (isRecadoError(error) && error.code === "quota_exceeded") return error.message;
  if (message.status === "seen") return "seen";
  return message.status === "delivered" ? String(filter.limit) : message.status;
}

export async function unsoundCalls(error: unknown) {
  const template = await recado.templates.get({ template_id });
  const { status } = await recado.messages.get({ message_id: template_id });
  const narrowed = isRecadoError(error, "not_found", "conflict") ? error.code : "not_found";
  const [event] = await verifyWebhook("[]", null, "whsec_");
  return [
    // @ts-expect-error an unknown field of the response: /'colour' does not exist on type/
    template.colour,
    // @ts-expect-error an operation without the parameter of its path: /Property 'template_id' is missing/
    recado.templates.get({}),
    // @ts-expect-error an operation without parameters: /Expected 1-2 arguments, but got 0/
    recado.templates.get(),
    // @ts-expect-error a body that lacks a field: /Property 'recipients' is missing/
    recado.messages.send({ template_id }),
    // @ts-expect-error an unknown field of the body: /'colour' does not exist in type/
    recado.messages.send({ template_id, recipients, colour: "green" }),
    // @ts-expect-error an operation without its body: /Expected 1-2 arguments, but got 0/
    recado.templates.create(),
    // @ts-expect-error an unknown query parameter: /'colour' does not exist in type/
    recado.templates.list({ colour: "green" }),
    // @ts-expect-error a value outside of an enumeration: /Type '"lost"' is not assignable/
    recado.messages.list({ status: ["lost"] }),
    // @ts-expect-error a value of a later version in a request: /'MessageStatus' is not assignable to type/
    recado.messages.list({ status: [status] }),
    // @ts-expect-error an idempotency key for an operation that accepts none:
    // /'idempotencyKey' does not exist in type 'CallOptions'/
    recado.webhooks.create({ url: "https://a.example" }, { idempotencyKey: "1" }),
    // @ts-expect-error an entity tag for an operation that accepts none:
    // /'ifMatch' does not exist in type 'CallOptions'/
    recado.contacts.delete({ contact_id: template_id }, { ifMatch: etagOf(template) }),
    // @ts-expect-error the entity tag of a resource without one: /is not assignable to parameter of type/
    etagOf(await recado.contacts.get({ contact_id: template_id })),
    // @ts-expect-error a list that is iterated synchronously: /No overload matches this call/
    Array.from(recado.templates.list()),
    // @ts-expect-error an unknown operation: /'add' does not exist on type 'SendersResource'/
    recado.senders.add(),
    // @ts-expect-error an unknown resource: /'carriers' does not exist on type 'Recado'/
    recado.carriers,
    // @ts-expect-error an unknown code: /'"name_taken"' is not assignable/
    isRecadoError(error, "name_taken"),
    // @ts-expect-error a code that was excluded before: /have no overlap/
    narrowed === "forbidden",
    // @ts-expect-error an unknown field of the event: /'colour' does not exist on type/
    event?.data.colour,
    // @ts-expect-error a field of one type of event before the type is checked:
    // /'sequence' does not exist on type/
    event?.data.sequence,
    // @ts-expect-error an unknown type of event: /"message_deleted"/
    recado.webhooks.create({ url: "https://a.example", event_types: ["message_deleted"] }),
    // @ts-expect-error a code that the operation does not declare: /'"import_in_progress"' does not satisfy/
    "import_in_progress" satisfies ErrorCodeOf<"deleteTemplate">,
    // @ts-expect-error a file without its usage: /Property 'usage' is missing/
    recado.files.upload({ data: "" }),
    // @ts-expect-error a body parsed before its verification:
    // /is not assignable to parameter of type 'string/
    verifyWebhook([{ id: "1" }], null, "whsec_"),
  ];
}

/** Calls that the service would refuse with 422. */
export const unsoundForms = (name: string) => [
  // @ts-expect-error a send without content: /is missing the following properties [^]*channel, content/
  recado.messages.send({ recipients }),
  // @ts-expect-error a send of a template and of content:
  // /'"sms"' is not assignable to type '"cannot be combined with `template_id`"'/
  recado.messages.send({ template_id, channel: "sms", content: text, recipients }),
  // @ts-expect-error a send of a template for a channel:
  // /'"sms"' is not assignable to type '"cannot be combined with `template_id`"'/
  recado.messages.send({ template_id, channel: "sms", recipients }),
  // @ts-expect-error a send of content without its channel: /Property 'channel' is missing/
  recado.messages.send({ content: text, recipients }),
  // @ts-expect-error a send to a channel without content: /Property 'content' is missing/
  recado.messages.send({ channel: "sms", recipients }),
  // @ts-expect-error a recording as an SMS: /is not assignable to type 'TextContent & /
  recado.messages.send({ channel: "sms", content: audio, recipients }),
  // @ts-expect-error a card as an SMS: /is not assignable to type 'TextContent & /
  recado.messages.preview({ channel: "sms", content: card, recipients }),
  // @ts-expect-error suggestions in an SMS: /is not assignable to type 'undefined'/
  recado.messages.send({ channel: "sms", content: { ...text, suggestions }, recipients }),
  // @ts-expect-error text for a voice message:
  // /Property 'file_id' is missing .* required in type 'AudioContent'/
  recado.messages.send({ channel: "voice", content: text, recipients }),
  // @ts-expect-error a recording as an RCS message:
  // /is not assignable to type 'TextContent \| CardContent \| CarouselContent'/
  recado.messages.send({ channel: "rcs", content: audio, recipients }),
  // @ts-expect-error a template whose channel does not support its content: /required in type 'AudioContent'/
  recado.templates.create({ name, channel: "voice", content: text }),
  // @ts-expect-error a card with suggestions only: /does not satisfy the expected type 'Card'/
  { suggestions } satisfies Card,
  // @ts-expect-error tall media in a carousel: /'"tall"' is not assignable to type '"short" \| "medium"'/
  recado.templates.create({ name, channel: "rcs", content: carousel }),
  // @ts-expect-error channels on a list that is not a blacklist:
  // /'string' is not assignable to type 'Channel'/
  recado.contactLists.create({ name, type: "default", channels: ["sms"] }),
  // @ts-expect-error a preset with another field of a sending rule:
  // /'boolean' is not assignable to type '"cannot be combined with `preset`"'/
  recado.sendingRules.update({ purpose: "marketing", preset: "br-marketing", require_consent: true }),
  // @ts-expect-error a consent from a source that only the service records: /'"keyword"' is not assignable/
  recado.consents.create({ phone: "11 98765-4321", status: "granted", source: "keyword" }),
];
