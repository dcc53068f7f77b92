import { fileIdsOf } from "../messaging/content";
import type { Submission } from "./carrier";
import type { CarrierParts, Media } from "./kind";
import { refused } from "./outcomes";

/** Outcome of a message whose files were deleted. */
export const FILE_GONE = refused("a file of the message is gone");

/** Returns the files of a message by id; null if one no longer exists. */
export async function mediaOf(
  { accountId, content }: Pick<Submission, "accountId" | "content">,
  { media }: Pick<CarrierParts, "media">,
): Promise<ReadonlyMap<string, Media> | null> {
  const ids = fileIdsOf(content);
  const found = await Promise.all(ids.map((id) => media(accountId, id)));
  const files = found.filter((one) => one !== null);
  return files.length < ids.length ? null : new Map(files.map((file, index) => [ids[index] as string, file]));
}
