/** Result of a command, as JSON for programs and as text for people. The CLI prints one of the two. */
export interface Output {
  /** Value printed with `--json`. Field names follow the API. */
  json: unknown;
  text: string;
  /** Error message for a command that prints its output but exits with code 1. */
  failure?: string;
}

export type Cell = string | number | boolean | null;

/** Characters that control a terminal, end a line or change the direction of text. */
const CONTROLS = /[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/gu;

/**
 * Returns the text with visible control characters: `\u001b` instead of ESC. An account's names and URLs may
 * contain them, and the operator's terminal would obey.
 */
export const escapeControls = (text: string): string =>
  text.replaceAll(CONTROLS, (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, "0")}`);

const written = (cell: Cell) =>
  cell === null ? "-" : cell === true ? "yes" : cell === false ? "no" : escapeControls(String(cell));

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

export function fields(entries: readonly (readonly [name: string, value: Cell])[]): string {
  const width = Math.max(...entries.map(([name]) => name.length));
  return entries.map(([name, value]) => `${name.padEnd(width)}  ${written(value)}`).join("\n");
}

export const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;

export const changed = (json: object, text: string): Output => ({ json: { ...json, changed: true }, text });

export const unchanged = (json: object, reason: string): Output => ({
  json: { ...json, changed: false },
  text: `Nothing changed: ${reason}`,
});

/**
 * Returns the output's lines with escaped control characters, which could otherwise control the terminal. The
 * escapes are those of JSON, so parsed JSON still contains the original characters.
 */
export function printable({ json, text }: Output, asJson: boolean): string {
  const lines = (asJson ? JSON.stringify(json, null, 2) : text).split("\n");
  return lines.map((line) => `${escapeControls(line)}\n`).join("");
}
