import { escaped } from "../../../tools/markup";
import type { InvariantCell, InvariantsResult } from "../verdicts";

function testcase(
  { violations }: InvariantsResult,
  { invariant, operation, tag, state, note }: InvariantCell,
): string {
  const name = `name="${escaped(`${operation} ${invariant}`)}" classname="${escaped(`invariants of ${tag}`)}"`;
  if (state === "held") return `    <testcase ${name}/>`;
  if (state === "untried") {
    return `    <testcase ${name}><skipped message="${escaped(note ?? "")}"/></testcase>`;
  }
  const found = violations.find((one) => one.invariant === invariant && one.operation === operation);
  const text = [...(found?.faults ?? []), found?.curl ?? ""].join("\n");
  const message = found?.faults[0] ?? "violated";
  return `    <testcase ${name}><failure message="${escaped(message)}">${escaped(text)}</failure></testcase>`;
}

/** Returns a suite with a case for each operation and invariant; empty if no invariants were tried. */
export function invariantsSuite(invariants: InvariantsResult | null): string[] {
  if (invariants === null || invariants.cells.length === 0) return [];
  const count = (state: InvariantCell["state"]) =>
    invariants.cells.filter((cell) => cell.state === state).length;
  const counts = `tests="${invariants.cells.length}" failures="${count("violated")}" errors="0" skipped="${count("untried")}"`;
  return [
    `  <testsuite name="invariants" ${counts}>`,
    `    <properties><property name="seed" value="${invariants.seed}"/></properties>`,
    ...invariants.cells.map((cell) => testcase(invariants, cell)),
    "  </testsuite>",
  ];
}
