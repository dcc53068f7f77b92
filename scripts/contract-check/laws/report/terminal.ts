import type { LawsResult, LawState, LawViolation } from "../verdicts";
import { columnsOf, figuresOf, notesOf, rowsOf, shortness } from "./words";

const SYMBOLS: Readonly<Record<LawState, string>> = { held: "✓", violated: "✗", untried: "·" };
const MOST_FAULTS = 4;
const MOST_NAMES = 6;

function table(laws: LawsResult): string[] {
  const columns = columnsOf(laws);
  const rows = rowsOf(laws);
  const width = Math.max(...rows.map(({ operation }) => operation.length)) + 4;
  // The names of laws are long: the columns are numbered, and the numbers told.
  const heads = columns.map((law, index) => `${index + 1} ${law}`);
  const line = (name: string, cells: readonly string[]) =>
    (name.padEnd(width) + cells.map((cell) => cell.padStart(3)).join("")).trimEnd();
  const numbers = columns.map((_, index) => String(index + 1));
  const lines: string[] = [];
  let tag = "";
  for (const row of rows) {
    if (row.tag !== tag) {
      ({ tag } = row);
      lines.push("", line(tag, numbers));
    }
    const symbols = columns.map((law) => {
      const cell = row.cells.find((one) => one.law === law);
      return cell ? SYMBOLS[cell.state] : "";
    });
    lines.push(line(`  ${row.operation}`, symbols));
  }
  return [...lines, "", heads.join("  "), "✓ held   ✗ violated   · not tried   (empty: no such law here)"];
}

function violation(violated: LawViolation): string[] {
  const { law, operation, faults, more, curl } = violated;
  const rest = faults.length - MOST_FAULTS;
  return [
    "",
    `✗ ${operation} breaks the law ${law}${more > 0 ? ` (${more} more times)` : ""}`,
    ...faults.slice(0, MOST_FAULTS).map((fault) => `    ${fault}`),
    ...(rest > 0 ? [`    and ${rest} more`] : []),
    ...(curl === null
      ? []
      : [`    ${shortness(violated)}:`, ...curl.split("\n").map((line) => `    ${line}`)]),
  ];
}

/** The laws as whoever started the run reads them; nothing where none were tried. */
export function lawsText(laws: LawsResult | null): string[] {
  if (laws === null || laws.cells.length === 0) return [];
  const { all, held, violated, untried } = figuresOf(laws);
  const named = (names: readonly string[]) =>
    names.slice(0, MOST_NAMES).join(", ") +
    (names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : "");
  const notes = (title: string, states: readonly LawState[]) => {
    const found = [...notesOf(laws, states)];
    return found.length === 0
      ? []
      : ["", title, ...found.map(([why, names]) => `  ${why}\n    ${named(names)}`)];
  };
  return [
    "",
    "Laws",
    ...table(laws),
    ...laws.violations.flatMap(violation),
    ...notes("Laws that were not tried:", ["untried"]),
    ...notes("Laws that were tried in part:", ["held", "violated"]),
    "",
    `${held} of ${all} laws held, ${violated} violated, ${untried} not tried; the same again: --laws-only --seed ${laws.seed}`,
  ];
}
