import { phoneInCell } from "../../messaging/contact-file/row";
import type { Db } from "../../platform/db/dialect";
import type { Rejection } from "./import";
import { rejectionsAfter } from "./rejections.store";

const PAGE = { rows: 500, bytes: 1024 * 1024 };

interface RejectionOfNumber extends Rejection {
  importId: string;
}

/** Characters that may not be in a spelling of a number. */
const BETWEEN_NUMBERS = /[^+\d\s().\-/]+/;

/** End of a cell that makes its number invalid: `11987654321.0`, `11 3456-7890/91`. */
const NO_PART_OF_NUMBER = /[./]\s*\d{1,3}\s*$/;

const namesPhone = (cell: string, phone: string): boolean =>
  [cell, ...cell.split(BETWEEN_NUMBERS)]
    .flatMap((part) => [part, part.replace(NO_PART_OF_NUMBER, "")])
    .some((part) => phoneInCell(part) === phone);

/**
 * Yields the rejected rows of an account that contain the number (E.164) in any spelling: one array, perhaps
 * empty, for each page read. Rows are stored as spelled in the file, so SQL cannot search for the number.
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
      yield page
        .filter(({ cells }) => cells.some((cell) => namesPhone(cell, phone)))
        .map((rejection) => ({ ...rejection, importId }));
      const last = page.at(-1)?.line ?? 0;
      page = await rejectionsAfter(db, { accountId, id: importId }, last, PAGE);
    }
  }
}
