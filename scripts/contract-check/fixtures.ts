import { randomInt } from "node:crypto";
import { nameFor } from "./bodies";
import { expiresWithin } from "./claims";
import type { Exchange } from "./exchange";
import type { Channel, Context, TypedRequest } from "./context";
import { ScenarioStopped } from "./context";

const NUMBER_TRIES = 20;

/**
 * Returns a number that no contact of the account has, so that the run changes no contact of others. The last four
 * digits choose what the sandbox does.
 */
export async function freeNumber(context: Context, lastDigits?: string): Promise<string> {
  for (let tries = 0; tries < NUMBER_TRIES; tries++) {
    const phone = context.makeNumber(lastDigits ?? String(randomInt(1_000, 10_000)));
    const { data } = await context.provoke(
      "listContacts",
      200,
      { query: { phone } },
      "looks for a contact by number",
    );
    // A service that ignores the filter returns other contacts.
    if (!data.some((contact) => contact.phone === phone)) return phone;
  }
  throw new ScenarioStopped(`the account has a contact for each of ${NUMBER_TRIES} numbers that were tried`);
}

/** The `ETag` of no version of anything: what is asked for with it is refused. */
export const OLD = { headers: { "If-Match": '"no-version"' } } as const;

/** A saved SMS with one variable. */
export const smsTemplate = (context: Context) =>
  context.shared("template", () =>
    context.provoke(
      "createTemplate",
      201,
      {
        body: {
          name: nameFor(context.prefix, "SMS"),
          channel: "sms",
          content: { type: "text", text: "Olá {{name}}, é um teste." },
        },
      },
      "saves a template",
    ),
  );

export const newList = (context: Context, what = "list") =>
  context.provoke(
    "createContactList",
    201,
    { body: { name: nameFor(context.prefix, what), type: "default" } },
    "makes a list",
  );

export const newBlacklist = (context: Context, channels: Channel[]) =>
  context.provoke(
    "createContactList",
    201,
    { body: { name: nameFor(context.prefix, "blacklist"), type: "blacklist", channels } },
    "makes a blacklist",
  );

/** A number on a list that suppresses it everywhere: what is sent to it never leaves the service. */
export const blockedNumber = (context: Context) =>
  context.shared("blocked number", async () => {
    const list = await newBlacklist(context, ["sms", "rcs", "voice"]);
    const phone = await freeNumber(context);
    await context.provoke(
      "upsertMember",
      201,
      { params: { list_id: list.id }, body: { phone } },
      "puts a number on a blacklist",
    );
    return phone;
  });

/** How long a run waits for room for an endpoint. A check at the same time fills the account for a few seconds. */
const ROOM_MS = 30_000;
const ROOM_POLL_MS = 1_000;
const withoutRoom = new WeakSet<Context>();

/**
 * Registers a webhook endpoint, and returns whatever status comes but 409. While the account has no room for another
 * endpoint, it waits; if no place comes free, the scenario stops with that reason.
 */
export async function registered(
  context: Context,
  request: TypedRequest<"createWebhook">,
  purpose: string,
): Promise<Exchange & { body: unknown }> {
  // Later scenarios of the run do not wait again.
  for (const deadline = Date.now() + (withoutRoom.has(context) ? 0 : ROOM_MS); ; await pause(ROOM_POLL_MS)) {
    const exchange = await context.ask("createWebhook", request, purpose);
    if (exchange.answer?.status !== 409) return exchange;
    if (Date.now() < deadline) continue;
    withoutRoom.add(context);
    throw new ScenarioStopped(
      `the account has no room for another webhook endpoint, and none came free within ${ROOM_MS / 1_000} s: ` +
        `delete endpoints, such as those named contract-check-… that a killed run left behind`,
    );
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** How long the storage may take for a few bytes. */
const STORAGE_MS = 30_000;

/** Announces a file and, unless told otherwise, brings its bytes to the storage. */
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
  // The storage is not part of this API: the bytes go there directly, and without the key.
  const stored = await fetch(announced.url, {
    method: "PUT",
    headers: { "content-type": "text/csv" },
    body: text,
    signal: AbortSignal.timeout(STORAGE_MS),
  }).catch((error: unknown) => new ScenarioStopped(`the storage cannot be reached: ${String(error)}`));
  if (stored instanceof Error) throw stored;
  if (!stored.ok) throw new ScenarioStopped(`the storage refused the upload: ${stored.status}`);
  return announced.file_id;
}

/** A table of contacts that is ready to be imported. */
export async function uploadedFile(context: Context, text: string): Promise<string> {
  const fileId = await announceFile(context, text);
  await context.provoke("confirmFile", 200, { params: { file_id: fileId } }, "confirms an upload");
  return fileId;
}

export const NO_SANDBOX = (channel: Channel) =>
  `would send a message: the default sender for ${channel} is not the sandbox`;

export const inAnHour = (): string => new Date(Date.now() + 3_600_000).toISOString();

/** The smallest GIF. */
const GIF = Buffer.from("R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=", "base64");

export async function imageFile(context: Context): Promise<string> {
  const { file_id, url } = await context.provoke(
    "createUploadUrl",
    200,
    { body: { usage: "template_media", content_type: "image/gif", size_bytes: GIF.length } },
    "announces an image",
  );
  await fetch(url, {
    method: "PUT",
    headers: { "content-type": "image/gif" },
    body: GIF,
    signal: AbortSignal.timeout(STORAGE_MS),
  });
  await context.provoke("confirmFile", 200, { params: { file_id } }, "confirms an image");
  return file_id;
}
