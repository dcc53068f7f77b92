import { limits } from "../../../../../generated/server/values";
import { InvalidFileError, InvalidHeaderError } from "../../../../messaging/contact-file/invalid-file";
import type { HeaderFault, RowFault } from "../../../../messaging/contact-file/faults";
import {
  chooseDelimiter,
  choicesOf,
  type ColumnChoice,
  MAX_COLUMNS,
  readHeader,
} from "../../../../messaging/contact-file/header";
import { refuseWorkbook } from "../../../../messaging/contact-file/file-signature";
import {
  type ContactRow,
  phoneInCell,
  readRow,
  type Row,
  splitRows,
} from "../../../../messaging/contact-file/row";
import {
  attributeNames,
  isAttributeName,
  rejectionColumns,
} from "../../../../messaging/contact-file/headings";
import { isLonger } from "../../../../platform/text";
import { decodedText, encodingOf } from "../parts/decoded-text";

/** Number of bytes at the beginning of a file that the preview parses. */
export const PREVIEW_BYTES = 256 * 1024;
const SHOWN_ROWS = 5;
const SHOWN_REJECTIONS = 10;
const SHOWN_VALUES = 3;

/** Rows from the beginning of a file to import. `isWhole` is true if the file has no more rows. */
export interface Table {
  names: readonly string[];
  rows: readonly Row[];
  isWhole: boolean;
}

/** Use of each column in the import, by column index; null for a column without a heading. */
export type Choices = readonly (ColumnChoice | null)[];

/** Reason why the chosen columns cannot be imported. */
export type ChoiceFault = HeaderFault | { code: "attribute_twice" | "attribute_invalid"; attribute: string };

/** Error for a file or a sheet without text. */
export class EmptyTable extends InvalidFileError {}

export interface TablePreview {
  /** The first rows of the file and its first rejected rows, in the file's order. */
  rows: PreviewRow[];
  /** Numbers of rows, people and rejected rows in the preview, and whether these are all rows of the file. */
  inspected: { rows: number; people: number; rejected: number; isWhole: boolean };
}

interface PreviewRow {
  line: number;
  cells: string[];
  /** Contact of the row, or its error. */
  read: ContactRow | RowFault;
  /** Line of the previous row with the same number, which this row overrides; null if there is none. */
  repeats: number | null;
}

/**
 * Parses the beginning of a table file. Throws `InvalidFileError` for any other file, or unreadable headings.
 */
export async function tableOf(file: Blob): Promise<Table> {
  const beginning = new Uint8Array(await file.slice(0, PREVIEW_BYTES).arrayBuffer());
  refuseWorkbook(beginning);
  const isWhole = file.size <= PREVIEW_BYTES;
  const text = decodedText(beginning, await encodingOf(file), isWhole);
  const [header, ...all] = splitRows(text, 1, chooseDelimiter(text));
  if (!header) throw new EmptyTable("The file is empty.");
  const names = header.cells.map((cell) => cell.trim());
  if (names.length > MAX_COLUMNS)
    throw new InvalidHeaderError({ code: "too_many_columns", max: MAX_COLUMNS });
  if (header.fault === "illegible") throw new InvalidHeaderError({ code: "illegible" });
  // The bytes may end within the last row, which is therefore omitted.
  return { names, rows: isWhole ? all : all.slice(0, -1), isWhole };
}

/**
 * Returns the use that the service would choose for each column; null for a column without a heading. Under
 * invalid headings, each column becomes a variable, except the columns that an export of rejected rows adds.
 */
export function suggestedChoices(names: readonly string[]): Choices {
  try {
    const choices = choicesOf(readHeader(names));
    return names.map((name) => (name === "" ? null : (choices.shift() ?? null)));
  } catch (error) {
    if (!(error instanceof InvalidHeaderError)) throw error;
    const unread = rejectionColumns(names);
    const columns = names.flatMap((heading, index) =>
      heading === "" || index < unread ? [] : [{ heading, position: index + 1 }],
    );
    const attributes = attributeNames(columns);
    return names.map((heading, index) => {
      if (heading === "") return null;
      return index < unread
        ? { heading, use: "ignore" }
        : { heading, use: "attribute", attribute: attributes.shift() ?? "" };
    });
  }
}

