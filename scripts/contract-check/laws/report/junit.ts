import { escaped } from "../../../tools/markup";
import type { LawCell, LawsResult } from "../verdicts";

function testcase({ violations }: LawsResult, { law, operation, tag, state, note }: LawCell): string {
  const name = `name="${escaped(`${operation} ${law}`)}" classname="${escaped(`laws of ${tag}`)}"`;
  if (state === "held") return `    <testcase ${name}/>`;
  if (state === "untried") {
    return `    <testcase ${name}><skipped message="${escaped(note ?? "")}"/></testcase>`;
  }
  const found = violations.find((one) => one.law === law && one.operation === operation);
  const text = [...(found?.faults ?? []), found?.curl ?? ""].join("\n");
  const message = found?.faults[0] ?? "violated";
  return `    <testcase ${name}><failure message="${escaped(message)}">${escaped(text)}</failure></testcase>`;
}

/** A suite for the laws, a case for each operation × law; nothing where none were tried. */
export function lawsSuite(laws: LawsResult | null): string[] {
  if (laws === null || laws.cells.length === 0) return [];
  const count = (state: LawCell["state"]) => laws.cells.filter((cell) => cell.state === state).length;
  const counts = `tests="${laws.cells.length}" failures="${count("violated")}" errors="0" skipped="${count("untried")}"`;
  return [
    `  <testsuite name="laws" ${counts}>`,
    `    <properties><property name="seed" value="${laws.seed}"/></properties>`,
    ...laws.cells.map((cell) => testcase(laws, cell)),
    "  </testsuite>",
  ];
}
