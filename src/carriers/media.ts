import { fileIdsOf } from "../messaging/content";
import type { Content } from "../messaging/content-types";
import type { Submission } from "./carrier";
import type { CarrierDeps, Media, NamedFiles, UnsupportedContent } from "./kind";
import { refused } from "./outcomes";

export const FILE_GONE = refused("a file of the message was deleted");

/** Looks up each file only once, for a submission of many messages with the same file. */
export function lookingUpOnce(media: CarrierDeps["media"]): CarrierDeps["media"] {
  const lookups = new Map<string, ReturnType<CarrierDeps["media"]>>();
  return (accountId, fileId) => {
    const key = `${accountId} ${fileId}`;
    const lookup = lookups.get(key) ?? media(accountId, fileId);
    lookups.set(key, lookup);
    return lookup;
  };
}

/**
 * Returns the problem of a recording that the carrier cannot play; null for any other content or an unknown
 * file.
 */
export function unplayableRecording(
  content: Content,
  files: NamedFiles,
  problemOf: (file: Pick<Media, "contentType">) => string | null,
): UnsupportedContent | null {
  const file = content.type === "audio" ? files.get(content.file_id) : undefined;
  const message = file ? problemOf(file) : null;
  return message === null ? null : { field: "file_id", message: `cannot be sent: ${message}` };
}

/** Returns the files of a message by id. Returns null, and no file, if any of the files no longer exists. */
export async function mediaOf(
  { accountId, content }: Pick<Submission, "accountId" | "content">,
  { media }: Pick<CarrierDeps, "media">,
): Promise<ReadonlyMap<string, Media> | null> {
  const ids = fileIdsOf(content);
  const found = await Promise.all(ids.map((id) => media(accountId, id)));
  const files = found.filter((one) => one !== null);
  return files.length < ids.length ? null : new Map(files.map((file, index) => [ids[index] as string, file]));
}
