import { spellsNumber, spellsNumberAlone } from "../../messaging/erased-number";
import type { Db } from "../../platform/db/dialect";
import type { Rejection } from "./import";
import { rejectionsAfter } from "./rejections.store";

const PAGE = { rows: 500, bytes: 1024 * 1024 };

interface RejectionOfNumber extends Rejection {
  importId: string;
}

/** Characters after which a search of rows pauses, because their spellings may take long. */
const CHARACTERS_AT_ONCE = 1_000;

/** Yields the rows that contain the number (E.164) by itself, in small arrays, which may be empty. */
export function* rowsWithNumber<Row extends { cells: readonly string[] }>(
  rows: readonly Row[],
  phone: string,
): Generator<Row[]> {
  let found: Row[] = [];
  let characters = 0;
  for (const row of rows) {
    const text = row.cells.join(";");
    if (!spellsNumber(text, phone)) continue;
    if (spellsNumberAlone(text, phone)) found.push(row);
    characters += text.length;
    if (characters < CHARACTERS_AT_ONCE) continue;
    yield found;
    found = [];
    characters = 0;
  }
  yield found;
}

/**
 * Yields the rejected rows of an account that contain the number (E.164) in any spelling, in small arrays,
 * which may be empty. Rows are stored as spelled in the file, so SQL cannot search for the number.
 */
export async function* rejectionsOfNumber(
  db: Db,
  accountId: string,
  phone: string,
): AsyncGenerator<RejectionOfNumber[]> {
  const importIds = (await db("imports")
    .where({ account_id: accountId })
    .where("listed", ">", 0)
    .orderBy("id")
    .pluck("id")) as string[];
  for (const importId of importIds) {
    let page = await rejectionsAfter(db, { accountId, id: importId }, 0, PAGE);
    while (page.length > 0) {
      for (const rows of rowsWithNumber(page, phone))
        yield rows.map((rejection) => ({ ...rejection, importId }));
      const last = page.at(-1)?.line ?? 0;
      page = await rejectionsAfter(db, { accountId, id: importId }, last, PAGE);
    }
  }
}
