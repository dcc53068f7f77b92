import type { Clock } from "../../platform/time";
import { DAY } from "../../platform/time";
import type { ObjectSpec, SignedUrl, Storage } from "../../storage/storage";
import { storageKey } from "../files/addresses";
import type { PrivacyRequest } from "./privacy-request";

export const EXPORT_LIFETIME_MS = DAY;

const CONTENT_TYPE = "application/zip";

/** Returns the storage object of an export's file. A new run of the same request replaces the file. */
export const exportObject = (
  request: Pick<PrivacyRequest, "accountId" | "id">,
  sizeBytes: number,
): ObjectSpec => ({ key: storageKey(request), contentType: CONTENT_TYPE, sizeBytes });

/**
 * Returns a URL that serves an export's file without an API key; null without a file. With temporary
 * credentials of the storage, the URL may end before the file is deleted.
 */
export async function downloadOf(
  { storage, clock }: { storage: Pick<Storage, "presignDownload">; clock: Clock },
  request: PrivacyRequest,
): Promise<SignedUrl | null> {
  const { sizeBytes, expiresAt } = request;
  if (sizeBytes === null || expiresAt === null || expiresAt <= clock.now()) return null;
  const download = { ...exportObject(request, sizeBytes), filename: `export-${request.id}.zip` };
  return storage.presignDownload(download, expiresAt);
}
