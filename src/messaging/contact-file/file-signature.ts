import { InvalidFileError } from "./invalid-file";
import { WORKBOOK_WORDS } from "./faults";

// This module also runs in browsers.

const startsWith = (bytes: Uint8Array, mark: readonly number[]) =>
  mark.every((byte, index) => bytes[index] === byte);

/** First bytes of `.xlsx` and other ZIP files, and of `.xls`. */
const WORKBOOKS: readonly (readonly number[])[] = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
];

export class Workbook extends InvalidFileError {
  override readonly name = "Workbook";
}

export const isWorkbook = (beginning: Uint8Array): boolean =>
  WORKBOOKS.some((mark) => startsWith(beginning, mark));

export function refuseWorkbook(beginning: Uint8Array): void {
  if (!isWorkbook(beginning)) return;
  throw new Workbook(WORKBOOK_WORDS);
}

/** Length of the longest byte-order mark or file signature, in bytes. */
export const MAX_SIGNATURE_BYTES = 4;

const UTF8_MARK = [0xef, 0xbb, 0xbf];
/**
 * Byte-order marks of unsupported encodings. UTF-32 comes first, because its little-endian mark begins with
 * UTF-16's.
 */
const OTHER_MARKS: readonly [name: string, bytes: readonly number[]][] = [
  ["UTF-32", [0x00, 0x00, 0xfe, 0xff]],
  ["UTF-32", [0xff, 0xfe, 0x00, 0x00]],
  ["UTF-16", [0xff, 0xfe]],
  ["UTF-16", [0xfe, 0xff]],
];

export const unsupportedFile = (what: string) =>
  new InvalidFileError(`${what}. Save it as CSV UTF-8 and upload it again.`);

/** Returns the length of a leading UTF-8 byte-order mark, or 0. Throws for the mark of another encoding. */
export function bomLength(beginning: Uint8Array): number {
  const other = OTHER_MARKS.find(([, mark]) => startsWith(beginning, mark));
  if (other) throw unsupportedFile(`The file is in ${other[0]}`);
  return startsWith(beginning, UTF8_MARK) ? UTF8_MARK.length : 0;
}
