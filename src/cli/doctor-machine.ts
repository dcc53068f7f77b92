import { existsSync, statSync } from "node:fs";
import { statfs } from "node:fs/promises";
import type { Config } from "../app/config";
import { filesFolder } from "../app/backup-manifest";
import { unreadableReason } from "../app/data-dir";
import { compareFileStore } from "../app/file-store";
import { probeStorage } from "../app/storage-probe";
import { errorText } from "../platform/error-text";
import type { Clock } from "../platform/time";
import type { Session } from "./session";
import { type Check, error, type Finding, ok, warning } from "./doctor-check";

/**
 * Fractions of free disk space below which the check warns or fails. The alert RecadoDiskAlmostFull uses
 * `warning` too.
 */
const FREE = { warning: 0.1, error: 0.02 };

export function diskFinding(directory: string, freeBytes: number, sizeBytes: number): Finding {
  const free = sizeBytes === 0 ? 0 : freeBytes / sizeBytes;
  const message = `${(freeBytes / 1e9).toFixed(1)} GB of ${(sizeBytes / 1e9).toFixed(1)} GB are free on the disk of ${directory}`;
  const advice = "free space or enlarge the disk: the service refuses changes once it is full";
  if (free >= FREE.warning) return ok(message);
  return free >= FREE.error ? warning(message, advice) : error(message, advice);
}

async function diskOf(directory: string): Promise<Finding> {
  const { bavail, blocks, bsize } = await statfs(directory);
  return diskFinding(directory, bavail * bsize, blocks * bsize);
}

export const diskCheck = (config: Config): Check => ({
  name: "disk",
  advice: "set RECADO_DATA_DIR to a directory of the service, and run this command as the service's user",
  async run() {
    const folders = [config.dataDir, ...(config.s3 === null ? [filesFolder(config)] : [])];
    const disks = new Map(
      folders.filter((folder) => existsSync(folder)).map((folder) => [statSync(folder).dev, folder]),
    );
    if (disks.size > 0) return Promise.all([...disks.values()].map(diskOf));
    const unreadable = unreadableReason(config.dataDir);
    return unreadable === null
      ? ok(`The service creates ${config.dataDir} when it first writes there`)
      : warning(`Not checked: ${unreadable}`, "run this command as the service's user");
  },
});

export const storageCheck = (config: Config, clock: Clock): Check => ({
  name: "storage",
  advice:
    config.s3 === null
      ? `let the service's user write to ${filesFolder(config)}`
      : "check the bucket, its rights and the RECADO_S3_* settings",
  async run() {
    const place = config.s3 === null ? filesFolder(config) : `the bucket ${config.s3.bucket}`;
    switch (await probeStorage(config, clock)) {
      case "works":
        return ok(`An object was written to ${place}, read and removed`);
      case "unused":
        return ok(`The first start creates ${place}`);
      case "foreign":
        return warning(
          `Not checked: ${place} is owned by another user`,
          "run this command as the service's user",
        );
    }
  },
});

const STORAGE_ADVICE = "correct what the check of the storage reports";

/** Returns the check that this machine stores files in the same place as the service. For PostgreSQL only. */
export const sharedFilesCheck = (session: Pick<Session, "config" | "db" | "clock">): Check => ({
  name: "files",
  advice: STORAGE_ADVICE,
  async run() {
    const compared = await compareFileStore(session).catch((failure: unknown) => errorText(failure));
    if (typeof compared === "string") return warning(`Not checked: ${compared}`, STORAGE_ADVICE);
    const { isShared, place, settings } = compared;
    if (isShared) return ok("All processes of this database find the files of these settings");
    return warning(
      `Other processes of this database store files elsewhere than in ${place}`,
      `give all processes and commands the same ${settings}, and copy older files with their store-id`,
    );
  },
});
