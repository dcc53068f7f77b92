import type { InvariantsResult, InvariantState, InvariantViolation } from "../verdicts";
import { abbreviated, columnsOf, figuresOf, notesOf, requestsText, rowsOf, tableByTag } from "./summary";

const SYMBOLS: Readonly<Record<InvariantState, string>> = { held: "✓", violated: "✗", untried: "·" };
const MAX_FAULTS = 4;

function table(invariants: InvariantsResult): string[] {
  const columns = columnsOf(invariants);
  const rows = rowsOf(invariants).map(({ operation, tag, cells }) => {
    const stateOf = (invariant: string) => cells.find((one) => one.invariant === invariant)?.state;
    return {
      tag,
      name: operation,
      cells: columns.map(stateOf).map((state) => (state ? SYMBOLS[state] : "")),
    };
  });
  // Column heads are numbers, because the names of invariants are long.
  const numbers = columns.map((_, index) => String(index + 1));
  return [
    ...tableByTag(rows, numbers, 3),
    "",
    columns.map((invariant, index) => `${index + 1} ${invariant}`).join("  "),
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

/** Returns the terminal report of the invariants; empty if no invariants were tried. */
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
