import type { Progress } from "../check-options";
import type { CellState } from "../coverage";
import type { CheckResult } from "../run";
import { abbreviated, type ReportedFault, type Row, type Section } from "./section";
import { sectionsOf } from "./sections";
import { factsOf } from "./summary";
import { ms, slowestFirst, TIMES_NOTE } from "./times";

const SYMBOLS: Readonly<Record<CellState, string>> = { hit: "✓", violated: "✗", missed: "·" };

interface Terminal {
  isTTY?: boolean;
  columns?: number;
  write(text: string): unknown;
}

/**
 * Shows progress. A terminal has one line, which each update overwrites. Other outputs get a line when a part
 * of the run begins, and when a wait begins.
 */
export function progressTo(out: Terminal): { show(progress: Progress): void; end(): void } {
  let part = "";
  let waiting: string | null = null;
  return {
    show(progress) {
      const { requests, violations } = progress;
      const bad = violations > 0 ? `, ${violations} with faults` : "";
      const line = `${progress.part}: ${requests} requests${bad}${progress.waiting ? `, waiting ${progress.waiting}` : ""}`;
      if (out.isTTY) out.write(`\r\u001b[2K${line.slice(0, (out.columns ?? 80) - 1)}`);
      else if (progress.part !== part || (progress.waiting !== null && progress.waiting !== waiting)) {
        out.write(`${line}\n`);
      }
      ({ part, waiting } = progress);
    },
    end: () => void (out.isTTY && out.write("\r\u001b[2K")),
  };
}

/**
 * Returns a section as a table. Long column names become numbers, which the lines below the table explain.
 */
function table({ columns, rows, words, empty }: Section): string[] {
  const isShort = columns.every((column) => column.length < 4);
  const width = Math.max(...rows.map(({ operation }) => operation.length)) + 4;
  const line = (name: string, cells: readonly string[]) =>
    (name.padEnd(width) + cells.map((cell) => cell.padStart(4)).join("")).trimEnd();
  const heads = isShort ? columns : columns.map((_, index) => String(index + 1));
  const symbolOf = ({ marks }: Row, column: string) => {
    const mark = marks.get(column);
    return mark ? SYMBOLS[mark.state] : "";
  };
  const legend = (["hit", "violated", "missed"] as const).map((state) => `${SYMBOLS[state]} ${words[state]}`);
  return [
    ...rows.flatMap((row, index) => [
      ...(row.tag === rows[index - 1]?.tag ? [] : ["", line(row.tag, heads)]),
      line(
        `  ${row.operation}`,
        columns.map((column) => symbolOf(row, column)),
      ),
    ]),
    "",
    ...(isShort ? [] : [columns.map((column, index) => `${index + 1} ${column}`).join("  ")]),
    [...legend, `(empty: ${empty})`].join("   "),
  ];
}

const MAX_SHOWN = 20;
const MAX_FAULTS = 8;

function fault({ title, more, faults, evidence }: ReportedFault): string[] {
  const rest = faults.length - MAX_FAULTS;
  return [
    "",
    `✗ ${title}${more > 0 ? ` (and ${more} more like it)` : ""}`,
    ...[...faults.slice(0, MAX_FAULTS), ...(rest > 0 ? [`and ${rest} more`] : [])].map((one) => `    ${one}`),
    ...evidence.flatMap(({ name, short }) => [
      `    ${name}:`,
      ...short.split("\n").map((one) => `    ${one}`),
    ]),
  ];
}

function section(one: Section): string[] {
  const rest = one.faults.length - MAX_SHOWN;
  return [
    ...["", one.title, ...table(one)],
    ...one.faults.slice(0, MAX_SHOWN).flatMap(fault),
    ...(rest > 0 ? ["", `and ${rest} more: see the report`] : []),
    ...one.notes.flatMap(({ title, names }) =>
      names.size === 0
        ? []
        : ["", `${title}:`, ...[...names].map(([why, all]) => `  ${why}\n    ${abbreviated(all)}`)],
    ),
  ];
}

const MAX_SLOW = 10;

function times({ coverage }: CheckResult): string[] {
  const slowest = slowestFirst(coverage).slice(0, MAX_SLOW);
  if (slowest.length === 0) return [];
  const width = Math.max(...slowest.map(({ id }) => id.length)) + 4;
  const row = (name: string, ...cells: readonly string[]) =>
    name.padEnd(width) + cells.map((cell) => cell.padStart(8)).join("");
  return [
    "",
    `Slowest operations, in milliseconds (${TIMES_NOTE}):`,
    row("", "n", "p50", "p95", "max"),
    ...slowest.map(({ id, all }) => row(`  ${id}`, String(all.n), ms(all.p50), ms(all.p95), ms(all.max))),
  ];
}

export function toText(result: CheckResult): string {
  const sections = sectionsOf(result);
  const lines = [...sections.flatMap(section), ...times(result), ""];
  return [...lines, ...sections.map(({ text }) => text), ...factsOf(result), ""].join("\n");
}
