import Papa from "papaparse";

// Runs in browsers too: the console writes tables with it.

/** Byte-order mark by which a spreadsheet recognises UTF-8. */
export const MARK = "\ufeff";
const NEWLINE = "\r\n";

export type Cell = string | number | null;

/**
 * Places where a formula would begin: the start of a cell, and the character after each separator within it, because a
 * spreadsheet in Portuguese splits the file at semicolons. Spaces, invisible characters and quotation marks in front of
 * the formula do not count. The full-width characters start formulas in East Asian versions of Excel.
 */
const FORMULA_START =
  /^(?=[\t\r\n])|(?:^|(?<=[;,\t\r\n]))(?=(?:[^\S\t\r\n]|[\p{Cf}"])*[=+\-@\uff1d\uff0b\uff0d\uff20])/gu;

/** A cell that is nothing but a number with a sign cannot run, and phone numbers begin with a plus. */
const SIGNED_NUMBER = /^[+-]\(?\d(?:[\d .()/-]*\d)?$/;

/**
 * Puts an apostrophe in front of everything in a cell that a spreadsheet would run as a formula, whether it splits the
 * file at commas, semicolons or tabs. Changes no other character; a second call changes nothing.
 */
export const withoutFormulas = (cell: string): string =>
  SIGNED_NUMBER.test(cell) ? cell : cell.replace(FORMULA_START, "'");

/** Returns the lines of a table. Null cells are empty, and no cell is run as a formula. */
export const toLines = (rows: readonly (readonly Cell[])[]): string =>
  Papa.unparse(
    rows.map((row) => row.map((cell) => (typeof cell === "string" ? withoutFormulas(cell) : cell))),
    { newline: NEWLINE },
  ) + NEWLINE;
