import Papa from "papaparse";
import readExcelFile from "read-excel-file/web-worker";

/** The largest workbook that the page reads, in bytes: its contents take many times as much memory. */
export const MAX_WORKBOOK = 15 * 1024 * 1024;

export interface Sheet {
  name: string;
  rows: readonly (readonly unknown[])[];
}

/** Returns the sheets of an `.xlsx` workbook that have anything in them. Throws for anything else. */
export async function sheetsOf(file: Blob): Promise<Sheet[]> {
  const sheets = await readExcelFile(file);
  return sheets.map(({ sheet, data }) => ({ name: sheet, rows: data })).filter(({ rows }) => rows.length > 0);
}

/** Returns a sheet as CSV, with every cell as text: whole numbers with all their digits, dates as `formatDay` has them. */
export const csvOf = ({ rows }: Sheet, formatDay: (day: Date) => string): string =>
  Papa.unparse(rows.map((row) => row.map((cell) => textOf(cell, formatDay))));

const MINUTE = 60_000;

function textOf(cell: unknown, formatDay: (day: Date) => string): string {
  if (cell instanceof Date) {
    // A workbook keeps a time as a fraction of a day, which misses the minute by a little.
    const instant = new Date(Math.round(cell.getTime() / MINUTE) * MINUTE);
    return withTime(instant, formatDay(instant));
  }
  if (typeof cell === "number") return plainNumber(cell);
  return typeof cell === "string" || typeof cell === "boolean" ? String(cell) : "";
}

/** A spreadsheet keeps a day as midnight in UTC. */
function withTime(cell: Date, day: string): string {
  const time = cell.toISOString().slice(11, 16);
  return time === "00:00" ? day : `${day} ${time}`;
}

/** A number of a phone must not come in scientific notation. */
const plainNumber = (number: number): string =>
  Number.isInteger(number) && Math.abs(number) >= 1e21 ? BigInt(number).toString() : String(number);
