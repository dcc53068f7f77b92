export interface S3Options {
  bucket: string;
  /** Endpoint URL; null for Amazon's endpoint. */
  endpoint: string | null;
  region: string | null;
  /** Prefix of every key: empty, or ending in a slash. */
  prefix: string;
  forcePathStyle: boolean;
}
