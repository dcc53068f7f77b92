import type { InvariantsResult, InvariantState, InvariantViolation } from "../verdicts";
import { abbreviated, columnsOf, figuresOf, notesOf, rowsOf, requestsText } from "./summary";

const SYMBOLS: Readonly<Record<InvariantState, string>> = { held: "✓", violated: "✗", untried: "·" };
const MAX_FAULTS = 4;

function table(invariants: InvariantsResult): string[] {
  const columns = columnsOf(invariants);
  const rows = rowsOf(invariants);
  const width = Math.max(...rows.map(({ operation }) => operation.length)) + 4;
  // Column heads are numbers, explained below the table, because the names of invariants are long.
  const heads = columns.map((invariant, index) => `${index + 1} ${invariant}`);
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
    const symbols = columns.map((invariant) => {
      const cell = row.cells.find((one) => one.invariant === invariant);
      return cell ? SYMBOLS[cell.state] : "";
    });
    lines.push(line(`  ${row.operation}`, symbols));
  }
  return [
    ...lines,
    "",
    heads.join("  "),
    "✓ held   ✗ violated   · not tried   (empty: does not apply)",
  ];
}

function violation(violated: InvariantViolation): string[] {
  const { invariant, operation, faults, more, curl } = violated;
  const rest = faults.length - MAX_FAULTS;
  return [
    "",
    `✗ ${operation} breaks the invariant ${invariant}${more > 0 ? ` (${more} more times)` : ""}`,
    ...faults.slice(0, MAX_FAULTS).map((fault) => `    ${fault}`),
    ...(rest > 0 ? [`    and ${rest} more`] : []),
    ...(curl === null
      ? []
      : [`    ${requestsText(violated)}:`, ...curl.split("\n").map((line) => `    ${line}`)]),
  ];
}

/** Returns the report of invariants for the terminal; empty if none were tried. */
export function invariantsText(invariants: InvariantsResult | null): string[] {
  if (invariants === null || invariants.cells.length === 0) return [];
  const { all, held, violated, untried } = figuresOf(invariants);
  const notes = (title: string, states: readonly InvariantState[]) => {
    const found = [...notesOf(invariants, states)];
    return found.length === 0
      ? []
      : ["", title, ...found.map(([why, names]) => `  ${why}\n    ${abbreviated(names)}`)];
  };
  return [
    "",
    "Invariants",
    ...table(invariants),
    ...invariants.violations.flatMap(violation),
    ...notes("Invariants not tried:", ["untried"]),
    ...notes("Invariants tried in part:", ["held", "violated"]),
    "",
    `${held} of ${all} invariants held, ${violated} violated, ${untried} not tried; repeat with --invariants-only --seed ${invariants.seed}`,
  ];
}
