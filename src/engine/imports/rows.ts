import { limits } from "../../../generated/server/values";
import { normalizePhone } from "../../messaging/phone";
import type { ContactUpsert } from "../../resources/contacts/upsert.store";
import { MAX_NAME_LENGTH } from "../../platform/text";
import { type Block, blocks } from "./blocks";
import { decode } from "./encoding";
import { type Columns, type Delimiter, isBlank, MAX_COLUMNS, splitCells } from "./header";
import type { Layout } from "./inspect";
import type { Rejection } from "../../resources/imports/import";

const MAX_VALUE = limits.ContactAttributes.values.maxLength;

/** A row of the file as it stands there. */
export interface Row {
  /** The line that it begins on, counted from 1. */
  line: number;
  cells: string[];
  /** Set where it cannot be told where its cells end: it has one, with the whole of it. */
  garbled?: boolean;
}

/** What the rows of a block come to. */
export interface Batch {
  rows: number;
  /** One for each number, in the order in which the numbers first came. */
  upserts: ContactUpsert[];
  /** Rows behind the upserts; more than those where a number came twice. */
  accepted: number;
  rejections: Rejection[];
}

type Plan = Pick<Layout, "encoding" | "delimiter" | "columns">;

/** Reads the rows of a block, and sorts out those that cannot be taken. */
export async function readBlock(block: Block, plan: Plan): Promise<Batch> {
  const rejections: Rejection[] = [];
  const upserts = new Map<string, ContactUpsert>();
  const rows = await rowsOf(block, plan);
  for (const row of rows) {
    const read = readRow(row, plan.columns);
    if (typeof read === "string")
      rejections.push({ line: row.line, reason: read, cells: keptCells(row.cells, plan.delimiter) });
    else upserts.set(read.phone, laterWins(upserts.get(read.phone), read));
  }
  return {
    rows: block.records,
    upserts: [...upserts.values()],
    accepted: rows.length - rejections.length,
    rejections,
  };
}

/**
 * The cells of a rejected row. More than any file may have columns are one text again: half a million of them fit into a
 * row, and each would cost whoever downloads the row more than its bytes.
 */
const keptCells = (cells: readonly string[], delimiter: Delimiter): readonly string[] =>
  cells.length <= MAX_COLUMNS ? cells : [cells.join(delimiter)];

/** As if the one had been stored after the other. */
function laterWins(earlier: ContactUpsert | undefined, later: ContactUpsert): ContactUpsert {
  return earlier?.name !== undefined && later.name === undefined ? { ...later, name: earlier.name } : later;
}

/**
 * The rows of a block with their lines. What counts as white space behind a closing quotation mark, papaparse sees
 * more widely than the scanner: where the two differ, which takes a no-break space in the wrong place, each record is
 * read by itself.
 */
async function rowsOf(block: Block, plan: Plan): Promise<Row[]> {
  const rows = parse(block, plan);
  if (rows.length === block.records) return rows;
  const single: Row[] = [];
  const { delimiter } = plan;
  const options = { delimiter, line: block.line, skip: 0, maxRecords: 1, maxBytes: Infinity };
  for await (const record of blocks([block.bytes], options)) {
    const [row, ...more] = parse(record, plan);
    const text = decode(record.bytes, plan.encoding).trimEnd();
    single.push(row && more.length === 0 ? row : { line: record.line, cells: [text], garbled: true });
  }
  return single;
}

function parse({ bytes, line: firstLine }: Block, { encoding, delimiter }: Plan): Row[] {
  const text = decode(bytes, encoding);
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

/** The contact that a row describes, or the reason, one sentence, why it cannot be taken. */
export function readRow({ cells, garbled }: Row, columns: Columns): ContactUpsert | string {
  const { names } = columns;
  if (garbled) return "The quotation marks of the row are not in their places.";
  if (cells.length > names.length && !isEmptyFrom(cells, names.length)) {
    return `The row has ${cells.length} cells, but the file has ${names.length} columns.`;
  }
  const stray = columns.unnamed.find((index) => filled(cells[index]));
  if (stray !== undefined) return `Column ${stray + 1} has no name, but the row has something in it.`;
  const phone = readPhone(cells[columns.phone] ?? "", names[columns.phone] as string);
  if (!phone.startsWith("+")) return phone;
  const upsert: ContactUpsert = { phone };
  if (columns.name !== null) {
    const name = (cells[columns.name] ?? "").trim();
    if (isLonger(name, MAX_NAME_LENGTH)) {
      return `${names[columns.name]} is longer than ${MAX_NAME_LENGTH} characters.`;
    }
    if (name !== "") upsert.name = name;
  }
  if (columns.attributes.length === 0) return upsert;
  // Without a prototype: an attribute may be called __proto__.
  const attributes = Object.create(null) as Record<string, string>;
  for (const index of columns.attributes) {
    const value = cells[index];
    if (value === undefined || value === "") continue;
    if (isLonger(value, MAX_VALUE)) return `${names[index]} is longer than ${MAX_VALUE} characters.`;
    attributes[names[index] as string] = value;
  }
  upsert.attributes = attributes;
  return upsert;
}

/** What a spreadsheet makes of a number that it takes for a quantity: its last digits are lost. */
const SPREADSHEET_NOTATION = /^[+-]?\d+([.,]\d*)?e[+-]?\d+$/i;

/** E.164, or why not. */
function readPhone(cell: string, column: string): string {
  const phone = normalizePhone(cell);
  if (phone !== null) return phone;
  const text = cell.trim();
  if (text === "") return `${column} is empty.`;
  if (SPREADSHEET_NOTATION.test(text)) {
    return `${column} is in spreadsheet notation, which has lost digits: format the column as text.`;
  }
  return `${column} is not a valid phone number.`;
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
