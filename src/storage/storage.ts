import type { Readable } from "node:stream";
import type { Instant } from "../platform/time";

/** Declared properties of an object. The storage rejects bytes that do not match. */
export interface ObjectSpec {
  /** Key made by the service, never by a client: `<account id>/<file id>`. */
  key: string;
  contentType: string;
  sizeBytes: number;
}

/** An object to download, saved under `filename`. */
export interface DownloadSpec extends ObjectSpec {
  filename: string;
}

export interface SignedUrl {
  url: string;
  /** Expiry in whole seconds, never later than requested. */
  expiresAt: Instant;
}

/**
 * Storage of files. An object becomes visible only when it is complete and matches its declaration. If the
 * storage is unavailable, full or denies access, methods reject with a `Problem` of status 503. Requests then
 * return 503 and jobs are retried.
 */
export interface Storage {
  /** Returns a URL that accepts PUTs of exactly the declared bytes until it expires. */
  presignUpload(object: ObjectSpec, expiresAt: Instant): Promise<SignedUrl>;
  /** Returns the origin of all upload URLs, for the content security policy of pages. */
  uploadOrigin(): Promise<string>;
  /**
   * Makes the uploaded object final: later uploads no longer change it. Returns false while the declared
   * bytes are missing; removes bytes that do not match. Safe to repeat.
   */
  seal(object: ObjectSpec): Promise<boolean>;
  /** Returns a download URL that is valid until it expires. */
  presignDownload(object: DownloadSpec, expiresAt: Instant): Promise<SignedUrl>;
  /** Stores an object that the service received itself. */
  put(object: ObjectSpec, bytes: Readable): Promise<void>;
  /** Returns the size of the stored object, or null if it does not exist. */
  stat(key: string): Promise<{ sizeBytes: number } | null>;
  /**
   * Streams the object, or the bytes from `start` to `end` inclusive. Rejects if the object does not exist.
   */
  read(key: string, range?: { start: number; end: number }): Promise<Readable>;
  /** Removes the object and its pending uploads. A missing object is not an error. */
  remove(key: string): Promise<void>;
  /** Removes unsealed uploads older than `olderThanMs`. Returns true if more may be left. */
  sweep(olderThanMs: number): Promise<boolean>;
}
