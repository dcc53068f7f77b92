import { createHmac } from "node:crypto";
import { constantTimeEqual } from "../../platform/constant-time-equal";
import { DAY, type Instant, SECOND } from "../../platform/time";
import type { FileRow } from "./files.store";

/** Minimum validity of a media path, in milliseconds. */
const LASTS = 3 * DAY;

/** File extensions by content type, because some carriers use only the extension. */
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
 * Returns the signed path from which carriers download a file, valid for at least three days. The path
 * changes only at midnight UTC, because carriers cache files by URL.
 */
export function carrierMediaPath({ accountId, id, contentType }: File, secret: string, now: Instant): string {
  const expires = String((Math.ceil((now + LASTS) / DAY) * DAY) / SECOND);
  const ending = ENDINGS[contentType] ?? "bin";
  return `/media/${accountId}/${id}/${expires}/${signatureOf(secret, accountId, id, expires)}.${ending}`;
}

export function isCarrierMedia(
  { accountId, fileId, expires, name }: Readonly<Record<"accountId" | "fileId" | "expires" | "name", string>>,
  secret: string,
  now: Instant,
): boolean {
  const isAuthentic = constantTimeEqual(
    name.split(".", 1)[0] ?? "",
    signatureOf(secret, accountId, fileId, expires),
  );
  return isAuthentic && now < Number(expires) * SECOND;
}
