import { randomBytes } from "node:crypto";
import { existsSync, statSync } from "node:fs";
import { rmdir } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { Readable } from "node:stream";
import { idMaker } from "../platform/ids";
import type { Clock } from "../platform/time";
import { NO_ACCOUNT } from "../queue/job";
import type { Storage } from "../storage/storage";
import { filesFolder } from "./backup-manifest";
import { storageForProbe } from "./file-store";
import type { Config } from "./config";
import { unreadableReason } from "./data-dir";

type ProbeConfig = Pick<Config, "s3" | "dataDir" | "publicUrl">;

/**
 * Result of a probe. `unused`: the folder does not exist yet, because no file was uploaded. `foreign`: this
 * user may not read the data directory, or the folder belongs to another user, such as the service's when
 * root runs the probe. A file of the probe would then prove nothing about files of the service.
 */
type ProbeResult = "works" | "unused" | "foreign";

/** Writes, reads and removes an object in the file storage. Rejects if the storage fails. */
export async function probeStorage(config: ProbeConfig, clock: Clock): Promise<ProbeResult> {
  if (config.s3 !== null) {
    await writeReadRemove(await storageForProbe(config, clock), clock);
    return "works";
  }
  const directory = filesFolder(config);
  if (unreadableReason(config.dataDir) !== null) return "foreign";
  if (!existsSync(directory)) return "unused";
  const own = process.getuid?.();
  if (own !== undefined && statSync(directory).uid !== own) return "foreign";
  try {
    await writeReadRemove(await storageForProbe(config, clock), clock);
  } finally {
    // The storage has a folder per account, and only probes use the folder of `NO_ACCOUNT`. A failed `rmdir`
    // is harmless: the folder then contains the file of another probe.
    await rmdir(join(directory, NO_ACCOUNT)).catch(() => {});
  }
  return "works";
}

async function writeReadRemove(storage: Storage, clock: Clock): Promise<void> {
  const bytes = randomBytes(64);
  const key = `${NO_ACCOUNT}/${idMaker(clock).next()}`;
  await storage.put(
    { key, contentType: "application/octet-stream", sizeBytes: bytes.length },
    Readable.from([bytes]),
  );
  try {
    const read = await buffer(await storage.read(key));
    if (!read.equals(bytes)) throw new Error("the storage returned different bytes than were stored");
  } finally {
    await storage.remove(key);
  }
}
