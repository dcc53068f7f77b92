import { randomInt } from "node:crypto";
import { inAnHour, nameFor } from "./bodies";
import { expiresWithin } from "./expectations";
import type { ParsedExchange } from "./exchange";
import { poll } from "../tools/poll";
import type { components } from "../../generated/schema";
import {
  type BodyAt,
  type Channel,
  type Context,
  type Expected,
  ScenarioStopped,
  type TypedRequest,
} from "./context";

type Schemas = components["schemas"];
export type Send = Schemas["SendMessagesRequest"];

const NUMBER_TRIES = 20;

/**
 * Returns a phone number that no contact has, so that the run changes no existing contact. The last four
 * digits determine the behaviour of the sandbox.
 */
export async function freeNumber(context: Context, lastDigits?: string): Promise<string> {
  for (let tries = 0; tries < NUMBER_TRIES; tries++) {
    const phone = context.makeNumber(lastDigits ?? String(randomInt(1_000, 10_000)));
    const request = { query: { phone } };
    const { data } = await context.provoke("listContacts", 200, request, "finds a contact by number");
    // A faulty service may ignore the filter and return contacts with other numbers.
    if (!data.some((contact) => contact.phone === phone)) return phone;
  }
  throw new ScenarioStopped(`the account has a contact for each of ${NUMBER_TRIES} random numbers`);
}

/** A text of one segment without variables. */
export const TEXT = { type: "text" as const, text: "Olá, é um teste." };

/** Returns a send of the text by SMS to these numbers; `fields` override fields of the body. */
export const textTo = (numbers: readonly string[], fields: Partial<Send> = {}): Send => ({
  channel: "sms",
  content: TEXT,
  recipients: numbers.map((to) => ({ to })),
  ...fields,
});

export const templateTo = (template_id: string, to: string): Send => ({
  template_id,
  recipients: [{ to, variables: { name: "Ana" } }],
});

/** Returns a send of an RCS message whose first suggestion opens a page. */
export const suggestionTo = (to: string): Send => {
  const open = {
    type: "open_url" as const,
    text: "Abrir",
    url: "https://example.com/",
    postback_data: "open",
  };
  return textTo([to], { channel: "rcs", content: { ...TEXT, suggestions: [open] } });
};

/** Sends messages. Returns the response, and the parameters that select the first message. */
export async function sent(
  context: Context,
  request: Send | (TypedRequest<"sendMessages"> & { body: Send }),
  purpose: string,
  expected?: Expected<BodyAt<"sendMessages", 202>>,
) {
  const whole = "body" in request ? request : { body: request };
  const response = await context.provoke("sendMessages", 202, whole, purpose, expected);
  const message_id = response.data[0]?.message_id ?? "";
  return { ...response, message_id, params: { message_id } };
}

export const untilStatus = (context: Context, message_id: string, status: Schemas["MessageStatus"]) => {
  const request = { params: { message_id } };
  return context.until("getMessage", request, `waits until a message is ${status}`, { status });
};

/** Saves an SMS template with one variable; `fields` override fields of the body. */
export function newTemplate(
  context: Context,
  fields: Partial<NonNullable<TypedRequest<"createTemplate">["body"]>> = {},
) {
  const content = { type: "text" as const, text: "Olá {{name}}, é um teste." };
  const body = { name: nameFor(context.prefix, "SMS"), channel: "sms" as const, content, ...fields };
  return context.provoke("createTemplate", 201, { body }, "saves a template");
}

export const smsTemplate = (context: Context) => context.shared("template", () => newTemplate(context));

export function newCampaign(context: Context, template_id: string, list_id: string) {
  const body = { name: nameFor(context.prefix, "campaign"), template_id, list_id };
  return context.provoke("createCampaign", 201, { body }, "creates a campaign");
}

/**
 * Stops a running campaign and deletes it. Schedules the stopped campaign first, because the service deletes
 * only drafts and scheduled campaigns.
 */
export async function stopAndDelete(context: Context, params: { campaign_id: string }): Promise<void> {
  const call = context.provoke;
  await call("stopCampaign", 202, { params }, "stops a campaign");
  await context.until("getCampaign", { params }, "waits until it has stopped", { status: "error" });
  const schedule = { params, body: { scheduled_at: inAnHour() } };
  await call("scheduleCampaign", 200, schedule, "schedules a stopped campaign");
  await call("deleteCampaign", 204, { params }, "deletes a scheduled campaign");
}

export function newList(context: Context) {
  const body = { name: nameFor(context.prefix, "list"), type: "default" as const };
  return context.provoke("createContactList", 201, { body }, "creates a list");
}

export function newBlacklist(context: Context, channels: Channel[], purposes?: Schemas["Purpose"][]) {
  const body = { name: nameFor(context.prefix, "blacklist"), type: "blacklist" as const, channels, purposes };
  return context.provoke("createContactList", 201, { body }, "creates a blacklist");
}

