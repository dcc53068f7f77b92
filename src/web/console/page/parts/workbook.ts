import Papa from "papaparse";
import readExcelFile from "read-excel-file/web-worker";

/** Maximum size of a workbook file in bytes. The file is compressed, so parsing needs far more memory. */
export const MAX_WORKBOOK = 15 * 1024 * 1024;

interface Sheet {
  name: string;
  rows: readonly (readonly unknown[])[];
}

/** Returns the non-empty sheets of an `.xlsx` workbook. Throws for other files. */
export async function sheetsOf(file: Blob): Promise<Sheet[]> {
  const sheets = await readExcelFile(file);
  return sheets.map(({ sheet, data }) => ({ name: sheet, rows: data })).filter(({ rows }) => rows.length > 0);
}

/** Functions that format cells in the user's language. */
export interface CellFormat {
  day(date: Date): string;
  decimal(number: number): string;
}

/** Converts a sheet to CSV. Whole numbers keep all their digits. */
export const csvOf = ({ rows }: Sheet, format: CellFormat): string =>
  Papa.unparse(rows.map((row) => row.map((cell) => textOf(cell, format))));

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** Start of a workbook calendar's first day. A time without a date is stored on an earlier day. */
const DAY_1 = Date.UTC(1899, 11, 31);
/** Day on which a workbook with the 1904 calendar stores a time without a date. */
const DAY_0_OF_1904 = Date.UTC(1904, 0, 1);

function textOf(cell: unknown, format: CellFormat): string {
  if (cell instanceof Date) {
    if (isTimeOnly(cell.getTime())) return timeOf(cell);
    const instant = rounded(cell, MINUTE);
    return withTime(instant, format.day(instant));
  }
  if (typeof cell === "number") return Number.isInteger(cell) ? wholeNumber(cell) : format.decimal(cell);
  return typeof cell === "string" || typeof cell === "boolean" ? String(cell) : "";
}

/** Returns whether a date cell is a time only. Midnight on 1 January 1904 is a date, such as a birthday. */
const isTimeOnly = (time: number) =>
  time < DAY_1 || (time > DAY_0_OF_1904 && time < DAY_0_OF_1904 + 24 * 60 * MINUTE);

/** Rounds a date to whole `unit`s, in milliseconds. A workbook stores a time as an inexact fraction. */
const rounded = (cell: Date, unit: number) => new Date(Math.round(cell.getTime() / unit) * unit);

/** Returns the time as `14:30`, or as `14:30:15` if it has seconds. */
const timeOf = (cell: Date): string => rounded(cell, SECOND).toISOString().slice(11, 19).replace(/:00$/, "");

/** Appends the cell's time to the formatted day. Midnight UTC means a date without a time. */
function withTime(cell: Date, day: string): string {
  const time = cell.toISOString().slice(11, 16);
  return time === "00:00" ? day : `${day} ${time}`;
}

/** Formats a whole number without scientific notation, which would lose digits of a phone number. */
const wholeNumber = (number: number): string => BigInt(number).toString();
