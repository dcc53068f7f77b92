import { Readable } from "node:stream";
import type { GetObjectCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { type Clock, type Instant, SECOND } from "../../platform/time";
import { exactly } from "../exactly";
import { checkedKey } from "../key";
import type { DownloadSpec, ObjectSpec, SignedUrl, Storage } from "../storage";
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
export const s3Storage = (parts: S3Parts): Storage => new S3Storage(parts);

class S3Storage implements Storage {
  constructor(private readonly parts: S3Parts) {}

  async presignUpload({ key, contentType, sizeBytes }: ObjectSpec, expiresAt: Instant) {
    const { sdk, bucket: Bucket } = this.parts;
    const put = { Bucket, Key: this.incomingKeyOf(key), ContentType: contentType, ContentLength: sizeBytes };
    return this.presign(new sdk.PutObjectCommand(put), expiresAt, SIGNED_HEADERS);
  }

  // Only the store's client knows whether the bucket is part of the host name or of the path.
  async uploadOrigin() {
    const { sdk, bucket: Bucket, prefix, clock } = this.parts;
    const put = { Bucket, Key: prefix + INCOMING };
    return new URL((await this.presign(new sdk.PutObjectCommand(put), clock.now() + SECOND)).url).origin;
  }

  /**
   * The order matters. An upload after the copy was made is seen only by the first check, and then the
   * second check finds the copy. An upload between the checks and the copy has another ETag, so it is not
   * copied.
   */
  async seal({ key, contentType, sizeBytes }: ObjectSpec) {
    const uploaded = await this.head(this.incomingKeyOf(key));
    if ((await this.head(this.keyOf(key))) !== null) return true;
    if (uploaded === null) return false;
    const isAsDeclared = uploaded.sizeBytes === sizeBytes && uploaded.contentType === contentType;
    const isSealed =
      isAsDeclared &&
      ((await this.copyUploaded(key, uploaded.etag)) || (await this.head(this.keyOf(key))) !== null);
    // A leftover upload is swept later.
    if (isSealed) await this.removeObject(this.incomingKeyOf(key)).catch(() => {});
    else if (!isAsDeclared) await this.removeObject(this.incomingKeyOf(key));
    return isSealed;
  }

  async presignDownload({ key, contentType, filename }: DownloadSpec, expiresAt: Instant) {
    const { sdk, bucket: Bucket } = this.parts;
    const get = {
      Bucket,
      Key: this.keyOf(key),
      ResponseContentType: contentType,
      ResponseContentDisposition: attachmentNamed(filename),
      ResponseCacheControl: "private, no-store",
    };
    return this.presign(new sdk.GetObjectCommand(get), expiresAt);
  }

  async put({ key, contentType, sizeBytes }: ObjectSpec, bytes: Readable) {
    const { sdk, client, bucket: Bucket } = this.parts;
    const Body = Readable.from(exactly(bytes, sizeBytes), { objectMode: false });
    const broken = new AbortController();
    Body.once("error", () => broken.abort());
    const put = { Bucket, Key: this.keyOf(key), ContentType: contentType, ContentLength: sizeBytes, Body };
    try {
      await client.send(new sdk.PutObjectCommand(put), { abortSignal: broken.signal });
    } catch (error) {
      throw Body.errored && broken.signal.aborted ? Body.errored : storeUnavailable("PutObject", error);
    } finally {
      Body.destroy();
    }
  }

  async stat(key: string) {
    const found = await this.head(this.keyOf(key));
    return found && { sizeBytes: found.sizeBytes };
  }

  async read(key: string, range?: { start: number; end: number }) {
    const Key = this.keyOf(key);
    const found = await this.orNull("GetObject", () => this.get(Key, range));
    if (found === null) throw new Error("The storage has no such object");
    const { ContentLength = 0, ETag } = found;
    const start = range?.start ?? 0;
    const wanted = { start, end: start + ContentLength - 1 };
    return resumedRead(found.Body as Readable, wanted, async (rest) => {
      const { Body } = await asking("GetObject", () => this.get(Key, rest, ETag));
      return Body as Readable;
    });
  }

  async remove(key: string) {
    await this.removeObject(this.incomingKeyOf(key));
    await this.removeObject(this.keyOf(key));
  }

  async sweep(olderThanMs: number) {
    const { sdk, client, bucket: Bucket, prefix, clock } = this.parts;
    const before = clock.now() - olderThanMs;
    let ContinuationToken: string | undefined;
    let swept = 0;
    do {
      const list = { Bucket, Prefix: prefix + INCOMING, ContinuationToken };
      const page = await asking("ListObjectsV2", () => client.send(new sdk.ListObjectsV2Command(list)));
      for (const { Key, LastModified } of page.Contents ?? []) {
        if (Key === undefined || !LastModified || LastModified.getTime() >= before) continue;
        await this.removeObject(Key);
        swept += 1;
      }
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken !== undefined && swept < SWEPT_AT_ONCE);
    return ContinuationToken !== undefined;
  }

  private async head(Key: string) {
    const { sdk, client, bucket: Bucket } = this.parts;
    return this.orNull("HeadObject", async () => {
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
  private async orNull<T>(operation: string, ask: () => Promise<T>): Promise<T | null> {
    try {
      return await ask();
    } catch (error) {
      if (!isAbsent(error)) throw storeUnavailable(operation, error);
      const { sdk, client, bucket: Bucket } = this.parts;
      await asking("HeadBucket", () => client.send(new sdk.HeadBucketCommand({ Bucket })));
      return null;
    }
  }

  private removeObject(Key: string) {
    const { sdk, client, bucket: Bucket } = this.parts;
    return asking("DeleteObject", () => client.send(new sdk.DeleteObjectCommand({ Bucket, Key })));
  }

  private async get(Key: string, range: { start: number; end: number } | undefined, etag?: string) {
    const { sdk, client, bucket: Bucket } = this.parts;
    const Range = range && `bytes=${range.start}-${range.end}`;
    return client.send(new sdk.GetObjectCommand({ Bucket, Key, Range, IfMatch: etag }));
  }

  private async presign(
    command: PutObjectCommand | GetObjectCommand,
    expiresAt: Instant,
    signableHeaders?: Set<string>,
  ): Promise<SignedUrl> {
    const { sdk, client, clock } = this.parts;
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
  private async copyUploaded(key: string, etag: string | undefined): Promise<boolean> {
    const { sdk, client, bucket } = this.parts;
    const source = {
      Bucket: bucket,
      Key: this.keyOf(key),
      CopySource: `${bucket}/${this.incomingKeyOf(key)}`,
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

  private keyOf(key: string): string {
    return this.parts.prefix + checkedKey(key);
  }

  private incomingKeyOf(key: string): string {
    return this.parts.prefix + INCOMING + checkedKey(key);
  }
}

const seconds = (instant: Instant) => Math.floor(instant / SECOND);

async function asking<T>(operation: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw storeUnavailable(operation, error);
  }
}
