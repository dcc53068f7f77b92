import type { Readable } from "node:stream";
import type { Instant } from "../platform/time";

/** What a stored object is declared to be; storage refuses bytes that differ. */
export interface ObjectSpec {
  /** Made by the service, never by a client: `<account id>/<file id>`. */
  key: string;
  contentType: string;
  sizeBytes: number;
}

/** An object that is about to be fetched by a person, who saves it under `filename`. */
export interface DownloadSpec extends ObjectSpec {
  filename: string;
}

export interface SignedUrl {
  url: string;
  /** Never later than asked for, in whole seconds. */
  expiresAt: Instant;
}

/**
 * Where files lie. Bytes appear only when they are complete and as declared. A storage that is away, full or refuses
 * the service rejects with a `Problem` of status 503, so that requests are answered so and jobs come back.
 */
export interface Storage {
  /** A URL that takes PUTs of exactly the declared bytes, until it expires. */
  presignUpload(object: ObjectSpec, expiresAt: Instant): Promise<SignedUrl>;
  /** The origin of all upload URLs, for pages that may speak to no other. */
  uploadOrigin(): Promise<string>;
  /**
   * Fixes what was uploaded: nothing that reaches an upload URL from now on changes it. False while the declared bytes
   * are not there; others are removed. Safe to repeat.
   */
  seal(object: ObjectSpec): Promise<boolean>;
  /** A URL that answers the bytes until it expires. */
  presignDownload(object: DownloadSpec, expiresAt: Instant): Promise<SignedUrl>;
  /** Stores an object that the service itself received. */
  put(object: ObjectSpec, bytes: Readable): Promise<void>;
  /** The stored object's size, or null while the bytes are not there. */
  stat(key: string): Promise<{ sizeBytes: number } | null>;
  /** Streams the object, or the bytes from `start` to `end` inclusive. Rejects when it is not there. */
  read(key: string, range?: { start: number; end: number }): Promise<Readable>;
  /** Removes the object and what was uploaded for it; one that is not there is no error. */
  remove(key: string): Promise<void>;
  /** Removes what uploads of longer ago left behind and nobody sealed. True when there may be more. */
  sweep(olderThanMs: number): Promise<boolean>;
}
