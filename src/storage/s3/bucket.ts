import type { GetObjectCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { type Clock, type Instant, SECOND } from "../../platform/time";
import type { SignedUrl } from "../storage";
import { isAbsent, isConditionUnmet, isRefusal, storeUnavailable } from "./errors";
import type { Sdk } from "./sdk";

export interface BucketDeps {
  sdk: Sdk;
  client: S3Client;
  bucket: string;
  clock: Clock;
}

/**
 * Returns functions that send requests to a bucket. `get` rejects with the SDK's error, the other functions
 * with a `Problem` of status 503.
 */
export function bucketRequests({ sdk, client, bucket, clock }: BucketDeps) {
  const Bucket = bucket;

  async function head(Key: string) {
    return orNull("HeadObject", async () => {
      const { ContentLength, ContentType, ETag } = await client.send(
        new sdk.HeadObjectCommand({ Bucket, Key }),
      );
      return { sizeBytes: ContentLength ?? NaN, contentType: ContentType, etag: ETag };
    });
  }

  /**
   * Returns the result of `send`, or null for a missing object. For a missing object, first checks that the
   * bucket exists, because the response to a HEAD does not show whether the object or the bucket is missing.
   */
  async function orNull<T>(operation: string, send: () => Promise<T>): Promise<T | null> {
    try {
      return await send();
    } catch (error) {
      if (!isAbsent(error)) throw storeUnavailable(operation, error);
      await withStoreErrors("HeadBucket", () => client.send(new sdk.HeadBucketCommand({ Bucket })));
      return null;
    }
  }

  const remove = (Key: string) =>
    withStoreErrors("DeleteObject", () => client.send(new sdk.DeleteObjectCommand({ Bucket, Key })));

  async function get(Key: string, range: { start: number; end: number } | undefined, etag?: string) {
    const Range = range && `bytes=${range.start}-${range.end}`;
    return client.send(new sdk.GetObjectCommand({ Bucket, Key, Range, IfMatch: etag }));
  }

  async function presign(
    command: PutObjectCommand | GetObjectCommand,
    expiresAt: Instant,
    signableHeaders?: Set<string>,
  ): Promise<SignedUrl> {
    return withStoreErrors("presigning", async () => {
      const now = seconds(clock.now());
      // A presigned URL becomes invalid when the credentials that signed the URL expire.
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

  /**
   * Copies an object. Returns false if the source is missing or does not have the given `etag`, or the target
   * exists. A store without conditional copies overwrites the target.
   */
  async function copy(from: string, Key: string, etag: string | undefined): Promise<boolean> {
    const source = { Bucket, Key, CopySource: `${bucket}/${from}`, CopySourceIfMatch: etag };
    const send = (IfNoneMatch?: string) => client.send(new sdk.CopyObjectCommand({ ...source, IfNoneMatch }));
    return withStoreErrors("CopyObject", async () => {
      try {
        // `IfNoneMatch: "*"` lets the first of concurrent copies win. Some stores reject the condition.
        await send("*").catch((error: unknown) => {
          if (!isRefusal(error, "NotImplemented")) throw error;
          return send();
        });
        return true;
      } catch (error) {
        if (isAbsent(error) || isConditionUnmet(error)) return false;
        throw error;
      }
    });
  }

  return { head, orNull, remove, get, presign, copy };
}

const seconds = (instant: Instant) => Math.floor(instant / SECOND);

export async function withStoreErrors<T>(operation: string, send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    throw storeUnavailable(operation, error);
  }
}
