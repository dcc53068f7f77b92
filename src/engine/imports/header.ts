import Papa from "papaparse";
import { limits, patterns } from "../../../generated/server/values";
import { shortened } from "../../platform/text";
import { BadHeader } from "./bad-file";

/** In the order in which they are preferred where the header does not tell. */
export const DELIMITERS = [",", ";", "\t"] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/** What a contact may have. */
export const MAX_ATTRIBUTES = limits.ContactAttributes.maxProperties;
/** Columns in all: those without a name are only skipped. */
export const MAX_COLUMNS = 1_000;

const ATTRIBUTE = new RegExp(patterns.VariableName, "u");
const PHONE = /^(phone|telefone)$/i;
const NAME = /^(name|nome)$/i;

/** What the columns of a file mean, by their index. */
export interface Columns {
  /** By the file's own spelling, trimmed. */
  names: readonly string[];
  phone: number;
  name: number | null;
  attributes: readonly number[];
  unnamed: readonly number[];
}

/** Takes the text of one or more whole records apart. Line ends are `\n`. */
export function splitCells(text: string, delimiter: Delimiter): string[][] {
  // A zero-width no-break space within the file is text; papaparse would take it off.
  const input = text.startsWith("\ufeff") ? `\n${text}` : text;
  const closed = input.endsWith("\n") ? input : `${input}\n`;
  return Papa.parse<string[]>(closed, { delimiter, newline: "\n" }).data;
}

/** Whether a record is an empty line: nothing but white space and quotation marks, as `RecordScanner` counts them. */
export const isBlank = (cells: readonly string[], delimiter: Delimiter) =>
  cells.length === 1 && (delimiter === "\t" ? BLANK_BETWEEN_TABS : BLANK).test(cells[0] as string);

const BLANK = /^[ \t\v\f"]*$/;
const BLANK_BETWEEN_TABS = /^[ \v\f"]*$/;

/** The cells of the one record in the text, trimmed. */
export function headerCells(text: string, delimiter: Delimiter): string[] {
  const cells = splitCells(text, delimiter).find((row) => !isBlank(row, delimiter)) ?? [];
  return cells.map((cell) => cell.trim());
}

/** The delimiter that shows a column of phone numbers; of several such, or none, the one that makes most columns. */
export function chooseDelimiter(headerText: string): Delimiter {
  const ways = DELIMITERS.map((delimiter) => {
    const cells = headerCells(headerText, delimiter);
    return { delimiter, columns: cells.length, hasPhone: cells.some((cell) => PHONE.test(cell)) };
  });
  const [best] = ways.sort((a, b) => Number(b.hasPhone) - Number(a.hasPhone) || b.columns - a.columns);
  return best?.delimiter ?? ",";
}

/** What the header's cells, trimmed, say about the columns; a header that cannot be used is refused. */
export function readHeader(names: readonly string[]): Columns {
  if (names.length > MAX_COLUMNS) {
    throw new BadHeader({ code: "too_many_columns", most: MAX_COLUMNS });
  }
  const indexes = (test: (name: string) => boolean) =>
    names.flatMap((name, index) => (test(name) ? [index] : []));
  const phones = indexes((name) => PHONE.test(name));
  const own = indexes((name) => NAME.test(name));
  const unnamed = indexes((name) => name === "");
  const attributes = indexes((name) => name !== "" && !PHONE.test(name) && !NAME.test(name));
  const [phone] = phones;
  if (phone === undefined) throw new BadHeader({ code: "no_phone_column" });
  refuseTwice(phones, names, "two_phone_columns");
  refuseTwice(own, names, "two_name_columns");
  if (attributes.length > MAX_ATTRIBUTES) {
    throw new BadHeader({ code: "too_many_attributes", most: MAX_ATTRIBUTES });
  }
  for (const index of attributes) refuseAttribute(names[index] as string);
  const seen = new Set<string>();
  for (const index of attributes) {
    const name = names[index] as string;
    if (seen.has(name)) throw new BadHeader({ code: "column_twice", column: shown(name) });
    seen.add(name);
  }
  return { names, phone, name: own[0] ?? null, attributes, unnamed };
}

function refuseTwice(
  indexes: readonly number[],
  names: readonly string[],
  code: "two_phone_columns" | "two_name_columns",
): void {
  if (indexes.length < 2) return;
  throw new BadHeader({ code, columns: indexes.slice(0, 2).map((index) => shown(names[index] as string)) });
}

function refuseAttribute(name: string): void {
  if (!ATTRIBUTE.test(name)) throw new BadHeader({ code: "not_an_attribute", column: shown(name) });
}

const shown = (name: string) => shortened(name, 64);
