import { randomInt } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { nameFor } from "./bodies";
import { expiresWithin } from "./expectations";
import type { Exchange } from "./exchange";
import { type Channel, type Context, ScenarioStopped, type TypedRequest } from "./context";

const NUMBER_TRIES = 20;

/**
 * Returns a phone number that no contact has, so that the run changes no existing contact. The last four
 * digits determine the behaviour of the sandbox.
 */
export async function freeNumber(context: Context, lastDigits?: string): Promise<string> {
  for (let tries = 0; tries < NUMBER_TRIES; tries++) {
    const phone = context.makeNumber(lastDigits ?? String(randomInt(1_000, 10_000)));
    const { data } = await context.provoke(
      "listContacts",
      200,
      { query: { phone } },
      "finds a contact by number",
    );
    // A faulty service may ignore the filter and return contacts with other numbers.
    if (!data.some((contact) => contact.phone === phone)) return phone;
  }
  throw new ScenarioStopped(`the account has a contact for each of ${NUMBER_TRIES} random numbers`);
}

/** Headers with an `ETag` that no version has. The service must refuse the request. */
export const OLD = { headers: { "If-Match": '"no-version"' } } as const;

/** Saves an SMS template with one variable; `fields` override fields of the body. */
export function newTemplate(
  context: Context,
  fields: Partial<NonNullable<TypedRequest<"createTemplate">["body"]>> = {},
) {
  const content = { type: "text", text: "Olá {{name}}, é um teste." } as const;
  const body = { name: nameFor(context.prefix, "SMS"), channel: "sms" as const, content, ...fields };
  return context.provoke("createTemplate", 201, { body }, "saves a template");
}

export const smsTemplate = (context: Context) => context.shared("template", () => newTemplate(context));

export function newCampaign(context: Context, template_id: string, list_id: string) {
  const body = { name: nameFor(context.prefix, "campaign"), template_id, list_id };
  return context.provoke("createCampaign", 201, { body }, "creates a campaign");
}

export function newList(context: Context) {
  const body = { name: nameFor(context.prefix, "list"), type: "default" as const };
  return context.provoke("createContactList", 201, { body }, "creates a list");
}

export function newBlacklist(context: Context, channels: Channel[]) {
  const body = { name: nameFor(context.prefix, "blacklist"), type: "blacklist" as const, channels };
  return context.provoke("createContactList", 201, { body }, "creates a blacklist");
}

/** Returns a number that is blacklisted on all channels. Messages to it never leave the service. */
export const blockedNumber = (context: Context) =>
  context.shared("blocked number", async () => {
    const list = await newBlacklist(context, ["sms", "rcs", "voice"]);
    const phone = await freeNumber(context);
    await context.provoke(
      "upsertMember",
      201,
      { params: { list_id: list.id }, body: { phone } },
      "adds a number to a blacklist",
    );
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
): Promise<Exchange & { body: unknown }> {
  // If an earlier scenario waited in vain, later scenarios do not wait.
  for (const deadline = Date.now() + (withoutRoom.has(context) ? 0 : ROOM_MS); ; await pause(ROOM_POLL_MS)) {
    const exchange = await context.send("createWebhook", request, purpose);
    if (exchange.response?.status !== 409) return exchange;
    if (Date.now() < deadline) continue;
    withoutRoom.add(context);
    throw new ScenarioStopped(
      `the account has no room for another webhook endpoint, and none came free within ${ROOM_MS / 1_000} s: ` +
        `delete endpoints, such as those named contract-check-… that a killed run left behind`,
    );
  }
}

/** Timeout for uploading a few bytes. */
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

/** Requests an upload URL. Uploads the text unless `bytes` is false. Returns the file id. */
export async function announceFile(context: Context, text: string, { bytes = true } = {}): Promise<string> {
  const announced = await context.provoke(
    "createUploadUrl",
    200,
    {
      body: {
        usage: "contact_import",
        content_type: "text/csv",
        size_bytes: Buffer.byteLength(text),
        filename: `${context.prefix}.csv`,
      },
    },
    "announces a file",
    ({ expires_at }) => expiresWithin(expires_at, 10, 20),
  );
  if (!bytes) return announced.file_id;
  const stored = await putFile(announced.url, "text/csv", text).catch((error: unknown) => {
    throw new ScenarioStopped(`the storage is unreachable: ${String(error)}`);
  });
  if (!stored.ok) throw new ScenarioStopped(`the storage refused the upload: ${stored.status}`);
  return announced.file_id;
}

/** Uploads a CSV of contacts, confirms the file and returns its id. */
export async function uploadedFile(context: Context, text: string): Promise<string> {
  const fileId = await announceFile(context, text);
  await context.provoke("confirmFile", 200, { params: { file_id: fileId } }, "confirms an upload");
  return fileId;
}

export const NO_SANDBOX = (channel: Channel) =>
  `would send a message: the default sender for ${channel} is not the sandbox`;

export const inAnHour = (): string => new Date(Date.now() + 3_600_000).toISOString();

const GIF = Uint8Array.from(Buffer.from("R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=", "base64"));

export async function imageFile(context: Context): Promise<string> {
  const { file_id, url } = await context.provoke(
    "createUploadUrl",
    200,
    { body: { usage: "template_media", content_type: "image/gif", size_bytes: GIF.length } },
    "announces an image",
  );
  await putFile(url, "image/gif", GIF);
  await context.provoke("confirmFile", 200, { params: { file_id } }, "confirms an image");
  return file_id;
}
