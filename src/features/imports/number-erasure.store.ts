import { spellsNumber } from "../../messaging/erased-number";
import type { Db } from "../../platform/db/dialect";

interface NumberOfImports {
  accountId: string;
  /** Number in E.164. */
  phone: string;
  /** Id of the last import or file to select. */
  upTo: string;
}

export async function hasActiveImportUpTo(
  db: Db,
  { accountId, upTo }: Pick<NumberOfImports, "accountId" | "upTo">,
): Promise<boolean> {
  const active = db("imports")
    .where({ account_id: accountId })
    .where("id", "<=", upTo)
    .whereNull("completed_at");
  return (await active.first("id")) !== undefined;
}

export interface RejectionPlace {
  importId: string;
  line: number;
}

/**
 * Reads a slice of the account's rejected rows, and empties all cells of each row in which a cell contains
 * the phone number in any usual spelling. Line and reason stay, so the import's counts stay correct.
 * `changed` is the number of emptied rows. `last` is the last row of the slice, after which the next slice
 * begins; null if the slice has fewer than `limit` rows.
 */
export async function eraseNumberFromRejections(
  db: Db,
  { accountId, phone, upTo }: NumberOfImports,
  after: RejectionPlace | null,
  limit: number,
): Promise<{ changed: number; last: RejectionPlace | null }> {
  const query = db("import_rejections").where({ account_id: accountId }).where("import_id", "<=", upTo);
  if (after) void query.whereRaw("(import_id, line) > (?, ?)", [after.importId, after.line]);
  const rows = (await query
    .orderBy(["import_id", "line"])
    .limit(limit)
    .select("import_id", "line", "cells")) as { import_id: string; line: number; cells: string }[];
  let changed = 0;
  for (const { import_id, line, cells } of rows) {
    const texts = JSON.parse(cells) as string[];
    if (!texts.some((text) => spellsNumber(text, phone))) continue;
    const empty = texts.map(() => "");
    changed += await db("import_rejections")
      .where({ account_id: accountId, import_id, line })
      .update({ cells: JSON.stringify(empty) });
  }
  const last = rows.at(-1);
  const isLast = rows.length < limit || last === undefined;
  return { changed, last: isLast ? null : { importId: last.import_id, line: last.line } };
}

/** Returns the id of the next uploaded contact file after an id; null after the last file. */
export async function nextTable(
  db: Db,
  { accountId, upTo }: Pick<NumberOfImports, "accountId" | "upTo">,
  after: string | null,
): Promise<string | null> {
  const query = db("files")
    .where({ account_id: accountId, usage: "contact_import", status: "uploaded" })
    .whereNull("deleted_at")
    .where("id", "<=", upTo);
  if (after !== null) void query.where("id", ">", after);
  const row = (await query.orderBy("id").first("id")) as { id: string } | undefined;
  return row?.id ?? null;
}
