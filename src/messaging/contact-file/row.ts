import { limits } from "../../../generated/server/values";
import { normalizePhone, WITH_DECIMALS } from "../phone";
import { isLonger, MAX_NAME_LENGTH } from "../../platform/text";
import { ILLEGIBLE, legibleText } from "./encoding";
import type { RowFault } from "./faults";
import { type Columns, type Delimiter, isBlank, splitCells } from "./header";
import { rejectionColumns } from "./headings";

// This module also runs in browsers, where the console previews a file before its upload.

const MAX_VALUE = limits.ContactAttributes.values.maxLength;

export interface Row {
  /** First line of the row, counted from 1. */
  line: number;
  cells: string[];
  /**
   * `garbled`: the cell boundaries are unknown, and a single cell has the whole text. `illegible`: the cells
   * have U+FFFD for characters that cannot be read.
   */
  fault?: "garbled" | "illegible";
}

/** Contact data of a row. Absent fields stay unchanged. */
export interface ContactRow {
  /** Number in E.164. */
  phone: string;
  name?: string;
  /** Replaces all attributes of the contact. */
  attributes?: Readonly<Record<string, string>>;
}

/**
 * Splits the text of whole records, as `normalizedText` returns it, into rows and skips blank records. The
 * first record begins at line `firstLine`.
 */
export function splitRows(text: string, firstLine: number, delimiter: Delimiter): Row[] {
  const hasQuotes = text.includes('"');
  const isLegible = !text.includes(ILLEGIBLE);
  const rows: Row[] = [];
  // `splitCells` prepends a line break to a text that begins with U+FEFF.
  let line = text.startsWith("\ufeff") ? firstLine - 1 : firstLine;
  for (const cells of splitCells(text, delimiter)) {
    if (!isBlank(cells, delimiter)) {
      const legible = isLegible || !cells.some((cell) => cell.includes(ILLEGIBLE));
      rows.push(legible ? { line, cells } : { line, cells: cells.map(legibleText), fault: "illegible" });
    }
    line += hasQuotes ? 1 + lineBreaks(cells) : 1;
  }
  return rows;
}

function lineBreaks(cells: readonly string[]): number {
  let count = 0;
  for (const cell of cells) {
    for (let at = cell.indexOf("\n"); at !== -1; at = cell.indexOf("\n", at + 1)) count++;
  }
  return count;
}

/** Returns whether cells have U+FFFD, except the lines and reasons of a table of rejected rows. */
export function hasReplacements(cells: readonly string[], headings: readonly string[]): boolean {
  const leading = rejectionColumns(headings);
  return cells.some((cell, at) => at >= leading && cell.includes("\ufffd"));
}

export function readRow({ cells, fault }: Row, columns: Columns): ContactRow | RowFault {
  const { names } = columns;
  if (fault) return { code: fault };
  // A row that an import rejected has U+FFFD for characters that the import could not read.
  if (rejectionColumns(names) > 0 && hasReplacements(cells, names)) return { code: "illegible" };
  if (cells.length > names.length && !isEmptyFrom(cells, names.length)) {
    return { code: "too_many_cells", cells: cells.length, columns: names.length };
  }
  const stray = columns.unnamed.find((index) => filled(cells[index]));
  if (stray !== undefined) return { code: "unnamed_column", column: stray + 1 };
  const phone = readPhone(cells[columns.phone] ?? "", names[columns.phone] as string);
  if (typeof phone !== "string") return phone;
  const upsert: ContactRow = { phone };
  if (columns.name !== null) {
    const name = (cells[columns.name] ?? "").trim();
    if (isLonger(name, MAX_NAME_LENGTH)) {
      return { code: "too_long", column: names[columns.name] as string, max: MAX_NAME_LENGTH };
    }
    if (name !== "") upsert.name = name;
  }
  if (columns.attributes.length === 0) return upsert;
  // The object has no prototype, because an attribute may be named `__proto__`.
  const attributes = Object.create(null) as Record<string, string>;
  for (const { index, name } of columns.attributes) {
    const value = cells[index];
    if (value === undefined || value === "") continue;
    if (isLonger(value, MAX_VALUE)) {
      return { code: "too_long", column: names[index] as string, max: MAX_VALUE };
    }
    attributes[name] = value;
  }
  upsert.attributes = attributes;
  return upsert;
}

/** Scientific notation of a spreadsheet, which loses the last digits of a long number. */
const SPREADSHEET_NOTATION = /^[+-]?\d+([.,]\d*)?e[+-]?\d+$/i;

/** Leading apostrophe, which exports put before formulas and users before a leading zero. */
const APOSTROPHE = /^\s*'/;

const withoutApostrophe = (cell: string) => cell.replace(APOSTROPHE, "");

/** Returns the number of a cell in E.164; null if the cell is no valid number. */
export const phoneInCell = (cell: string): string | null => normalizePhone(withoutApostrophe(cell));

function readPhone(cell: string, column: string): string | RowFault {
  const phone = phoneInCell(cell);
  if (phone !== null) return phone;
  if (cell.trim() === "") return { code: "phone_empty", column };
  const text = withoutApostrophe(cell).trim();
  const isNotation = SPREADSHEET_NOTATION.test(text) || WITH_DECIMALS.test(text);
  return { code: isNotation ? "phone_without_digits" : "phone_invalid", column };
}

const filled = (cell: string | undefined) => cell !== undefined && cell.trim() !== "";

function isEmptyFrom(cells: readonly string[], first: number): boolean {
  for (let index = first; index < cells.length; index++) if (filled(cells[index])) return false;
  return true;
}
