import { Readable } from "node:stream";
import type { GetObjectCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { type Clock, type Instant, SECOND } from "../../platform/time";
import { exactly } from "../exactly";
import { checkedKey } from "../key";
import type { SignedUrl, Storage } from "../storage";
import { attachmentNamed } from "./attachment";
import { isAbsent, isConditionUnmet, isRefusal, storeUnavailable } from "./errors";
import { resumedRead } from "./resumed-read";
import type { Sdk } from "./sdk";

export interface S3Parts {
  sdk: Sdk;
  client: S3Client;
  bucket: string;
  /** Prefix of every key: empty, or ending in a slash. */
  prefix: string;
  clock: Clock;
}

/** Prefix of uploads, apart from the served objects. No account has this name. */
export const INCOMING = "incoming/";

const SIGNED_HEADERS = new Set(["host", "content-type", "content-length"]);
const SWEPT_AT_ONCE = 1_000;

/**
 * Storage in a bucket. Clients upload to `incoming/<key>`, where a signature fixes type and length. `seal`
 * copies the object to `<key>`, for which no upload URL exists, so URLs that are still valid cannot change a
 * confirmed object.
 */
export function s3Storage({ sdk, client, bucket, prefix, clock }: S3Parts): Storage {
  const Bucket = bucket;
  const keyOf = (key: string) => prefix + checkedKey(key);
  const incomingKeyOf = (key: string) => prefix + INCOMING + checkedKey(key);

  async function head(Key: string) {
    return orNull("HeadObject", async () => {
      const { ContentLength, ContentType, ETag } = await client.send(
        new sdk.HeadObjectCommand({ Bucket, Key }),
      );
      return { sizeBytes: ContentLength ?? NaN, contentType: ContentType, etag: ETag };
    });
  }

  /**
   * Returns the result of `ask`, or null if the object does not exist. Checks the bucket too, because a HEAD
   * response does not distinguish the two.
   */
  async function orNull<T>(operation: string, ask: () => Promise<T>): Promise<T | null> {
    try {
      return await ask();
    } catch (error) {
      if (!isAbsent(error)) throw storeUnavailable(operation, error);
      await asking("HeadBucket", () => client.send(new sdk.HeadBucketCommand({ Bucket })));
      return null;
    }
  }

  const removeObject = (Key: string) =>
    asking("DeleteObject", () => client.send(new sdk.DeleteObjectCommand({ Bucket, Key })));

  async function get(Key: string, range: { start: number; end: number } | undefined, etag?: string) {
    const Range = range && `bytes=${range.start}-${range.end}`;
    return client.send(new sdk.GetObjectCommand({ Bucket, Key, Range, IfMatch: etag }));
  }

  async function presign(
    command: PutObjectCommand | GetObjectCommand,
    expiresAt: Instant,
    signableHeaders?: Set<string>,
  ): Promise<SignedUrl> {
    return asking("presigning", async () => {
      const now = seconds(clock.now());
      // A signature is invalid once the credentials that made it have expired.
      const { expiration } = await client.config.credentials();
      const until = Math.min(seconds(expiresAt), expiration ? seconds(expiration.getTime()) : Infinity);
      const url = await sdk.getSignedUrl(client, command, {
        signingDate: new Date(now * SECOND),
        expiresIn: Math.max(1, until - now),
        signableHeaders,
      });
      return { url, expiresAt: until * SECOND };
    });
  }

  /** Copies an upload to its final key; returns false if it has changed or does not exist. */
  async function copyUploaded(key: string, etag: string | undefined): Promise<boolean> {
    const source = {
      Bucket,
      Key: keyOf(key),
      CopySource: `${bucket}/${incomingKeyOf(key)}`,
      CopySourceIfMatch: etag,
    };
    const copy = (IfNoneMatch?: string) => client.send(new sdk.CopyObjectCommand({ ...source, IfNoneMatch }));
    return asking("CopyObject", async () => {
      try {
        // Of concurrent confirmations the first one wins. Stores without this condition ignore or reject it.
        await copy("*").catch((error: unknown) => {
          if (!isRefusal(error, "NotImplemented")) throw error;
          return copy();
        });
        return true;
      } catch (error) {
        if (isAbsent(error) || isConditionUnmet(error)) return false;
        throw error;
      }
    });
  }

  return {
    async presignUpload({ key, contentType, sizeBytes }, expiresAt) {
      const put = { Bucket, Key: incomingKeyOf(key), ContentType: contentType, ContentLength: sizeBytes };
      return presign(new sdk.PutObjectCommand(put), expiresAt, SIGNED_HEADERS);
    },

    // Only the store's client knows whether the bucket is part of the host name or of the path.
    async uploadOrigin() {
      const put = { Bucket, Key: prefix + INCOMING };
      return new URL((await presign(new sdk.PutObjectCommand(put), clock.now() + SECOND)).url).origin;
    },

    /**
     * The order matters. An upload after the copy was made is seen only by the first check, and then the
     * second check finds the copy. An upload between the checks and the copy has another ETag, so it is not
     * copied.
     */
    async seal({ key, contentType, sizeBytes }) {
      const uploaded = await head(incomingKeyOf(key));
      if ((await head(keyOf(key))) !== null) return true;
      if (uploaded === null) return false;
      const isAsDeclared = uploaded.sizeBytes === sizeBytes && uploaded.contentType === contentType;
      const isSealed =
        isAsDeclared && ((await copyUploaded(key, uploaded.etag)) || (await head(keyOf(key))) !== null);
      // A leftover upload is swept later.
      if (isSealed) await removeObject(incomingKeyOf(key)).catch(() => {});
      else if (!isAsDeclared) await removeObject(incomingKeyOf(key));
      return isSealed;
    },

    async presignDownload({ key, contentType, filename }, expiresAt) {
      const get = {
        Bucket,
        Key: keyOf(key),
        ResponseContentType: contentType,
        ResponseContentDisposition: attachmentNamed(filename),
        ResponseCacheControl: "private, no-store",
      };
      return presign(new sdk.GetObjectCommand(get), expiresAt);
    },

    async put({ key, contentType, sizeBytes }, bytes) {
      const Body = Readable.from(exactly(bytes, sizeBytes), { objectMode: false });
      const broken = new AbortController();
      Body.once("error", () => broken.abort());
      const put = { Bucket, Key: keyOf(key), ContentType: contentType, ContentLength: sizeBytes, Body };
      try {
        await client.send(new sdk.PutObjectCommand(put), { abortSignal: broken.signal });
      } catch (error) {
        throw Body.errored && broken.signal.aborted ? Body.errored : storeUnavailable("PutObject", error);
      } finally {
        Body.destroy();
      }
    },

    async stat(key) {
      const found = await head(keyOf(key));
      return found && { sizeBytes: found.sizeBytes };
    },

    async read(key, range) {
      const Key = keyOf(key);
      const found = await orNull("GetObject", () => get(Key, range));
      if (found === null) throw new Error("The storage does not have the object");
      const { ContentLength = 0, ETag } = found;
      const start = range?.start ?? 0;
      const wanted = { start, end: start + ContentLength - 1 };
      return resumedRead(found.Body as Readable, wanted, async (rest) => {
        const { Body } = await asking("GetObject", () => get(Key, rest, ETag));
        return Body as Readable;
      });
    },

    async remove(key) {
      await removeObject(incomingKeyOf(key));
      await removeObject(keyOf(key));
    },

    async sweep(olderThanMs) {
      const before = clock.now() - olderThanMs;
      let ContinuationToken: string | undefined;
      let swept = 0;
      do {
        const list = { Bucket, Prefix: prefix + INCOMING, ContinuationToken };
        const page = await asking("ListObjectsV2", () => client.send(new sdk.ListObjectsV2Command(list)));
        for (const { Key, LastModified } of page.Contents ?? []) {
          if (Key === undefined || !LastModified || LastModified.getTime() >= before) continue;
          await removeObject(Key);
          swept += 1;
        }
        ContinuationToken = page.NextContinuationToken;
      } while (ContinuationToken !== undefined && swept < SWEPT_AT_ONCE);
      return ContinuationToken !== undefined;
    },
  };
}

const seconds = (instant: Instant) => Math.floor(instant / SECOND);

async function asking<T>(operation: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw storeUnavailable(operation, error);
  }
}
