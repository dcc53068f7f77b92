import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { flush, makePrivateDirectory } from "../../platform/private-files";
import { serviceUnavailable } from "../../platform/problem";
import { type Clock, type Instant, SECOND } from "../../platform/time";
import { withExactLength } from "../exact-length";
import { checkedKey, INCOMING } from "../key";
import type { ObjectSpec, SignedUrl, Storage } from "../storage";
import { type Grant, readGrant, signedPath } from "./signed-url";

interface DiskOptions {
  /**
   * Folder of the objects, the incomplete uploads and the store id. The storage creates the folder on demand.
   */
  directory: string;
  /** Base of the presigned URLs, without a trailing slash. */
  publicUrl: string;
  /** Secret that signs the URLs. All processes that serve the URLs need the same secret. */
  secret: string;
  clock: Clock;
}

/** Storage in a folder of this machine. The service itself serves the presigned URLs. */
export interface DiskStorage extends Storage {
  /** Returns the grant of a presigned URL. Throws 403 for a forged or expired URL. */
  grantOf(method: Grant["method"], key: string, query: Readonly<Record<string, unknown>>): Grant;
  /**
   * Stores an object's bytes. Writes and flushes a temporary file, then calls `publish` with a function that
   * moves the file into place atomically. Returns the result of `publish`. If writing fails or the number of
   * bytes is wrong, no file remains and `publish` is not called. The last published upload of an object
   * replaces earlier ones.
   */
  write(
    object: ObjectSpec,
    bytes: Readable,
    publish: (place: () => Promise<void>) => Promise<boolean>,
  ): Promise<boolean>;
}

/** System error codes for a full disk, an exceeded quota and an exceeded file size. */
const NO_ROOM = ["ENOSPC", "EDQUOT", "EFBIG"];

const storageFull = () => serviceUnavailable("The storage is full", 60);

export function diskStorage({ directory, publicUrl, secret, clock }: DiskOptions): DiskStorage {
  const incoming = join(directory, INCOMING);

  const pathOf = (key: string) => join(directory, checkedKey(key));

  function presign(grant: Grant): SignedUrl {
    pathOf(grant.key);
    const url = publicUrl + signedPath(grant, secret);
    return { url, expiresAt: Math.floor(grant.expiresAt / SECOND) * SECOND };
  }

  const storage: DiskStorage = {
    async presignUpload({ key, contentType, sizeBytes }, expiresAt) {
      return presign({ method: "PUT", key, contentType, sizeBytes, expiresAt, filename: null });
    },

    async uploadOrigin() {
      return new URL(publicUrl).origin;
    },

    async presignDownload({ key, contentType, sizeBytes, filename }, expiresAt) {
      return presign({ method: "GET", key, contentType, sizeBytes, expiresAt, filename });
    },

    grantOf(method, key, query) {
      return readGrant({ method, key, query }, secret, clock.now());
    },

    // The upload route refuses uploads to a closed object, so `seal` only compares the size.
    async seal({ key, sizeBytes }) {
      return (await storage.stat(key))?.sizeBytes === sizeBytes;
    },

    async stat(key) {
      try {
        return { sizeBytes: (await stat(pathOf(key))).size };
      } catch (error) {
        if (hasCode(error, "ENOENT")) return null;
        throw error;
      }
    },

    async read(key, range) {
      const file = await open(pathOf(key), "r");
      return file.createReadStream(range);
    },

    async remove(key) {
      const path = pathOf(key);
      await rm(path, { force: true });
      await removeParts(incoming, (name) => name.startsWith(`${basename(path)}.`));
    },

    async sweep(olderThanMs) {
      // File times come from the system's clock, so the limit does too.
      const before: Instant = Date.now() - olderThanMs;
      await removeParts(incoming, async (_, part) => (await modifiedAt(part)) < before);
      return false;
    },

    async put(object, bytes, signal) {
      await storage.write(object, bytes, async (place) => {
        signal?.throwIfAborted();
        await place();
        return true;
      });
    },

    async write({ key, sizeBytes }, bytes, publish) {
      const path = pathOf(key);
      const part = join(incoming, `${basename(path)}.${randomUUID()}`);
      try {
        await makeFolders(directory, [incoming, dirname(path)]);
        await writeThrough(part, withExactLength(bytes, sizeBytes));
        return await publish(async () => {
          await rename(part, path);
          await flush(dirname(path));
        });
      } catch (error) {
        throw NO_ROOM.some((code) => hasCode(error, code)) ? storageFull() : error;
      } finally {
        await rm(part, { force: true });
      }
    },
  };
  return storage;
}

async function writeThrough(path: string, chunks: AsyncIterable<Buffer>): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    await writeFile(file, chunks);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Creates the folders one by one, because Node's recursive mkdir reports a full disk as ENOENT. */
async function makeFolders(directory: string, folders: readonly string[]): Promise<void> {
  makePrivateDirectory(directory);
  for (const folder of folders) {
    try {
      await mkdir(folder, { mode: 0o700 });
      await flush(directory);
    } catch (error) {
      if (!hasCode(error, "EEXIST")) throw error;
    }
  }
}

async function removeParts(
  incoming: string,
  isLeft: (name: string, path: string) => boolean | Promise<boolean>,
): Promise<void> {
  for (const name of await namesIn(incoming)) {
    const part = join(incoming, name);
    if (await isLeft(name, part)) await rm(part, { force: true });
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (hasCode(error, "ENOENT")) return [];
    throw error;
  }
}

async function modifiedAt(path: string): Promise<Instant> {
  try {
    return (await stat(path)).mtimeMs;
  } catch (error) {
    if (hasCode(error, "ENOENT")) return Infinity;
    throw error;
  }
}

function hasCode(error: unknown, code: string): boolean {
  return (error as { code?: unknown } | null)?.code === code;
}
