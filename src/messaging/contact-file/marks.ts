import { BadFile } from "./bad-file";
import { WORKBOOK_WORDS } from "./faults";

// Runs in browsers too.

const startsWith = (bytes: Uint8Array, mark: readonly number[]) =>
  mark.every((byte, index) => bytes[index] === byte);

/** The beginnings of `.xlsx` and other ZIP files, and of `.xls`. */
const WORKBOOKS: readonly (readonly number[])[] = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
];

/** A workbook where a table was expected. */
export class Workbook extends BadFile {
  override readonly name = "Workbook";
}

/** Whether the first bytes of a file are those of an Excel workbook. */
export const isWorkbook = (beginning: Uint8Array): boolean =>
  WORKBOOKS.some((mark) => startsWith(beginning, mark));

/** Throws where the first bytes of a file are those of an Excel workbook. */
export function refuseWorkbook(beginning: Uint8Array): void {
  if (!isWorkbook(beginning)) return;
  throw new Workbook(WORKBOOK_WORDS);
}

/** As many bytes tell every mark apart. */
export const LONGEST_MARK = 4;

const UTF8_MARK = [0xef, 0xbb, 0xbf];
/** UTF-32's come first: the one in little-endian order begins like UTF-16's. */
const OTHER_MARKS: readonly [name: string, bytes: readonly number[]][] = [
  ["UTF-32", [0x00, 0x00, 0xfe, 0xff]],
  ["UTF-32", [0xff, 0xfe, 0x00, 0x00]],
  ["UTF-16", [0xff, 0xfe]],
  ["UTF-16", [0xfe, 0xff]],
];

/** Of an encoding that cannot be read. */
export const unsupported = (what: string) =>
  new BadFile(`${what}. Save it as CSV UTF-8 and upload it again.`);

/** How many bytes the byte-order mark of UTF-8 takes at the beginning of a file; a mark of another encoding is refused. */
export function markLength(beginning: Uint8Array): number {
  const other = OTHER_MARKS.find(([, mark]) => startsWith(beginning, mark));
  if (other) throw unsupported(`The file is in ${other[0]}`);
  return startsWith(beginning, UTF8_MARK) ? UTF8_MARK.length : 0;
}
