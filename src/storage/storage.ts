import type { Readable } from "node:stream";
import type { Instant } from "../platform/time";

/** Declared properties of an object. The storage rejects bytes that do not match the declaration. */
export interface ObjectSpec {
  /** Key of the form `<account id>/<file id>`. */
  key: string;
  contentType: string;
  sizeBytes: number;
}

interface DownloadSpec extends ObjectSpec {
  filename: string;
}

export interface SignedUrl {
  url: string;
  /** Expiry, rounded down to a whole second. Never later than the requested expiry. */
  expiresAt: Instant;
}

/**
 * Storage of files. An object becomes visible only when it is complete and matches its declaration. If a disk
 * is full, or a bucket is unavailable or denies access, methods reject with a `Problem` of status 503.
 */
export interface Storage {
  /** Returns a URL that accepts PUTs of exactly the declared bytes until the URL expires. */
  presignUpload(object: ObjectSpec, expiresAt: Instant): Promise<SignedUrl>;
  /** Returns the origin of all upload URLs, for the content security policy of pages. */
  uploadOrigin(): Promise<string>;
  /**
   * Makes the uploaded object final, so that later uploads no longer change it. Returns false while the
   * declared bytes are missing. In a bucket, removes bytes that do not match. Safe to repeat.
   */
  seal(object: ObjectSpec): Promise<boolean>;
  presignDownload(object: DownloadSpec, expiresAt: Instant): Promise<SignedUrl>;
  /** Stores an object. After an abort the call rejects, although the object may be stored. */
  put(object: ObjectSpec, bytes: Readable, signal?: AbortSignal): Promise<void>;
  stat(key: string): Promise<{ sizeBytes: number } | null>;
  /** Streams the object, or the bytes from `start` to `end` inclusive. Rejects if the object is missing. */
  read(key: string, range?: { start: number; end: number }): Promise<Readable>;
  /** Removes the object and its pending uploads. A missing object is not an error. */
  remove(key: string): Promise<void>;
  /** Removes unsealed uploads older than `olderThanMs`. Returns true if more may remain. */
  sweep(olderThanMs: number): Promise<boolean>;
}
