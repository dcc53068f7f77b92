import Papa from "papaparse";
import { withoutFormulas } from "./csv-formulas";

// This module also runs in browsers, where the console exports tables.

/** Byte-order mark that makes spreadsheets read the file as UTF-8. */
export const MARK = "\ufeff";
const NEWLINE = "\r\n";

export type Cell = string | number | null;

/** Returns the rows as CSV lines. Null cells are empty, and formulas get an apostrophe. */
export const toLines = (rows: readonly (readonly Cell[])[], delimiter: "," | ";" = ","): string =>
  Papa.unparse(
    rows.map((row) => row.map((cell) => (typeof cell === "string" ? withoutFormulas(cell) : cell))),
    { newline: NEWLINE, delimiter },
  ) + NEWLINE;
