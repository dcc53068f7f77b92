import { randomInt } from "node:crypto";
import { nameFor } from "./bodies";
import type { Channel, Stage } from "./stage";
import { StoryStopped } from "./stage";

/**
 * A number of Brazil that the account has no contact for, so that nobody's contact is changed. The last four digits
 * choose what the sandbox does.
 */
export async function freeNumber(stage: Stage, lastDigits?: string): Promise<string> {
  for (let tries = 0; tries < 20; tries++) {
    const ending = lastDigits ?? String(randomInt(1_000, 10_000));
    const phone = `+551198${String(randomInt(0, 1_000)).padStart(3, "0")}${ending}`;
    const { data } = await stage.provoke(
      "listContacts",
      200,
      { query: { phone } },
      "looks for a contact by number",
    );
    if (data.length === 0) return phone;
  }
  throw new StoryStopped("no number was found that the account has no contact for");
}

/** A saved SMS with one variable. */
export const smsTemplate = (stage: Stage) =>
  stage.shared("template", () =>
    stage.provoke(
      "createTemplate",
      201,
      {
        body: {
          name: nameFor(stage.prefix, "SMS"),
          channel: "sms",
          content: { type: "text", text: "Olá {{name}}, é um teste." },
        },
      },
      "saves a template",
    ),
  );

export const newList = (stage: Stage, what = "list") =>
  stage.provoke(
    "createContactList",
    201,
    { body: { name: nameFor(stage.prefix, what), type: "default" } },
    "makes a list",
  );

/** A number on a list that suppresses it everywhere: what is sent to it never leaves the service. */
export const blockedNumber = (stage: Stage) =>
  stage.shared("blocked number", async () => {
    const list = await stage.provoke(
      "createContactList",
      201,
      {
        body: {
          name: nameFor(stage.prefix, "blacklist"),
          type: "blacklist",
          channels: ["sms", "rcs", "voice"],
        },
      },
      "makes a blacklist",
    );
    const phone = await freeNumber(stage);
    await stage.provoke(
      "upsertMember",
      201,
      { params: { list_id: list.id }, body: { phone } },
      "puts a number on a blacklist",
    );
    return phone;
  });

/** How long the storage may take for a few bytes. */
const STORAGE_MS = 30_000;

/** Announces a file and, unless told otherwise, brings its bytes to the storage. */
export async function announceFile(stage: Stage, text: string, { bytes = true } = {}): Promise<string> {
  const announced = await stage.provoke(
    "createUploadUrl",
    200,
    {
      body: {
        usage: "contact_import",
        content_type: "text/csv",
        size_bytes: Buffer.byteLength(text),
        filename: `${stage.prefix}.csv`,
      },
    },
    "announces a file",
  );
  if (!bytes) return announced.file_id;
  // The storage is not part of this API: the bytes go there directly, and without the key.
  const stored = await fetch(announced.url, {
    method: "PUT",
    headers: { "content-type": "text/csv" },
    body: text,
    signal: AbortSignal.timeout(STORAGE_MS),
  }).catch((error: unknown) => new StoryStopped(`the storage cannot be reached: ${String(error)}`));
  if (stored instanceof Error) throw stored;
  if (!stored.ok) throw new StoryStopped(`the storage refused the upload: ${stored.status}`);
  return announced.file_id;
}

/** A table of contacts that is ready to be imported. */
export async function uploadedFile(stage: Stage, text: string): Promise<string> {
  const fileId = await announceFile(stage, text);
  await stage.provoke("confirmFile", 200, { params: { file_id: fileId } }, "confirms an upload");
  return fileId;
}

export const NO_SANDBOX = (channel: Channel) =>
  `would send a message: the default sender for ${channel} is not the sandbox`;

export const inAnHour = (): string => new Date(Date.now() + 3_600_000).toISOString();

/** The smallest GIF. */
const GIF = Buffer.from("R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=", "base64");

export async function imageFile(stage: Stage): Promise<string> {
  const { file_id, url } = await stage.provoke(
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
  await stage.provoke("confirmFile", 200, { params: { file_id } }, "confirms an image");
  return file_id;
}
