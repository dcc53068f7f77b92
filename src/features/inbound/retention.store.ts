import { type Chunk, deleteChunk, takeChunk } from "../../platform/db/bulk";
import type { Db } from "../../platform/db/dialect";
import type { IdRange } from "../../platform/db/id-ranges";
import { erasePreviews } from "../conversations/conversations.store";
import { recountConversations } from "../conversations/recount.store";
import { CONTENT, erased } from "./erasure.store";
import { deleteInboundFiles } from "./inbound-files.store";

export type InboundTable = keyof typeof CONTENT;
export const INBOUND_TABLES = ["inbound_messages", "inbound_rcs_events"] as const;

const inRange = (db: Db, table: InboundTable, { accountId, after, upTo }: IdRange) =>
  db(table).where({ account_id: accountId }).where("id", ">", after).where("id", "<=", upTo);

export async function filesInRange(db: Db, table: InboundTable, range: IdRange): Promise<string[]> {
  if (table !== "inbound_messages") return [];
  return (await inRange(db, table, range).whereNotNull("file_id").pluck("file_id")) as string[];
}

export const deleteFilesInRange = (trx: Db, range: IdRange, fileIds: readonly string[]): Promise<void> =>
  deleteInboundFiles(trx, range.accountId, fileIds, inRange(trx, "inbound_messages", range));

/** Deletes at most `limit` rows of the range, except rows that still have a file. Returns their number. */
export async function purgeInbound(
  trx: Db,
  table: InboundTable,
  { accountId, after, upTo }: IdRange,
  limit: number,
): Promise<number> {
  const chunk: Chunk = {
    table,
    key: ["account_id", "id"],
    where: `account_id = ? and id > ? and id <= ?${table === "inbound_messages" ? " and file_id is null" : ""}`,
    bindings: [accountId, after, upTo],
    order: "id",
    limit,
  };
  if (table !== "inbound_messages") return deleteChunk(trx, chunk);
  const deleted = await takeChunk<{ sender: string }>(trx, chunk, ["sender"]);
  await recountConversations(trx, accountId, [...new Set(deleted.map(({ sender }) => sender))]);
  return deleted.length;
}

const hasContent = (table: InboundTable): string =>
  `(${[...CONTENT[table], ...(table === "inbound_messages" ? ["file_id"] : [])]
    .map((column) => `${column} is not null`)
    .join(" or ")})`;

/**
 * Erases the content of the range's rows, except files. Returns the number of rows that had content. Call
 * before `deleteFilesInRange`, so that a row with only a file is counted.
 */
export async function eraseOldInbound(trx: Db, table: InboundTable, range: IdRange): Promise<number> {
  const rows = await inRange(trx, table, range).whereRaw(hasContent(table)).update(erased(table));
  if (table === "inbound_messages") await erasePreviews(trx, range);
  return rows;
}

interface InboundBounds {
  /** Upper bound of the ids, exclusive; null to keep all rows. */
  deleteBefore: string | null;
  /** Bounds of the rows whose content is erased, exclusive; null to keep all content. */
  erase: { after: string; before: string } | null;
}

/** Returns how many rows `purgeInbound` deletes, and how many `eraseOldInbound` then erases. */
export async function countOldInbound(
  db: Db,
  table: InboundTable,
  accountId: string,
  { deleteBefore, erase }: InboundBounds,
): Promise<{ rows: number; contents: number }> {
  const count = async (query: ReturnType<typeof inRange>) => {
    const [row] = (await query.count({ total: "*" })) as { total: number }[];
    return row?.total ?? 0;
  };
  const all = () => db(table).where({ account_id: accountId });
  const rows = deleteBefore === null ? 0 : await count(all().where("id", "<", deleteBefore));
  if (erase === null) return { rows, contents: 0 };
  const old = all().where("id", ">", erase.after).where("id", "<", erase.before).whereRaw(hasContent(table));
  if (deleteBefore !== null) void old.where("id", ">=", deleteBefore);
  return { rows, contents: await count(old) };
}
