import { anyOf, rowsFrom } from "../../platform/db/bulk";
import { beginWrite, type Binding, type Db, lockSharedRows, lockRows } from "../../platform/db/dialect";
import type { PageRequest } from "../../platform/db/page";
import type { Query } from "../../platform/db/statement-batch";
import type { Instant } from "../../platform/time";
import type { FileKind, FileStatus, FileUsage } from "./constraints";

export interface FileRow {
  accountId: string;
  id: string;
  usage: FileUsage;
  kind: FileKind;
  contentType: string;
  sizeBytes: number;
  filename: string | null;
  status: FileStatus;
  /** Unguessable token that authorizes the download. Contact files cannot be downloaded with it. */
  downloadToken: string;
  createdAt: Instant;
  uploadedAt: Instant | null;
}

interface StoredRow {
  account_id: string;
  id: string;
  usage: FileUsage;
  kind: FileKind;
  content_type: string;
  size_bytes: number;
  filename: string | null;
  status: FileStatus;
  download_token: string;
  created_at: number;
  uploaded_at: number | null;
  /**
   * Deletion time; null for a present file. A deleted file is hidden at once; its row is deleted after its
   * bytes.
   */
  deleted_at: number | null;
}

const toFile = (row: StoredRow): FileRow => ({
  accountId: row.account_id,
  id: row.id,
  usage: row.usage,
  kind: row.kind,
  contentType: row.content_type,
  sizeBytes: row.size_bytes,
  filename: row.filename,
  status: row.status,
  downloadToken: row.download_token,
  createdAt: row.created_at,
  uploadedAt: row.uploaded_at,
});

const files = (db: Db) => db<StoredRow>("files");
const ofAccount = (db: Db, accountId: string) =>
  files(db).where({ account_id: accountId }).whereNull("deleted_at");

const pending = (db: Db, accountId: string, fileId: string) =>
  ofAccount(db, accountId).where({ id: fileId, status: "pending" });

export async function insertFile(db: Db, file: FileRow): Promise<void> {
  await files(db).insert({
    account_id: file.accountId,
    id: file.id,
    usage: file.usage,
    kind: file.kind,
    content_type: file.contentType,
    size_bytes: file.sizeBytes,
    filename: file.filename,
    status: file.status,
    download_token: file.downloadToken,
    created_at: file.createdAt,
    uploaded_at: file.uploadedAt,
  });
}

export async function findFile(db: Db, accountId: string, fileId: string): Promise<FileRow | null> {
  const row = await ofAccount(db, accountId).where({ id: fileId }).first();
  return row ? toFile(row) : null;
}

export async function listFiles(
  db: Db,
  accountId: string,
  filter: { kind?: FileKind; status?: FileStatus },
  { limit, offset }: PageRequest,
): Promise<{ files: FileRow[]; total: number }> {
  const matching = () => {
    const query = ofAccount(db, accountId);
    if (filter.kind !== undefined) query.where({ kind: filter.kind });
    if (filter.status !== undefined) query.where({ status: filter.status });
    return query;
  };
  const rows = await matching().orderBy("id", "desc").limit(limit).offset(offset);
  const counted = await matching().count({ total: "*" }).first<{ total: number }>();
  return { files: rows.map(toFile), total: counted.total };
}

export function uploadedFilesQuery(
  db: Db,
  accountId: string,
  fileIds: readonly string[],
): Query<StoredRow, Map<string, FileRow>> {
  const { sql, bindings } = uploaded(db, accountId, fileIds).toSQL();
  return { sql, bindings: bindings as Binding[], read: byId };
}

export async function uploadedFiles(
  db: Db,
  accountId: string,
  fileIds: readonly string[],
): Promise<Map<string, FileRow>> {
  if (fileIds.length === 0) return new Map();
  return byId(await uploaded(db, accountId, fileIds));
}

/**
 * Returns the uploaded files among the given ids, and locks them against deletion. Must come before the
 * transaction's first read, unless the transaction has already written.
 */
export async function lockSharedUploadedFiles(
  trx: Db,
  accountId: string,
  fileIds: readonly string[],
): Promise<Map<string, FileRow>> {
  if (fileIds.length === 0) return new Map();
  await beginWrite(trx);
  return byId(await lockSharedRows(trx, uploaded(trx, accountId, fileIds).orderBy("id")));
}

