import { createHmac, timingSafeEqual } from "node:crypto";
import { DAY, type Instant, SECOND } from "../../platform/time";
import type { FileRow } from "./files.store";

/** How long a carrier may fetch a file of a message at least: a message may wait a day for its submission. */
const LASTS = 3 * DAY;

/** Endings by content type: some carriers go by the ending alone. */
const ENDINGS: Readonly<Record<string, string>> = {
  "audio/mpeg": "mp3",
  "audio/wav": "wav",
  "audio/ogg": "ogg",
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/gif": "gif",
  "video/mp4": "mp4",
  "video/webm": "webm",
  "video/mpeg": "mpg",
};

type File = Pick<FileRow, "accountId" | "id" | "contentType">;

const signatureOf = (secret: string, accountId: string, fileId: string, expires: string) =>
  createHmac("sha256", secret)
    .update(JSON.stringify([accountId, fileId, expires]))
    .digest("hex");

/**
 * Where carriers fetch a file, for three days at least. The address is the same for a whole day, since carriers keep what
 * they have fetched by its address, and has the file's usual ending.
 */
export function carrierMediaPath({ accountId, id, contentType }: File, secret: string, now: Instant): string {
  const expires = String((Math.ceil((now + LASTS) / DAY) * DAY) / SECOND);
  const ending = ENDINGS[contentType] ?? "bin";
  return `/media/${accountId}/${id}/${expires}/${signatureOf(secret, accountId, id, expires)}.${ending}`;
}

/** Whether the address is one that was given out and has not expired. */
export function isCarrierMedia(
  { accountId, fileId, expires, name }: Readonly<Record<"accountId" | "fileId" | "expires" | "name", string>>,
  secret: string,
  now: Instant,
): boolean {
  const expected = Buffer.from(signatureOf(secret, accountId, fileId, expires));
  const given = Buffer.from(name.split(".", 1)[0] ?? "");
  const isOurs = given.length === expected.length && timingSafeEqual(given, expected);
  return isOurs && now < Number(expires) * SECOND;
}
