/** Result of a command, in a form for programs and a form for people; the CLI prints one of the two. */
export interface Output {
  /** Printed with `--json`, as the only output. Names as in the API. */
  json: unknown;
  text: string;
  /** Reason for an exit code of 1 despite the output. */
  failure?: string;
}

export type Cell = string | number | boolean | null;

const written = (cell: Cell) =>
  cell === null ? "-" : cell === true ? "yes" : cell === false ? "no" : String(cell);

/** Formats columns under their names in capitals, each as wide as its widest cell. */
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

/** Formats one line per field. */
export function fields(entries: readonly (readonly [name: string, value: Cell])[]): string {
  const width = Math.max(...entries.map(([name]) => name.length));
  return entries.map(([name, value]) => `${name.padEnd(width)}  ${written(value)}`).join("\n");
}

export function printable({ json, text }: Output, asJson: boolean): string {
  return `${asJson ? JSON.stringify(json, null, 2) : text}\n`;
}
