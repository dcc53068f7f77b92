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

const namesPhone = (cell: string, phone: string): boolean =>
  [cell, ...cell.split(BETWEEN_NUMBERS)].some((part) => phoneInCell(part) === phone);

/**
 * Yields the rejected rows of an account that contain a number (E.164) in any spelling, one array for each
 * page that was read. Reads every rejected row, because a row holds the spelling of its file.
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