/**
 * Returns the choices with another use for a column. Only one column can be the phone, and only one the name:
 * the earlier one becomes a variable.
 */
export function withUse(choices: Choices, column: number, use: ColumnChoice["use"]): Choices {
  return choices.map((choice, index) => {
    if (choice === null) return null;
    if (index === column)
      return use === "attribute" ? asAttribute(choices, index) : { heading: choice.heading, use };
    return (use === "phone" || use === "name") && choice.use === use ? asAttribute(choices, index) : choice;
  });
}

function asAttribute(choices: Choices, column: number): ColumnChoice {
  const heading = choices[column]?.heading ?? "";
  const taken = choices.flatMap((choice, index) => (index === column ? [] : (choice?.attribute ?? [])));
  const [attribute = ""] = attributeNames([{ heading, position: column + 1 }], taken);
  return { heading, use: "attribute", attribute };
}

export const withAttribute = (choices: Choices, column: number, attribute: string): Choices =>
  choices.map((choice, index) => (index === column && choice !== null ? { ...choice, attribute } : choice));

const MAX_HEADING_LENGTH = limits.ImportColumnInput.heading.maxLength;

/** Returns the columns for the request. Omits columns whose heading is longer than a request allows. */
export const requestedColumns = (choices: Choices): ColumnChoice[] =>
  choices.filter((choice) => choice !== null).filter(({ heading }) => !isLonger(heading, MAX_HEADING_LENGTH));

/** Returns whether the first row contains a phone number, so that it is a contact rather than headings. */
export const seemsContact = ({ names }: Table): boolean => names.some((name) => phoneInCell(name) !== null);

export const examplesOf = ({ rows }: Table, column: number): string[] =>
  rows.flatMap(({ cells }) => cells[column]?.trim() || []).slice(0, SHOWN_VALUES);

/**
 * Applies the service's import rules to the rows of the file's beginning. Returns a preview, or the reason
 * why the columns cannot be imported.
 */
export function previewOf({ names, rows, isWhole }: Table, choices: Choices): TablePreview | ChoiceFault {
  const fault = attributeFault(choices);
  if (fault !== null) return fault;
  try {
    const columns = readHeader(names, requestedColumns(choices));
    const lines = new Map<string, number>();
    const read = rows.map((row): PreviewRow => {
      const contact = readRow(row, columns);
      if (isFault(contact)) return { ...row, read: contact, repeats: null };
      const repeats = lines.get(contact.phone) ?? null;
      lines.set(contact.phone, row.line);
      return { ...row, read: contact, repeats };
    });
    const rejected = read.filter((row) => isFault(row.read));
    const inspected = { rows: rows.length, people: lines.size, rejected: rejected.length, isWhole };
    const shown = new Set([...read.slice(0, SHOWN_ROWS), ...rejected.slice(0, SHOWN_REJECTIONS)]);
    return { rows: read.filter((row) => shown.has(row)), inspected };
  } catch (error) {
    if (error instanceof InvalidHeaderError) return error.fault;
    throw error;
  }
}

/**
 * Returns the heading of the column with the most phone numbers, other than the chosen column; null if no
 * such column has numbers.
 */
export function columnWithNumbers({ names, rows }: Table, choices: Choices): string | null {
  const counts = names.map((name, index) =>
    name === "" || choices[index]?.use === "phone"
      ? 0
      : rows.filter(({ cells }) => phoneInCell(cells[index] ?? "") !== null).length,
  );
  const most = Math.max(...counts);
  return most === 0 ? null : (names[counts.indexOf(most)] ?? null);
}

function attributeFault(choices: Choices): ChoiceFault | null {
  const seen = new Set<string>();
  for (const choice of choices) {
    if (choice?.use !== "attribute") continue;
    const { attribute = "" } = choice;
    if (!isAttributeName(attribute)) return { code: "attribute_invalid", attribute };
    if (seen.has(attribute)) return { code: "attribute_twice", attribute };
    seen.add(attribute);
  }
  return null;
}

export const isFault = <Read extends object, Fault extends { code: string }>(
  read: Read | Fault,
): read is Fault => "code" in read;
