import { rowFaultWords } from "../../messaging/contact-file/faults";
import { type Delimiter, DELIMITERS } from "../../messaging/contact-file/header";
import { phoneInCell, type Row } from "../../messaging/contact-file/row";
import { spellsNumber, spellsNumberAlone, spellsOtherNumber } from "../../messaging/erased-number";
import type { Db } from "../../platform/db/dialect";
import type { Rejection } from "./import";
import { rejectionsAfter } from "./rejections.store";

const PAGE = { rows: 500, bytes: 1024 * 1024 };

interface Searched extends Pick<Row, "fault"> {
  cells: readonly string[];
}

/** Row in which a cell that may contain data of other persons is null. */
type RowOfNumber<Found> = Omit<Found, "cells"> & { cells: readonly (string | null)[] };

/** Number of searched characters after which a search of rows pauses, so that it does not block requests. */
const CHARACTERS_AT_ONCE = 1_000;

/**
 * Yields small arrays of the rows that contain the number (E.164), except within a longer number. An array
 * may be empty. `delimiters` are the characters that may separate the table's cells.
 */
export function* rowsWithNumber<Found extends Searched>(
  rows: readonly Found[],
  phone: string,
  delimiters: readonly Delimiter[],
): Generator<RowOfNumber<Found>[]> {
  let found: RowOfNumber<Found>[] = [];
  let characters = 0;
  for (const row of rows) {
    const text = row.cells.join(";");
    if (!spellsNumber(text, phone)) continue;
    if (spellsNumberAlone(text, phone)) {
      const isMixed = row.fault === "garbled" || row.cells.some((cell) => hasRows(cell, delimiters));
      const isOfOthers = (cell: string) =>
        isMixed ? phoneInCell(cell) !== phone : spellsOtherNumber(cell, phone);
      found.push({ ...row, cells: row.cells.map((cell) => (isOfOthers(cell) ? null : cell)) });
    }
    characters += text.length;
    if (characters < CHARACTERS_AT_ONCE) continue;
    yield found;
    found = [];
    characters = 0;
  }
  yield found;
}

/** Returns whether a cell may contain the ends of rows, after a quotation mark in a wrong place. */
const hasRows = (cell: string, delimiters: readonly Delimiter[]) =>
  cell.includes("\n") && ['"', ...delimiters].some((mark) => cell.includes(mark));

const GARBLED = rowFaultWords({ code: "garbled" });

/** Returns a rejected row with the fault that `rowsOf` found in it. */
const withFault = (rejection: Rejection): Rejection & Searched =>
  rejection.reason === GARBLED ? { ...rejection, fault: "garbled" } : rejection;

/**
 * Yields small arrays of an account's rejected rows that contain the number (E.164) in any usual spelling,
 * except within a longer number. An array may be empty. Rows are stored as spelled in the file, so SQL cannot
 * search for the number.
 */
export async function* rejectionsOfNumber(
  db: Db,
  accountId: string,
  phone: string,
): AsyncGenerator<(RowOfNumber<Rejection> & { importId: string })[]> {
  const importIds = (await db("imports")
    .where({ account_id: accountId })
    .where("listed", ">", 0)
    .orderBy("id")
    .pluck("id")) as string[];
  for (const importId of importIds) {
    let page = await rejectionsAfter(db, { accountId, id: importId }, 0, PAGE);
    while (page.length > 0) {
      for (const rows of rowsWithNumber(page.map(withFault), phone, DELIMITERS))
        yield rows.map((rejection) => ({ ...rejection, importId }));
      const last = page.at(-1)?.line ?? 0;
      page = await rejectionsAfter(db, { accountId, id: importId }, last, PAGE);
    }
  }
}
