import type { Knex } from "knex";
import type { Db } from "../../platform/db/dialect";
import { anyOf } from "../../platform/db/bulk";
import type { Instant } from "../../platform/time";

/** A file that a person sent. The storage has its bytes under `storageKey(file)`. */
export interface InboundFile {
  accountId: string;
  id: string;
  contentType: string;
  sizeBytes: number;
  filename: string | null;
  /** Unguessable token that authorizes the download. */
  downloadToken: string;
  createdAt: Instant;
}

interface InboundFileRow {
  account_id: string;
  id: string;
  content_type: string;
  size_bytes: number;
  filename: string | null;
  download_token: string;
  created_at: number;
}

const toFile = (row: InboundFileRow): InboundFile => ({
  accountId: row.account_id,
  id: row.id,
  contentType: row.content_type,
  sizeBytes: row.size_bytes,
  filename: row.filename,
  downloadToken: row.download_token,
  createdAt: row.created_at,
});

export async function insertInboundFiles(trx: Db, files: readonly InboundFile[]): Promise<void> {
  if (files.length === 0) return;
  await trx("inbound_files").insert(
    files.map((file) => ({
      account_id: file.accountId,
      id: file.id,
      content_type: file.contentType,
      size_bytes: file.sizeBytes,
      filename: file.filename,
      download_token: file.downloadToken,
      created_at: file.createdAt,
    })),
  );
}

export async function inboundFiles(
  db: Db,
  accountId: string,
  ids: readonly string[],
): Promise<Map<string, InboundFile>> {
  if (ids.length === 0) return new Map();
  const rows = (await db("inbound_files")
    .where({ account_id: accountId })
    .where(anyOf(db, "id", "uuid", ids))) as InboundFileRow[];
  return new Map(rows.map((row) => [row.id, toFile(row)]));
}

/** Deletes the rows of files whose bytes were removed from storage, and the messages' references to them. */
export async function deleteInboundFiles(
  trx: Db,
  accountId: string,
  fileIds: readonly string[],
  messages: Knex.QueryBuilder,
): Promise<void> {
  if (fileIds.length === 0) return;
  await trx("inbound_files")
    .where({ account_id: accountId })
    .where(anyOf(trx, "id", "uuid", fileIds))
    .delete();
  await messages.where(anyOf(trx, "file_id", "uuid", fileIds)).update({ file_id: null });
}

export async function findInboundFile(db: Db, downloadToken: string): Promise<InboundFile | null> {
  const row = (await db("inbound_files").where({ download_token: downloadToken }).first()) as
    InboundFileRow | undefined;
  return row ? toFile(row) : null;
}
