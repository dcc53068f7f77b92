import { limits } from "../../../../../generated/server/values";
import {
  attributeNames,
  certainPhoneColumns,
  isAttributeName,
  nameColumns,
  phoneColumns,
} from "../../../../messaging/contact-file/headings";
import { type Delimiter, headerCells } from "../../../../messaging/contact-file/header";
import { legibleText } from "../../../../messaging/contact-file/encoding";
import { hasReplacements, phoneInCell, type Row, splitRows } from "../../../../messaging/contact-file/row";
import { normalizePhone } from "../../../../messaging/phone";
import { variableNamed } from "../../../../messaging/variable-names";
import { isLonger } from "../../../../platform/text";

/** Recipient as entered, with variables from the table's columns. */
export interface Entered {
  /** Line of the recipient in the entered text, from 1. */
  line: number;
  /** Phone number in E.164 format. */
  to: string;
  variables: Readonly<Record<string, string>>;
}

export type Fault =
  /** The value is not a valid phone number and is skipped. */
  | { kind: "malformed"; line: number; value: string }
  /** The line `first` already has the number, so this duplicate is skipped. */
  | { kind: "duplicate"; line: number; value: string; first: number }
  /** An earlier column also has the heading `value`; the later column is ignored. */
  | { kind: "heading"; line: number; value: string }
  /** Two columns have phone numbers. Messages go to the numbers of the column `used`, not of `value`. */
  | { kind: "numbers"; line: number; value: string; used: string }
  /** The cell is too long for a variable and is ignored. `value` is the variable's name. */
  | { kind: "long"; line: number; value: string }
  /** The line has U+FFFD for unreadable characters and is skipped. */
  | { kind: "illegible"; line: number }
  /** The headings have U+FFFD for unreadable characters, and all lines are skipped. */
  | { kind: "illegible headings"; line: number };

export interface Entry {
  people: Entered[];
  /** Names of the variables that the columns of a table fill; empty for a list of numbers. */
  names: string[];
  faults: Fault[];
}

const MAX_VALUE = limits.Variables.values.maxLength;
const SEPARATORS = [";", "\t", ","] as const;

/**
 * Parses typed or pasted recipients. If the first line has a heading such as `telefone`, the text is a table,
 * and its other columns fill variables. Otherwise it is a list of numbers, separated by line breaks, commas,
 * semicolons or tabs.
 */
export function readRecipients(entered: string): Entry {
  const text = normalized(entered);
  const separator = tableSeparator(text);
  return separator === null ? readNumbers(text) : readTable(text, separator);
}

const normalized = (entered: string) => legibleText(entered.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n"));

/**
 * Adds a number to the entered recipients, unless they contain it. In a table, the number goes into a new
 * row's phone column.
 */
export function withRecipient(entered: string, number: string): string {
  if (entered.trim() === "") return number;
  const added = normalizePhone(number);
  if (readRecipients(entered).people.some(({ to }) => to === added)) return entered;
  const text = normalized(entered);
  const separator = tableSeparator(text);
  const row = separator === null ? number : separator.repeat(numberColumn(text, separator)) + number;
  return `${text.replace(/\n$/, "")}\n${row}`;
}

function numberColumn(text: string, separator: Delimiter): number {
  const headings = splitRows(text, 1, separator).find(isFilled)?.cells ?? [];
  return phoneColumns(headings.map((cell) => cell.trim()))[0] ?? 0;
}

const isFilled = ({ cells }: Row) => cells.some((cell) => cell.trim() !== "");

function tableSeparator(text: string): Delimiter | null {
  const first = text.split("\n").find((line) => line.trim() !== "") ?? "";
  return SEPARATORS.find((separator) => phoneColumns(headerCells(first, separator)).length > 0) ?? null;
}

function readNumbers(text: string): Entry {
  const entry = collector();
  text.split("\n").forEach((row, index) => {
    if (row.includes("\ufffd")) {
      entry.faults.push({ kind: "illegible", line: index + 1 });
      return;
    }
    for (const cell of row.split(/[,;\t]/)) {
      if (cell.trim() !== "") entry.add(index + 1, cell.trim(), {});
    }
  });
  return entry.done([]);
}

function readTable(text: string, separator: Delimiter): Entry {
  const [header, ...rows] = splitRows(text, 1, separator).filter(isFilled);
  const { line: headerLine = 1, cells: headerRow = [] } = header ?? {};
  const headings = headerRow.map((cell) => cell.trim());
  const [number = -1] = phoneColumns(headings);
  const phones = certainPhoneColumns(headings);
  const entry = collector();
  if (headings.some((heading) => heading.includes("\ufffd"))) {
    entry.faults.push({ kind: "illegible headings", line: headerLine });
    return entry.done([]);
  }
  const columns = headings.flatMap((heading, column) => {
    if (column === number || heading === "") return [];
    const fault = { line: headerLine, value: heading };
    if (headings.indexOf(heading) !== column) {
      entry.faults.push({ kind: "heading", ...fault });
      return [];
    }
    if (phones.includes(column))
      entry.faults.push({ kind: "numbers", ...fault, used: headings[number] ?? "" });
    return [{ heading, column }];
  });
  const variables = variablesFor(headings, columns);
  for (const { line, cells } of rows) {
    if (hasReplacements(cells, headings)) {
      entry.faults.push({ kind: "illegible", line });
      continue;
    }
    const values = variables.flatMap(({ name, column }) => {
      const value = (cells[column] ?? "").trim();
      const isTooLong = isLonger(value, MAX_VALUE);
      if (isTooLong) entry.faults.push({ kind: "long", line, value: name });
      return value === "" || isTooLong ? [] : [[name, value] as const];
    });
    entry.add(line, (cells[number] ?? "").trim(), Object.fromEntries(values));
  }
  return entry.done(variables.map(({ name }) => name));
}

interface Column {
  heading: string;
  column: number;
}

/**
 * Returns the variable that each column of a table fills: its heading, or a name derived from the heading as
 * in an import. A column of people's names also fills `nome`, even under another heading such as `Cliente`.
 */
function variablesFor(
  headings: readonly string[],
  columns: readonly Column[],
): { name: string; column: number }[] {
  const attributes = columns.filter(({ heading }) => isAttributeName(heading));
  const others = columns.filter(({ heading }) => !isAttributeName(heading));
  const made = attributeNames(
    others.map(({ heading, column }) => ({ heading, position: column + 1 })),
    attributes.map(({ heading }) => heading),
  );
  const names = new Map([
    ...attributes.map(({ heading, column }) => [column, heading] as const),
    ...others.map(({ column }, at) => [column, made[at] as string] as const),
  ]);
  const variables = columns.map(({ column }) => ({ name: names.get(column) as string, column }));
  const [nameColumn] = nameColumns(headings);
  if (nameColumn === undefined || variables.some(({ name }) => variableNamed(name) === "name"))
    return variables;
  return [...variables, { name: "nome", column: nameColumn }];
}

function collector() {
  const people = new Map<string, Entered>();
  const faults: Fault[] = [];
  return {
    faults,
    add(line: number, value: string, variables: Readonly<Record<string, string>>) {
      const to = phoneInCell(value);
      const before = to === null ? undefined : people.get(to);
      if (to === null) faults.push({ kind: "malformed", line, value });
      else if (before) faults.push({ kind: "duplicate", line, value, first: before.line });
      else people.set(to, { line, to, variables });
    },
    done: (names: string[]): Entry => ({ people: [...people.values()], names, faults }),
  };
}
