import type { Storage } from "../../src/storage/storage";
import { systemClock } from "../../src/platform/time";
import { openS3Storage } from "../../src/storage/s3/open";
import type { S3Options } from "../../src/storage/s3-options";
import type { S3Server } from "./s3-server";

/** Sets the adapter's credentials as environment variables, until the test file ends. */
export function useCredentials({ credentials }: Pick<S3Server, "credentials">): void {
  process.env.AWS_ACCESS_KEY_ID = credentials.accessKeyId;
  process.env.AWS_SECRET_ACCESS_KEY = credentials.secretAccessKey;
  // Prevents requests to the metadata service of a cloud.
  process.env.AWS_EC2_METADATA_DISABLED = "true";
}

/** Opens the adapter on the given bucket, or on a new bucket of the server. */
export async function openBucket(
  server: S3Server,
  options: Partial<S3Options> = {},
): Promise<{ storage: Storage; storeId: string; bucket: string }> {
  useCredentials(server);
  const bucket = options.bucket ?? (await server.bucket());
  const where = { endpoint: server.endpoint, region: "us-east-1", prefix: "", forcePathStyle: true };
  return { bucket, ...(await openS3Storage({ ...where, ...options, bucket, clock: systemClock })) };
}
