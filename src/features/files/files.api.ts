import type { components } from "../../../generated/schema";
import type { FilesApi } from "../../../generated/server/files.api";
import type { Platform } from "../../platform/platform";
import { randomToken } from "../../platform/secrets/random-token";
import type { Storage } from "../../storage/storage";
import { pageOf, pageRequest } from "../../platform/db/page";
import { conflict, notFound } from "../../platform/problem";
import { MINUTE, toTimestamp, toTimestampOrNull } from "../../platform/time";
import { stableUrl, storageKey } from "./addresses";
import { kindConstraints, kindOf, usageKinds, type FileUsage, PENDING_LIFETIME_MS } from "./constraints";
import * as files from "./files.store";
import { type FileUse, removeFile } from "./removal";

const UPLOAD_URL_LIFETIME_MS = 15 * MINUTE;
const DOWNLOAD_URL_LIFETIME_MS = 15 * MINUTE;

const constraints: components["schemas"]["FileConstraints"] = {
  kinds: kindConstraints.map(({ kind, contentTypes, maxSizeBytes }) => ({
    kind,
    content_types: [...contentTypes],
    max_size_bytes: maxSizeBytes,
  })),
  usages: Object.entries(usageKinds).map(([usage, kinds]) => ({
    usage: usage as FileUsage,
    kinds: [...kinds],
  })),
};

const toContract = (file: files.FileRow): components["schemas"]["StoredFile"] => ({
  id: file.id,
  usage: file.usage,
  kind: file.kind,
  content_type: file.contentType,
  size_bytes: file.sizeBytes,
  filename: file.filename,
  status: file.status,
  created_at: toTimestamp(file.createdAt),
  uploaded_at: toTimestampOrNull(file.uploadedAt),
});

type Deps = Pick<Platform, "db" | "clock" | "ids" | "log"> & {
  config: { publicUrl: string };
  storage: Storage;
};

export function filesApi({ config, db, clock, ids, storage, log }: Deps, uses: readonly FileUse[]): FilesApi {
  async function fileOf(accountId: string, fileId: string): Promise<files.FileRow> {
    const file = await files.findFile(db, accountId, fileId);
    if (file === null) throw notFound("The file");
    return file;
  }

  /** Confirms an upload. A repeated or concurrent call returns the result of the first call. */
  async function confirmed(file: files.FileRow): Promise<files.FileRow> {
    if (file.status === "uploaded") return file;
    const { contentType, sizeBytes } = file;
    const key = storageKey(file);
    if (!(await storage.seal({ key, contentType, sizeBytes })))
      throw conflict("The bytes of the file are not in the storage yet");
    const now = clock.now();
    const window = { now, announcedAfter: now - PENDING_LIFETIME_MS };
    const changed = await files.confirmUpload(db, file.accountId, file.id, window);
    if (changed !== null) return changed;
    const current = await files.findFile(db, file.accountId, file.id);
    if (current === null) {
      // The file was deleted in between. The deletion may have removed the bytes before `seal` stored them.
      await storage.remove(key);
      throw notFound("The file");
    }
    if (current.status === "pending")
      throw conflict("The upload was not confirmed in time: upload the file again");
    return current;
  }

  return {
    async getFileConstraints() {
      return { status: 200, body: constraints };
    },

    async createUploadUrl({ body, caller }) {
      const { usage, content_type: contentType, size_bytes: sizeBytes, filename = null } = body;
      const kind = kindOf({ usage, contentType, sizeBytes });
      const now = clock.now();
      const file: files.FileRow = {
        accountId: caller.accountId,
        id: ids.next(),
        usage,
        kind,
        contentType,
        sizeBytes,
        filename,
        status: "pending",
        downloadToken: randomToken(),
        createdAt: now,
        uploadedAt: null,
      };
      await files.insertFile(db, file);
      const object = { key: storageKey(file), contentType, sizeBytes };
      const { url, expiresAt } = await storage.presignUpload(object, now + UPLOAD_URL_LIFETIME_MS);
      return { status: 200, body: { file_id: file.id, url, expires_at: toTimestamp(expiresAt) } };
    },

    async confirmFile({ params, caller }) {
      const file = await confirmed(await fileOf(caller.accountId, params.file_id));
      return { status: 200, body: toContract(file) };
    },

    async listFiles({ query, caller }) {
      const page = pageRequest(query);
      const { files: rows, total } = await files.listFiles(db, caller.accountId, query, page);
      return { status: 200, body: pageOf(rows.map(toContract), total, page) };
    },

    async getFile({ params, caller }) {
      return { status: 200, body: toContract(await fileOf(caller.accountId, params.file_id)) };
    },

    async deleteFile({ params, caller }) {
      await removeFile({ db, clock, storage, log }, uses, caller.accountId, params.file_id);
      return { status: 204 };
    },

    async getFileDownloadUrl({ params, caller }) {
      const file = await fileOf(caller.accountId, params.file_id);
      if (file.status === "pending") throw conflict("The file has not been uploaded yet");
      if (file.kind !== "csv") {
        return { status: 200, body: { url: stableUrl(config, file.downloadToken), expires_at: null } };
      }
      const { contentType, sizeBytes } = file;
      const filename = file.filename ?? `${file.id}.csv`;
      const { url, expiresAt } = await storage.presignDownload(
        { key: storageKey(file), contentType, sizeBytes, filename },
        clock.now() + DOWNLOAD_URL_LIFETIME_MS,
      );
      return { status: 200, body: { url, expires_at: toTimestamp(expiresAt) } };
    },
  };
}
