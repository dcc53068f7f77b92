import Papa from "papaparse";

// This module also runs in browsers, where the console exports tables.

/** Byte-order mark that makes spreadsheets read the file as UTF-8. */
export const MARK = "\ufeff";
const NEWLINE = "\r\n";

/**
 * Positions where a formula can begin: the start of a cell, and the character after each separator within the
 * cell. Spreadsheets in Portuguese split a file at semicolons. Spaces, invisible characters and quotation
 * marks before a formula are skipped. Full-width characters start formulas in East Asian versions of Excel.
 */
const FORMULA_START =
  /^(?=[\t\r\n])|(?:^|(?<=[;,\t\r\n]))(?=(?:[^\S\t\r\n]|[\p{Cf}"])*[=+\-@\uff1d\uff0b\uff0d\uff20])/gu;

/** A signed number, which is not a formula. Phone numbers begin with a plus. */
const SIGNED_NUMBER = /^[+-]\(?\d(?:[\d .()/-]*\d)?$/;

/**
 * Puts an apostrophe before each part of a cell that a spreadsheet would run as a formula. The spreadsheet
 * may split the cell at commas, semicolons, tabs or line breaks. Idempotent.
 */
export const withoutFormulas = (cell: string): string =>
  SIGNED_NUMBER.test(cell) ? cell : cell.replace(FORMULA_START, "'");

export type Cell = string | number | null;

/** Returns the rows as CSV lines. Null cells are empty, and formulas get an apostrophe. */
export const toLines = (rows: readonly (readonly Cell[])[], delimiter: "," | ";" = ","): string =>
  Papa.unparse(
    rows.map((row) => row.map((cell) => (typeof cell === "string" ? withoutFormulas(cell) : cell))),
    { newline: NEWLINE, delimiter },
  ) + NEWLINE;
