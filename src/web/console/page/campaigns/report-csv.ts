import { type Cell, MARK, toLines } from "../../../../platform/csv-lines";
import type { Format } from "../texts/language";
import { unaccented } from "../../../../platform/text";

/** Returns rows as CSV with a byte-order mark and CRLF; in `excel_pt`, with semicolons and decimal commas. */
export function toReportCsv(rows: readonly (readonly Cell[])[], dialect: Format["dialect"]): string {
  const isPortuguese = dialect === "excel_pt";
  const written = (cell: Cell) => (typeof cell === "number" ? numberText(cell, isPortuguese) : cell);
  return (
    MARK +
    toLines(
      rows.map((row) => row.map(written)),
      isPortuguese ? ";" : ",",
    )
  );
}

/** Formats a number with at most four decimals, without thousands separators. */
const numberText = (value: number, isPortuguese: boolean): string => {
  const text = String(Math.round(value * 10_000) / 10_000);
  return isPortuguese ? text.replace(".", ",") : text;
};

/** Returns a report's file name: prefix and campaign name in lower-case letters, digits and hyphens. */
export const fileNameOf = (name: string, prefix: string): string =>
  [prefix, ...(unaccented(name).match(/[a-z0-9]+/g) ?? [])].join("-").slice(0, 80).concat(".csv");
