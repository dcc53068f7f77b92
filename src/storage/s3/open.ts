import { randomUUID } from "node:crypto";
import type { S3Client } from "@aws-sdk/client-s3";
import type { Clock } from "../../platform/time";
import type { Storage } from "../storage";
import { isAbsent, isConditionUnmet, isRefusal, NoStore, startFailure } from "./errors";
import { INCOMING, type S3Parts, s3Storage } from "./s3-storage";
import { loadSdk, type Sdk } from "./sdk";

export interface S3Options {
  bucket: string;
  /** Null: Amazon's, for the region. */
  endpoint: string | null;
  /** Null: what the AWS settings of this machine say. */
  region: string | null;
  /** What every key begins with: empty, or ending in a slash. */
  prefix: string;
  forcePathStyle: boolean;
}

/** How long a store may take to connect, and to begin its answer, in milliseconds; it is asked three times. */
const CONNECT_MS = 3_000;
const ANSWER_MS = 10_000;
/** A connection on which nothing moves for so long is given up; a download that was slow goes on with another one. */
const IDLE_MS = 60_000;
/** Media go through the service: that many at once, and the requests beside them. */
const CONNECTIONS = { keepAlive: true, maxSockets: 256 };

/** What is wrong is told by errors; the SDK would write to the console. */
const SILENT = { trace() {}, debug() {}, info() {}, warn() {}, error() {} };

function clientOf(sdk: Sdk, { endpoint, region, forcePathStyle }: S3Options): S3Client {
  return new sdk.S3Client({
    ...(endpoint === null ? {} : { endpoint }),
    ...(region === null ? {} : { region }),
    forcePathStyle,
    maxAttempts: 3,
    logger: SILENT,
    // Not all stores know checksums beyond those of the protocol's first version, and presigned URLs must have none.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: ANSWER_MS,
      throwOnRequestTimeout: true,
      socketTimeout: IDLE_MS,
      httpAgent: CONNECTIONS,
      httpsAgent: CONNECTIONS,
    },
  });
}

/**
 * Storage in the bucket, once it was seen that the credentials may do there what the service does; a `ConfigError` that
 * names the setting to look at where they may not. `storeId` tells one store from another, as that of a folder does.
 */
export async function openS3Storage({
  clock,
  ...options
}: S3Options & { clock: Clock }): Promise<{ storage: Storage; storeId: string }> {
  const { bucket, prefix } = options;
  const sdk = await loadSdk();
  const client = clientOf(sdk, options);
  const parts = { sdk, client, bucket, prefix };
  try {
    await checkRights(parts);
    const storeId = await storeIdOf(parts);
    return { storage: s3Storage({ ...parts, clock }), storeId };
  } catch (error) {
    client.destroy();
    throw startFailure(options, error);
  }
}

type Parts = Omit<S3Parts, "clock">;

async function checkRights({ sdk, client, bucket: Bucket, prefix }: Parts, tries = 3): Promise<void> {
  try {
    await client.send(new sdk.ListObjectsV2Command({ Bucket, Prefix: prefix + INCOMING, MaxKeys: 1 }));
    const Key = `${prefix}${INCOMING}start-check-${randomUUID()}`;
    await client.send(new sdk.PutObjectCommand({ Bucket, Key, Body: "recado\n" }));
    await client.send(new sdk.DeleteObjectCommand({ Bucket, Key }));
  } catch (error) {
    // A store on a file system loses a folder in between where another process has just emptied it.
    if (!isAbsent(error) || tries === 1) throw error;
    await checkRights({ sdk, client, bucket: Bucket, prefix }, tries - 1);
  }
}

const STORE_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The id that lies in the bucket beside the files; whoever comes first writes it. */
async function storeIdOf({ sdk, client, bucket: Bucket, prefix }: Parts): Promise<string> {
  const Key = `${prefix}store-id`;
  const read = async () => {
    const { Body } = await client.send(new sdk.GetObjectCommand({ Bucket, Key }));
    const id = (await Body?.transformToString())?.trim() ?? "";
    if (!STORE_ID.test(id)) throw new NoStore(`${Key} does not hold what was written there`);
    return id;
  };
  const write = (IfNoneMatch?: string) =>
    client.send(new sdk.PutObjectCommand({ Bucket, Key, Body: `${randomUUID()}\n`, IfNoneMatch }));
  try {
    return await read();
  } catch (error) {
    if (!isAbsent(error)) throw error;
  }
  await write("*").catch((error: unknown) => {
    if (isRefusal(error, "NotImplemented")) return write();
    if (!isConditionUnmet(error)) throw error;
    return undefined;
  });
  return read();
}
