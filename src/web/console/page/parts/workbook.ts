import Papa from "papaparse";
import readExcelFile from "read-excel-file/web-worker";

/** Maximum size of a workbook in bytes. Its uncompressed content needs many times that memory. */
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

/** Formatter of cells for the user's language. */
export interface CellFormat {
  day(date: Date): string;
  decimal(number: number): string;
}

/** Converts a sheet to CSV. Whole numbers keep all digits. */
export const csvOf = ({ rows }: Sheet, format: CellFormat): string =>
  Papa.unparse(rows.map((row) => row.map((cell) => textOf(cell, format))));

const MINUTE = 60_000;

function textOf(cell: unknown, format: CellFormat): string {
  if (cell instanceof Date) {
    // A workbook stores a time as an inexact fraction of a day, so the time is rounded to the minute.
    const instant = new Date(Math.round(cell.getTime() / MINUTE) * MINUTE);
    return withTime(instant, format.day(instant));
  }
  if (typeof cell === "number") return Number.isInteger(cell) ? wholeNumber(cell) : format.decimal(cell);
  return typeof cell === "string" || typeof cell === "boolean" ? String(cell) : "";
}

/** Appends the time to the day. Midnight UTC means a date without a time. */
function withTime(cell: Date, day: string): string {
  const time = cell.toISOString().slice(11, 16);
  return time === "00:00" ? day : `${day} ${time}`;
}

/** Formats a whole number without scientific notation, which would lose digits of a phone number. */
const wholeNumber = (number: number): string => BigInt(number).toString();
