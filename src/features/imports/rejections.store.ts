import { BatchSize, deleteInBatches } from "../../platform/db/batch-size";
import { bulkInsert, type Columns, deleteChunk } from "../../platform/db/bulk";
import type { Db } from "../../platform/db/dialect";
import type { Instant } from "../../platform/time";
import type { Import, Rejection } from "./import";

type ImportKey = Pick<Import, "accountId" | "id">;

const COLUMNS: Columns = {
  account_id: "uuid",
  import_id: "uuid",
  line: "integer",
  reason: "text",
  cells: "text",
};

export async function insertRejections(
  trx: Db,
  { accountId, id }: ImportKey,
  rejections: readonly Rejection[],
): Promise<void> {
  const rows = rejections.map(({ line, reason, cells }) => ({
    account_id: accountId,
    import_id: id,
    line,
    reason,
    cells: JSON.stringify(cells),
  }));
  await bulkInsert(trx, "import_rejections", COLUMNS, rows);
}

/**
 * Returns the rejected rows after a line, in file order. A page has at most `bytes` of UTF-8, but at least
 * one row, because a row may be 512 KiB long.
 */
export async function rejectionsAfter(
  db: Db,
  { accountId, id }: ImportKey,
  line: number,
  limits: { rows: number; bytes: number },
): Promise<Rejection[]> {
  const following = () =>
    db("import_rejections")
      .where({ account_id: accountId, import_id: id })
      .andWhere("line", ">", line)
      .orderBy("line")
      .limit(limits.rows);
  const sizes = (await following().select("line", db.raw("octet_length(cells) as size"))) as {
    line: number;
    size: number;
  }[];
  let bytes = 0;
  const page = sizes.filter(({ size }, index) => (bytes += size) <= limits.bytes || index === 0);
  const last = page.at(-1)?.line;
  if (last === undefined) return [];
  const rows = (await following().andWhere("line", "<=", last).select("line", "reason", "cells")) as {
    line: number;
    reason: string;
    cells: string;
  }[];
  return rows.map((row) => ({ ...row, cells: JSON.parse(row.cells) as string[] }));
}

/**
 * Deletes the rejected rows of imports that ended before `endedBefore`. Yields the number of deleted rows
 * after each transaction.
 */
export async function* purgeRejections(db: Db, endedBefore: Instant): AsyncGenerator<number> {
  const size = new BatchSize(db);
  for (let old = await oldestListed(db, endedBefore); old; old = await oldestListed(db, endedBefore)) {
    const { account_id, id } = old;
    yield* deleteInBatches(db, size, (trx, limit) =>
      deleteChunk(trx, {
        table: "import_rejections",
        key: ["account_id", "import_id", "line"],
        where: "account_id = ? and import_id = ?",
        bindings: [account_id, id],
        order: "line",
        limit,
      }),
    );
    await db("imports").where({ account_id, id }).update({ listed: 0 });
  }
}

const oldestListed = async (
  db: Db,
  endedBefore: Instant,
): Promise<{ account_id: string; id: string } | undefined> =>
  (await db("imports")
    .select("account_id", "id")
    .whereRaw("listed > 0")
    .andWhere("completed_at", "<", endedBefore)
    .orderBy("completed_at")
    .first()) as { account_id: string; id: string } | undefined;
