import { BadFile } from "../../../../engine/imports/bad-file";
import { type RowFault } from "../../../../engine/imports/faults";
import { chooseDelimiter, readHeader } from "../../../../engine/imports/header";
import { markLength, unsupported } from "../../../../engine/imports/marks";
import { type ContactRow, readRow, splitRows } from "../../../../engine/imports/row";

/** As much of a file is looked at before it is uploaded, in bytes. */
export const LOOKED_AT = 256 * 1024;
/** So many of its rows are shown. */
export const SHOWN_ROWS = 5;

export type Meaning = "phone" | "name" | "variable" | "nothing";

export interface TablePreview {
  columns: { name: string; meaning: Meaning }[];
  rows: { line: number; cells: string[]; read: ContactRow | RowFault }[];
  /** Of those that were looked at. */
  looked: { rows: number; rejected: number; isWhole: boolean };
}

/**
 * What the service will make of a table, by its own rules, from the file's beginning. Throws `BadFile` for one that it would
 * refuse; what is wrong further down shows when it is imported.
 */
export function previewOf(beginning: Uint8Array, isWhole: boolean): TablePreview {
  const text = decoded(beginning.subarray(markLength(beginning)), isWhole);
  const delimiter = chooseDelimiter(text);
  const found = splitRows(text, 1, delimiter);
  const [header, ...all] = found;
  if (!header) throw new BadFile("The file is empty.");
  const names = header.cells.map((cell) => cell.trim());
  const columns = readHeader(names);
  // The last row may be cut off.
  const rows = isWhole ? all : all.slice(0, -1);
  const read = rows.map((row) => ({ ...row, read: readRow(row, columns) }));
  const rejected = read.filter((row) => isFault(row.read));
  return {
    columns: names.map((name, index) => ({
      name,
      meaning:
        index === columns.phone
          ? "phone"
          : index === columns.name
            ? "name"
            : columns.unnamed.includes(index)
              ? "nothing"
              : "variable",
    })),
    rows: read.slice(0, SHOWN_ROWS),
    looked: { rows: rows.length, rejected: rejected.length, isWhole },
  };
}

export const isFault = (read: ContactRow | RowFault): read is RowFault => "code" in read;

/** UTF-8, or else Windows-1252, in which all bytes are text. Lines end with `\n`. */
function decoded(bytes: Uint8Array, isWhole: boolean): string {
  if (bytes.includes(0)) throw unsupported("The file holds NUL bytes, as text in UTF-16 does");
  const text = inUtf8(bytes, isWhole) ?? new TextDecoder("windows-1252").decode(bytes);
  return text.replace(/\r\n?/g, "\n");
}

function inUtf8(bytes: Uint8Array, isWhole: boolean): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes, { stream: !isWhole });
  } catch {
    return null;
  }
}
