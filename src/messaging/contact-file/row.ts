import { limits } from "../../../generated/server/values";
import { normalizePhone } from "../phone";
import { MAX_NAME_LENGTH } from "../../platform/text";
import type { RowFault } from "./faults";
import { type Columns, type Delimiter, isBlank, splitCells } from "./header";

// Runs in browsers too: the console shows with it what will become of a file before it is uploaded.

const MAX_VALUE = limits.ContactAttributes.values.maxLength;

/** A row of the file as it stands there. */
export interface Row {
  /** The line that it begins on, counted from 1. */
  line: number;
  cells: string[];
  /** Set where it cannot be told where its cells end: it has one, with the whole of it. */
  garbled?: boolean;
}

/** What a row says of a contact. What is absent stays as it is. */
export interface ContactRow {
  /** E.164 */
  phone: string;
  name?: string;
  /** Replaces the whole map. */
  attributes?: Readonly<Record<string, string>>;
}

/** The rows of some whole records, without the blank ones. Line ends are `\n`; the first is on the line given. */
export function splitRows(text: string, firstLine: number, delimiter: Delimiter): Row[] {
  const hasQuotes = text.includes('"');
  const rows: Row[] = [];
  // See splitCells: the text gets a line in front.
  let line = text.startsWith("\ufeff") ? firstLine - 1 : firstLine;
  for (const cells of splitCells(text, delimiter)) {
    if (!isBlank(cells, delimiter)) rows.push({ line, cells });
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

/** The contact that a row describes, or why it cannot be taken. */
export function readRow({ cells, garbled }: Row, columns: Columns): ContactRow | RowFault {
  const { names } = columns;
  if (garbled) return { code: "garbled" };
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
      return { code: "too_long", column: names[columns.name] as string, most: MAX_NAME_LENGTH };
    }
    if (name !== "") upsert.name = name;
  }
  if (columns.attributes.length === 0) return upsert;
  // Without a prototype: an attribute may be called __proto__.
  const attributes = Object.create(null) as Record<string, string>;
  for (const { index, name } of columns.attributes) {
    const value = cells[index];
    if (value === undefined || value === "") continue;
    if (isLonger(value, MAX_VALUE)) {
      return { code: "too_long", column: names[index] as string, most: MAX_VALUE };
    }
    attributes[name] = value;
  }
  upsert.attributes = attributes;
  return upsert;
}

/** What a spreadsheet makes of a number that it takes for a quantity: its last digits are lost. */
const SPREADSHEET_NOTATION = /^[+-]?\d+([.,]\d*)?e[+-]?\d+$/i;

/** What exports put in front of a cell that a spreadsheet would run, and people in front of a number to keep its zero. */
const APOSTROPHE = /^\s*'/;

/** E.164, or why not. */
function readPhone(cell: string, column: string): string | RowFault {
  const phone = normalizePhone(cell.replace(APOSTROPHE, ""));
  if (phone !== null) return phone;
  const text = cell.trim();
  if (text === "") return { code: "phone_empty", column };
  return { code: SPREADSHEET_NOTATION.test(text) ? "phone_without_digits" : "phone_invalid", column };
}

const filled = (cell: string | undefined) => cell !== undefined && cell.trim() !== "";

function isEmptyFrom(cells: readonly string[], first: number): boolean {
  for (let index = first; index < cells.length; index++) if (filled(cells[index])) return false;
  return true;
}

/** In characters, of which those outside the basic plane take two units. */
function isLonger(text: string, most: number): boolean {
  if (text.length <= most) return false;
  return text.length > 2 * most || [...text].length > most;
}
