import { InvalidFileError } from "../../messaging/contact-file/invalid-file";
import { spellsNumber } from "../../messaging/erased-number";
import type { Db } from "../../platform/db/dialect";
import type { Storage } from "../../storage/storage";
import { storageKey } from "../files/addresses";
import { blocks } from "./blocks";
import { rowsWithNumber } from "./by-number.store";
import { decode } from "./decode";
import { inspectTable, type Table } from "./inspect";
import { containsNumber } from "./number-erasure";
import { nextTable } from "./number-erasure.store";
import { rowsOf } from "./rows";

interface NumberOfTables {
  accountId: string;
  /** Number in E.164. */
  phone: string;
  /** Id of the last file to read. */
  upTo: string;
}

interface TableRow {
  /** First line of the row, counted from 1; null if the file cannot be split into rows. */
  line: number | null;
  /**
   * Cells of the row; null if the file cannot be split. A cell is null if it may contain data of other
   * persons.
   */
  cells: readonly (string | null)[] | null;
}

const BLOCK = { skip: 0, maxRecords: 500, maxBytes: 256 * 1024 };

/**
 * Yields small arrays of rows of the account's uploaded contact files that contain the number in any usual
 * spelling, except within a longer number. An array may be empty. Finds the same files as `removeTableWith`.
 * A file that cannot be split into rows has one entry without cells, because its text may be of other
 * persons.
 */
export async function* tableRowsOfNumber(
  { db, storage }: { db: Db; storage: Storage },
  of: NumberOfTables,
): AsyncGenerator<{ fileId: string; rows: readonly TableRow[] }> {
  let fileId: string | null = null;
  while ((fileId = await nextTable(db, of, fileId)) !== null) {
    try {
      for await (const rows of rowsOfFile(storage, of, fileId)) yield { fileId, rows };
    } catch (error) {
      // A file that was deleted during the export is skipped.
      if ((await storage.stat(storageKey({ ...of, id: fileId }))) !== null) throw error;
    }
  }
}

async function* rowsOfFile(
  storage: Storage,
  { accountId, phone }: NumberOfTables,
  fileId: string,
): AsyncGenerator<TableRow[]> {
  const key = storageKey({ accountId, id: fileId });
  const stored = await storage.stat(key);
  const isFound = stored !== null && (await containsNumber(storage, { accountId, phone }, fileId));
  yield [];
  if (!isFound) return;
  const table = await inspectedTable(storage, key);
  if (table === null) {
    yield [{ line: null, cells: null }];
    return;
  }
  const { delimiter, encoding, headings, headerLine, dataStart: start, dataLine: line } = table;
  // If the file has no headings, its first row may belong to a person.
  yield* rowsWithNumber([{ line: headerLine, cells: headings }], phone, [delimiter]);
  if (table.rows === 0) return;
  const bytes = await storage.read(key, { start, end: stored.sizeBytes - 1 });
  for await (const block of blocks(bytes, { ...BLOCK, delimiter, line })) {
    const isNear = spellsNumber(decode(block.bytes, encoding), phone);
    yield* rowsWithNumber(isNear ? await rowsOf(block, table) : [], phone, [delimiter]);
  }
}

/** Returns null for a file that cannot be split into rows. */
async function inspectedTable(storage: Storage, key: string): Promise<Table | null> {
  try {
    return await inspectTable(await storage.read(key));
  } catch (error) {
    if (error instanceof InvalidFileError) return null;
    throw error;
  }
}
