import { withoutFormulas } from "../../../../platform/csv-formulas";
import type { Format } from "../texts/language";

export type Cell = string | number;

/** Returns rows as CSV with a byte order mark and CRLF. `excel_pt` has semicolons and decimal commas. */
export function sheetOf(rows: readonly (readonly Cell[])[], dialect: Format["dialect"]): string {
  const isPortuguese = dialect === "excel_pt";
  const separator = isPortuguese ? ";" : ",";
  const written = (cell: Cell): string => {
    const text = typeof cell === "number" ? numberText(cell, isPortuguese) : withoutFormulas(cell);
    const isPlain = !text.includes(separator) && !/["\r\n]/.test(text);
    return isPlain ? text : `"${text.replaceAll('"', '""')}"`;
  };
  return `\ufeff${rows.map((row) => row.map(written).join(separator)).join("\r\n")}\r\n`;
}

/** Writes a number with at most four decimals and without separators of thousands. */
const numberText = (value: number, isPortuguese: boolean): string => {
  const text = String(Math.round(value * 10_000) / 10_000);
  return isPortuguese ? text.replace(".", ",") : text;
};

/** Returns a file name for a report: the name in lower-case letters and digits, with hyphens. */
export const fileNameOf = (name: string, prefix: string): string =>
  [
    prefix,
    ...(name
      .normalize("NFD")
      .replace(/\p{M}/gu, "")
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? []),
  ]
    .join("-")
    .slice(0, 80)
    .concat(".csv");