/** Returns a number that is blacklisted on all channels. Messages to it never leave the service. */
export const blockedNumber = (context: Context) =>
  context.shared("blocked number", async () => {
    const list = await newBlacklist(context, ["sms", "rcs", "voice"]);
    const phone = await freeNumber(context);
    const member = { params: { list_id: list.id }, body: { phone } };
    await context.provoke("upsertMember", 201, member, "adds a number to a blacklist");
    return phone;
  });

/** Maximum wait for a free endpoint. A concurrent check holds endpoints for only a few seconds. */
const ROOM_MS = 30_000;
const ROOM_POLL_MS = 1_000;
const withoutRoom = new WeakSet<Context>();

/** Registers a webhook. Retries 409 (too many endpoints) for `ROOM_MS`, then stops the scenario. */
export async function registered(
  context: Context,
  request: TypedRequest<"createWebhook">,
  purpose: string,
): Promise<ParsedExchange> {
  // If an earlier scenario waited without success, later scenarios do not wait.
  const wait = { withinMs: withoutRoom.has(context) ? 0 : ROOM_MS, everyMs: ROOM_POLL_MS };
  const register = () => context.send("createWebhook", request, purpose);
  const exchange = await poll(register, ({ response }) => response?.status !== 409, wait);
  if (exchange.response?.status !== 409) return exchange;
  withoutRoom.add(context);
  throw new ScenarioStopped(
    `the account has no room for another webhook endpoint, and none came free within ${ROOM_MS / 1_000} s: ` +
      `delete endpoints, such as those named contract-check-… that a killed run left behind`,
  );
}

const STORAGE_MS = 30_000;

/** Uploads a file directly to the storage, which is not part of this API and gets no API key. */
export const putFile = (
  url: string,
  type: string,
  body: string | Uint8Array<ArrayBuffer>,
): Promise<Response> =>
  fetch(url, {
    method: "PUT",
    headers: { "content-type": type },
    body,
    signal: AbortSignal.timeout(STORAGE_MS),
  });

/** Downloads a CSV export from its signed URL, without an API key. Returns its messages' ids. */
export async function exportedIds(url: string): Promise<string[]> {
  const response = await fetch(url, { signal: AbortSignal.timeout(STORAGE_MS) }).catch((error: unknown) => {
    throw new ScenarioStopped(`the export is unreachable: ${String(error)}`);
  });
  return (await response.text()).match(/^[0-9a-f-]{36}(?=,)/gm) ?? [];
}

/** Requests an upload URL for the bytes. Uploads them unless `isStored` is false. Returns the file id. */
async function announce(
  context: Context,
  body: Omit<Schemas["CreateUploadUrlRequest"], "size_bytes">,
  bytes: Uint8Array<ArrayBuffer>,
  isStored = true,
): Promise<string> {
  const request = { body: { ...body, size_bytes: bytes.length } };
  const soon = ({ expires_at }: { expires_at: string }) => expiresWithin(expires_at, 10, 20);
  const { file_id, url } = await context.provoke("createUploadUrl", 200, request, "announces a file", soon);
  if (!isStored) return file_id;
  const stored = await putFile(url, body.content_type, bytes).catch((error: unknown) => {
    throw new ScenarioStopped(`the storage is unreachable: ${String(error)}`);
  });
  if (!stored.ok) throw new ScenarioStopped(`the storage refused the upload: ${stored.status}`);
  return file_id;
}

/** Announces a CSV, and uploads the text unless `bytes` is false. Returns the file id. */
export function announceFile(context: Context, text: string, { bytes = true } = {}): Promise<string> {
  const csv = {
    usage: "contact_import",
    content_type: "text/csv",
    filename: `${context.prefix}.csv`,
  } as const;
  return announce(context, csv, Uint8Array.from(Buffer.from(text)), bytes);
}

export async function uploadedFile(context: Context, text: string): Promise<string> {
  const file_id = await announceFile(context, text);
  await context.provoke("confirmFile", 200, { params: { file_id } }, "confirms an upload");
  return file_id;
}

export const NO_SANDBOX = (channel: Channel) =>
  `would need messages that the sandbox gets at once: the default sender for ${channel} is not the sandbox, ` +
  "or the rule for transactional messages restricts them";

const GIF = Uint8Array.from(Buffer.from("R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=", "base64"));

export async function imageFile(context: Context): Promise<string> {
  const image = { usage: "template_media", content_type: "image/gif" } as const;
  const file_id = await announce(context, image, GIF);
  await context.provoke("confirmFile", 200, { params: { file_id } }, "confirms an image");
  return file_id;
}

/** Returns the account's provisioned list, to which opt-outs and revoked consents add their contacts. */
export async function provisionedList(context: Context) {
  const { provisioned_list_id } = await context.provoke("getAccount", 200, {}, "finds the provisioned list");
  const params = { list_id: provisioned_list_id };
  return context.provoke("getContactList", 200, { params }, "reads the provisioned list");
}

export const newContact = (context: Context, phone: string) =>
  context.provoke("upsertContact", 201, { body: { phone } }, "creates a contact");
