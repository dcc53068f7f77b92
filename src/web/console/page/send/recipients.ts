import Papa from "papaparse";
import { limits, patterns } from "../../../../../generated/server/values";
import { normalizePhone } from "../../../../messaging/phone";

/** Somebody of those that were entered, with what only this one is told. */
export interface Entered {
  /** As a spreadsheet counts rows, from 1. */
  line: number;
  /** E.164. */
  to: string;
  variables: Readonly<Record<string, string>>;
}

export type Fault =
  /** No number that a message can be sent to. */
  | { kind: "malformed"; line: number; value: string }
  /** The number stands on an earlier line already, and counts once. */
  | { kind: "duplicate"; line: number; value: string; first: number }
  /** A heading that is no name for a placeholder, or stands there twice; its column goes unused. */
  | { kind: "heading"; line: number; value: string }
  /** More than a placeholder takes; the value goes unused. */
  | { kind: "long"; line: number; value: string };

export interface Entry {
  people: Entered[];
  /** What placeholders can be filled with from the columns. */
  names: string[];
  faults: Fault[];
}

const NUMBER_HEADING = /^(phone|telefone|celular|n[uú]mero|number)$/i;
const NAME = new RegExp(patterns.VariableName, "u");
const MAX_VALUE = limits.Variables.values.maxLength;
const SEPARATORS = [";", "\t", ","] as const;

/**
 * Who is meant by what was typed or pasted: numbers, one a line or several with commas, semicolons or tabs between them;
 * or a table whose first line names its columns, one of them `telefone` or the like. The other columns fill
 * placeholders; an empty cell fills none.
 */
export function readRecipients(text: string): Entry {
  const separator = tableSeparator(text);
  return separator === null ? readNumbers(text) : readTable(text, separator);
}

function tableSeparator(text: string): string | null {
  const first = text.split(/\r?\n/).find((line) => line.trim() !== "") ?? "";
  const found = SEPARATORS.find((separator) => headingsIn(first, separator).some(isNumberHeading));
  return found ?? null;
}

const headingsIn = (line: string, separator: string) =>
  (Papa.parse<string[]>(line.replace(/^\ufeff/, ""), { delimiter: separator }).data[0] ?? []).map((cell) =>
    cell.trim(),
  );

const isNumberHeading = (heading: string) => NUMBER_HEADING.test(heading);

function readNumbers(text: string): Entry {
  const entry = collector();
  text.split(/\r?\n/).forEach((row, index) => {
    for (const cell of row.split(/[,;\t]/)) {
      if (cell.trim() !== "") entry.add(index + 1, cell.trim(), {});
    }
  });
  return entry.done([]);
}

function readTable(text: string, separator: string): Entry {
  const rows = Papa.parse<string[]>(text.replace(/^\ufeff/, ""), { delimiter: separator }).data;
  const isBlank = (row: readonly string[]) => row.every((cell) => cell.trim() === "");
  const headingAt = rows.findIndex((row) => !isBlank(row));
  const headings = (rows[headingAt] ?? []).map((cell) => cell.trim());
  const number = headings.findIndex(isNumberHeading);
  const entry = collector();
  const isUsable = (heading: string, column: number) =>
    NAME.test(heading) && headings.indexOf(heading) === column;
  headings.forEach((heading, column) => {
    if (column === number || heading === "" || isUsable(heading, column)) return;
    entry.faults.push({ kind: "heading", line: headingAt + 1, value: heading });
  });
  const columns = headings.flatMap((name, column) =>
    column !== number && name !== "" && isUsable(name, column) ? [{ name, column }] : [],
  );
  rows.slice(headingAt + 1).forEach((row, index) => {
    if (isBlank(row)) return;
    const line = headingAt + index + 2;
    const values = columns.flatMap(({ name, column }) => {
      const value = (row[column] ?? "").trim();
      if (value.length > MAX_VALUE) entry.faults.push({ kind: "long", line, value: name });
      return value === "" || value.length > MAX_VALUE ? [] : [[name, value] as const];
    });
    entry.add(line, (row[number] ?? "").trim(), Object.fromEntries(values));
  });
  return entry.done(columns.map(({ name }) => name));
}

function collector() {
  const people = new Map<string, Entered>();
  const faults: Fault[] = [];
  return {
    faults,
    add(line: number, value: string, variables: Readonly<Record<string, string>>) {
      const to = normalizePhone(value);
      const before = to === null ? undefined : people.get(to);
      if (to === null) faults.push({ kind: "malformed", line, value });
      else if (before) faults.push({ kind: "duplicate", line, value, first: before.line });
      else people.set(to, { line, to, variables });
    },
    done: (names: string[]): Entry => ({ people: [...people.values()], names, faults }),
  };
}
