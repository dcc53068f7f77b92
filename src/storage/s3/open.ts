import { randomUUID } from "node:crypto";
import type { S3Client } from "@aws-sdk/client-s3";
import type { Clock } from "../../platform/time";
import type { S3Options } from "../s3-options";
import type { Storage } from "../storage";
import { isAbsent, isConditionUnmet, isRefusal, InvalidStoreError, startFailure } from "./errors";
import { INCOMING, type S3Deps, s3Storage } from "./s3-storage";
import { loadSdk, type Sdk } from "./sdk";

/** Timeouts of one attempt for the connection and for the response, in milliseconds. */
const CONNECT_MS = 3_000;
const RESPONSE_MS = 10_000;
/** Timeout of an idle connection, in milliseconds. A stalled download continues on a new connection. */
const IDLE_MS = 60_000;
/**
 * Connection pool. `maxSockets` limits concurrent uploads and downloads, because the service transfers media
 * itself and each transfer occupies a connection.
 */
const CONNECTIONS = { keepAlive: true, maxSockets: 256 };

/** Logger that writes nothing. Thrown errors already report every problem. */
const SILENT = { trace() {}, debug() {}, info() {}, warn() {}, error() {} };

function clientOf(sdk: Sdk, { endpoint, region, forcePathStyle }: S3Options): S3Client {
  return new sdk.S3Client({
    ...(endpoint === null ? {} : { endpoint }),
    ...(region === null ? {} : { region }),
    forcePathStyle,
    maxAttempts: 3,
    logger: SILENT,
    // Some stores support only the checksums of S3's first version. Presigned URLs must not have checksums.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: RESPONSE_MS,
      throwOnRequestTimeout: true,
      socketTimeout: IDLE_MS,
      httpAgent: CONNECTIONS,
      httpsAgent: CONNECTIONS,
    },
  });
}

type OpenOptions = S3Options & { clock: Clock };

/** Opens storage in a bucket after checking the rights. Throws a `ConfigError` that names the setting. */
export const openS3Storage = (options: OpenOptions): Promise<{ storage: Storage; storeId: string }> =>
  openChecked(options, async (deps, storage) => ({ storage, storeId: await storeIdOf(deps) }));

/** Opens storage as `openS3Storage` does. Stores no id in a bucket without one; `storeId` is null then. */
export const openExistingS3Storage = (
  options: OpenOptions,
): Promise<{ storage: Storage; storeId: string | null }> =>
  openChecked(options, async (deps, storage) => ({ storage, storeId: await storedIdOf(deps) }));

async function openChecked<T>(
  { clock, ...options }: OpenOptions,
  opened: (deps: Deps, storage: Storage) => Promise<T>,
): Promise<T> {
  const { bucket, prefix } = options;
  const sdk = await loadSdk();
  const client = clientOf(sdk, options);
  const deps = { sdk, client, bucket, prefix };
  try {
    await checkRights(deps);
    return await opened(deps, s3Storage({ ...deps, clock }));
  } catch (error) {
    client.destroy();
    throw startFailure(options, error);
  }
}

type Deps = Omit<S3Deps, "clock">;

async function checkRights({ sdk, client, bucket: Bucket, prefix }: Deps, tries = 3): Promise<void> {
  try {
    await client.send(new sdk.ListObjectsV2Command({ Bucket, Prefix: prefix + INCOMING, MaxKeys: 1 }));
    const Key = `${prefix}${INCOMING}start-check-${randomUUID()}`;
    await client.send(new sdk.PutObjectCommand({ Bucket, Key, Body: "recado\n" }));
    await client.send(new sdk.DeleteObjectCommand({ Bucket, Key }));
  } catch (error) {
    // A file-system store can lose the folder between two requests, if another process empties it.
    if (!isAbsent(error) || tries === 1) throw error;
    await checkRights({ sdk, client, bucket: Bucket, prefix }, tries - 1);
  }
}

const STORE_ID_NAME = "store-id";
const STORE_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns the store id from the bucket; null if no process has written an id. */
async function storedIdOf({ sdk, client, bucket: Bucket, prefix }: Deps): Promise<string | null> {
  const Key = `${prefix}${STORE_ID_NAME}`;
  try {
    const { Body } = await client.send(new sdk.GetObjectCommand({ Bucket, Key }));
    const id = (await Body?.transformToString())?.trim() ?? "";
    if (!STORE_ID.test(id))
      throw new InvalidStoreError(`${Key} does not contain the bytes that were written`);
    return id;
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

/** Returns the store id from the bucket. The first process writes the id. */
async function storeIdOf(deps: Deps): Promise<string> {
  const stored = await storedIdOf(deps);
  if (stored !== null) return stored;
  const { sdk, client, bucket: Bucket, prefix } = deps;
  const Key = `${prefix}${STORE_ID_NAME}`;
  const write = (IfNoneMatch?: string) =>
    client.send(new sdk.PutObjectCommand({ Bucket, Key, Body: `${randomUUID()}\n`, IfNoneMatch }));
  await write("*").catch((error: unknown) => {
    if (isRefusal(error, "NotImplemented")) return write();
    if (!isConditionUnmet(error)) throw error;
    return undefined;
  });
  const written = await storedIdOf(deps);
  if (written === null) throw new InvalidStoreError(`${Key} was written and is missing`);
  return written;
}