const uploaded = (db: Db, accountId: string, fileIds: readonly string[]) =>
  ofAccount(db, accountId)
    .where({ status: "uploaded" })
    .where(anyOf(db, "id", "uuid", fileIds));

const byId = (rows: readonly StoredRow[]) => new Map(rows.map((row) => [row.id, toFile(row)]));

/** Returns the file, locked against deletion; null if it does not exist. */
export async function lockSharedFile(trx: Db, accountId: string, fileId: string): Promise<FileRow | null> {
  await beginWrite(trx);
  const row = await lockSharedRows(trx, ofAccount(trx, accountId).where({ id: fileId }).first());
  return row ? toFile(row) : null;
}

/** Returns the uploaded media file with a download token, of any account; null for contact files. */
export async function findMedia(db: Db, downloadToken: string): Promise<FileRow | null> {
  const row = await files(db)
    .where({ download_token: downloadToken, status: "uploaded" })
    .whereNull("deleted_at")
    .whereNot({ kind: "csv" })
    .first();
  return row ? toFile(row) : null;
}

/**
 * Confirms a pending file with an upload URL issued after `announcedAfter`; returns null if there is none.
 */
export async function confirmUpload(
  db: Db,
  accountId: string,
  fileId: string,
  { now, announcedAfter }: { now: Instant; announcedAfter: Instant },
): Promise<FileRow | null> {
  const [row] = await ofAccount(db, accountId)
    .where({ id: fileId, status: "pending" })
    .where("created_at", ">", announcedAfter)
    .update({ status: "uploaded", uploaded_at: now })
    .returning("*");
  return row ? toFile(row) : null;
}

export async function isPending(db: Db, accountId: string, fileId: string): Promise<boolean> {
  return (await pending(db, accountId, fileId).first("id")) !== undefined;
}

/** Returns whether the file is pending, and locks this status until the transaction ends. */
export async function holdPending(trx: Db, accountId: string, fileId: string): Promise<boolean> {
  return (await lockRows(trx, pending(trx, accountId, fileId)).first("id")) !== undefined;
}

/** Returns pending files of all accounts with upload URLs issued before `announcedBefore`, oldest first. */
export async function abandonedFiles(db: Db, announcedBefore: Instant, limit: number): Promise<FileRow[]> {
  const rows = await files(db)
    .where({ status: "pending" })
    .whereNull("deleted_at")
    .where("created_at", "<", announcedBefore)
    .orderBy("created_at")
    .limit(limit);
  return rows.map(toFile);
}

const anyFile = (db: Db, some: readonly Pick<FileRow, "accountId" | "id">[]) => {
  const source = rowsFrom(
    db,
    "gone",
    { account_id: "uuid", id: "uuid" },
    some.map(({ accountId, id }) => ({ account_id: accountId, id })),
  );
  return files(db).whereRaw(
    `(account_id, id) in (select account_id, id from ${source.sql})`,
    source.bindings,
  );
};

export async function deletePending(
  db: Db,
  some: readonly Pick<FileRow, "accountId" | "id">[],
): Promise<void> {
  if (some.length > 0) await anyFile(db, some).where({ status: "pending" }).whereNull("deleted_at").delete();
}

/** Hides a deleted file until its bytes are removed. Returns null if the file does not exist. */
export async function hideFile(
  trx: Db,
  accountId: string,
  fileId: string,
  now: Instant,
): Promise<FileRow | null> {
  const [row] = await ofAccount(trx, accountId)
    .where({ id: fileId })
    .update({ deleted_at: now })
    .returning("*");
  return row ? toFile(row) : null;
}

/** Returns files of all accounts that were deleted before `deletedBefore` and may still have bytes. */
export async function hiddenFiles(db: Db, deletedBefore: Instant, limit: number): Promise<FileRow[]> {
  const rows = await files(db).where("deleted_at", "<", deletedBefore).orderBy("deleted_at").limit(limit);
  return rows.map(toFile);
}

export async function forgetFiles(db: Db, some: readonly Pick<FileRow, "accountId" | "id">[]): Promise<void> {
  if (some.length > 0) await anyFile(db, some).whereNotNull("deleted_at").delete();
}
