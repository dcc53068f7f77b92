import { Readable } from "node:stream";
import { type Instant, SECOND } from "../../platform/time";
import { withExactLength } from "../exact-length";
import { checkedKey } from "../key";
import type { ObjectSpec, Storage } from "../storage";
import { attachmentNamed } from "./attachment";
import { withStoreErrors, type BucketDeps, bucketRequests } from "./bucket";
import { storeUnavailable } from "./errors";
import { resumedRead } from "./resumed-read";

export interface S3Deps extends BucketDeps {
  /** Prefix of every key: empty, or ending in a slash. */
  prefix: string;
}

/** Key prefix of unconfirmed uploads. No account id equals this name. */
export const INCOMING = "incoming/";

const SIGNED_HEADERS = new Set(["host", "content-type", "content-length"]);
const SWEPT_AT_ONCE = 1_000;
// Response timeout of a PUT without the time of its upload. The SDK's timeout counts from the start of the
// request.
const PUT_RESPONSE_MS = 10_000;
/** Slowest accepted upload: 1 MiB per second. */
const MIN_BYTES_PER_MS = (1024 * 1024) / SECOND;

/**
 * Returns storage in a bucket. Clients upload to `incoming/<key>`, and the signature fixes type and length.
 * `seal` copies the object to `<key>`. No upload URL exists for `<key>`, so clients cannot change a confirmed
 * object.
 */
export function s3Storage(deps: S3Deps): Storage {
  const { sdk, bucket, prefix, clock } = deps;
  const { head, orNull, remove, get, presign, copy } = bucketRequests(deps);
  const Bucket = bucket;
  const keyOf = (key: string) => prefix + checkedKey(key);
  const incomingKeyOf = (key: string) => prefix + INCOMING + checkedKey(key);

  return {
    async presignUpload({ key, contentType, sizeBytes }, expiresAt) {
      const put = { Bucket, Key: incomingKeyOf(key), ContentType: contentType, ContentLength: sizeBytes };
      return presign(new sdk.PutObjectCommand(put), expiresAt, SIGNED_HEADERS);
    },

    // A presigned URL shows whether the bucket is part of the host name or of the path.
    async uploadOrigin() {
      const put = { Bucket, Key: prefix + INCOMING };
      return new URL((await presign(new sdk.PutObjectCommand(put), clock.now() + SECOND)).url).origin;
    },

    /**
     * Copies the upload to its final key. Reads the upload before the final key: if another request seals the
     * object between the two reads, the second read finds the sealed object. If the upload changes after the
     * first read, its ETag differs, so the copy fails.
     */
    async seal({ key, contentType, sizeBytes }) {
      const uploaded = await head(incomingKeyOf(key));
      if ((await head(keyOf(key))) !== null) return true;
      if (uploaded === null) return false;
      const isAsDeclared = uploaded.sizeBytes === sizeBytes && uploaded.contentType === contentType;
      const isSealed =
        isAsDeclared &&
        ((await copy(incomingKeyOf(key), keyOf(key), uploaded.etag)) || (await head(keyOf(key))) !== null);
      // `sweep` removes an upload whose removal fails.
      if (isSealed) await remove(incomingKeyOf(key)).catch(() => {});
      else if (!isAsDeclared) await remove(incomingKeyOf(key));
      return isSealed;
    },

    async presignDownload({ key, contentType, filename }, expiresAt) {
      const object = {
        Bucket,
        Key: keyOf(key),
        ResponseContentType: contentType,
        ResponseContentDisposition: attachmentNamed(filename),
        ResponseCacheControl: "private, no-store",
      };
      return presign(new sdk.GetObjectCommand(object), expiresAt);
    },

    async put(object, bytes, signal) {
      await putObject(deps, keyOf(object.key), object, bytes, signal);
    },

    async stat(key) {
      const found = await head(keyOf(key));
      return found && { sizeBytes: found.sizeBytes };
    },

    async read(key, range) {
      const Key = keyOf(key);
      const found = await orNull("GetObject", () => get(Key, range));
      if (found === null) throw new Error("The storage has no such object");
      const { ContentLength = 0, ETag } = found;
      const start = range?.start ?? 0;
      const requested = { start, end: start + ContentLength - 1 };
      return resumedRead(found.Body as Readable, requested, async (rest) => {
        const { Body } = await withStoreErrors("GetObject", () => get(Key, rest, ETag));
        return Body as Readable;
      });
    },

    async remove(key) {
      await remove(incomingKeyOf(key));
      await remove(keyOf(key));
    },

    sweep: (olderThanMs) => removeOlder(deps, prefix + INCOMING, clock.now() - olderThanMs),
  };
}

/**
 * Uploads the bytes. Throws the error of the source stream, a validation `Problem` if the number of bytes is
 * not `sizeBytes`, or a `Problem` of status 503.
 */
async function putObject(
  { sdk, client, bucket }: BucketDeps,
  Key: string,
  { contentType, sizeBytes }: ObjectSpec,
  bytes: Readable,
  signal: AbortSignal | undefined,
): Promise<void> {
  const Body = Readable.from(withExactLength(bytes, sizeBytes), { objectMode: false });
  const broken = new AbortController();
  Body.once("error", () => broken.abort());
  const put = { Bucket: bucket, Key, ContentType: contentType, ContentLength: sizeBytes, Body };
  try {
    await client.send(new sdk.PutObjectCommand(put), {
      abortSignal: signal ? AbortSignal.any([broken.signal, signal]) : broken.signal,
      requestTimeout: PUT_RESPONSE_MS + Math.ceil(sizeBytes / MIN_BYTES_PER_MS),
    });
  } catch (error) {
    throw Body.errored && broken.signal.aborted ? Body.errored : storeUnavailable("PutObject", error);
  } finally {
    Body.destroy();
  }
}

/** Removes objects that were last changed before an instant. Returns whether some of them may remain. */
async function removeOlder(deps: BucketDeps, Prefix: string, before: Instant): Promise<boolean> {
  const { sdk, client, bucket } = deps;
  const { remove } = bucketRequests(deps);
  let ContinuationToken: string | undefined;
  let removed = 0;
  do {
    const list = { Bucket: bucket, Prefix, ContinuationToken };
    const page = await withStoreErrors("ListObjectsV2", () =>
      client.send(new sdk.ListObjectsV2Command(list)),
    );
    for (const { Key, LastModified } of page.Contents ?? []) {
      if (Key === undefined || !LastModified || LastModified.getTime() >= before) continue;
      await remove(Key);
      removed += 1;
    }
    ContinuationToken = page.NextContinuationToken;
  } while (ContinuationToken !== undefined && removed < SWEPT_AT_ONCE);
  return ContinuationToken !== undefined;
}
