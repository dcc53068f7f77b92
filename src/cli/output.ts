/** What a command answers: the same thing for programs and for people. */
export interface Output {
  /** Printed by `--json`, alone and whole. Names as in the API. */
  json: unknown;
  text: string;
  /** Why the command ends with an exit code of 1 though it has an answer. */
  failure?: string;
}

export type Cell = string | number | boolean | null;

const written = (cell: Cell) =>
  cell === null ? "-" : cell === true ? "yes" : cell === false ? "no" : String(cell);

/** Columns as wide as their widest cell, under their names in capitals. */
export function table(columns: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const lines = [columns.map((name) => name.toUpperCase()), ...rows.map((row) => row.map(written))];
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => line[index]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, index) => cell.padEnd(widths[index] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** One thing, a line each of its fields. */
export function fields(entries: readonly (readonly [name: string, value: Cell])[]): string {
  const width = Math.max(...entries.map(([name]) => name.length));
  return entries.map(([name, value]) => `${name.padEnd(width)}  ${written(value)}`).join("\n");
}

export function printable({ json, text }: Output, asJson: boolean): string {
  return `${asJson ? JSON.stringify(json, null, 2) : text}\n`;
}
