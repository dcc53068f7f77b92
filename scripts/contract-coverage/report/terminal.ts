import { type ContractCoverage, KINDS, percentOf, sum, type Untouched } from "../coverage";

function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? "").length)),
  );
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

const rowOf = ({ kind, operation, name, declared, handler }: Untouched) => [
  kind,
  operation,
  name,
  declared,
  handler ?? "",
];

/** What whoever started the command reads. */
export function toText(coverage: ContractCoverage): string {
  const { figures, untouched } = coverage;
  const all = sum(figures);
  const counts = figures.map((figure) => [
    KINDS[figure.kind],
    `${figure.touched} of ${figure.declared}`,
    percentOf(figure),
  ]);
  const list =
    untouched.length === 0
      ? []
      : [
          "",
          ...table([["Untouched", "operation", "element", "declared", "handler"], ...untouched.map(rowOf)]),
        ];
  const verdict =
    untouched.length === 0
      ? `All ${all.declared} elements of the contract were touched.`
      : `${untouched.length} of ${all.declared} elements of the contract were touched by no code (${percentOf(all)} were).`;
  return [...list, "", ...table(counts), "", verdict, ""].join("\n");
}
