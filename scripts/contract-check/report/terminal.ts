import { type CellState, figuresOf, missedByReason } from "../coverage";
import type { Progress } from "../check-options";
import { abbreviated, tableByTag } from "../invariants/report/summary";
import { invariantsText } from "../invariants/report/terminal";
import type { CheckResult } from "../run";
import { type Cause, causesOf } from "./causes";
import { columnsOf, MODES, percent, placeText, quoted, secondsOf, titleOf, violationsText } from "./summary";
import { ms, slowestFirst, TIMES_NOTE } from "./times";

const SYMBOLS: Readonly<Record<CellState, string>> = { hit: "✓", violated: "✗", missed: "·" };

interface Terminal {
  isTTY?: boolean;
  columns?: number;
  write(text: string): unknown;
}

/** Shows progress: one overwritten line on a terminal, otherwise one line for each part or wait. */
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

function table({ coverage }: CheckResult): string[] {
  const columns = columnsOf(coverage);
  const rows = coverage.operations.map(({ operation: { tag, id }, cells }) => {
    const stateAt = (status: number) => cells.find((one) => one.status === status)?.state;
    return { tag, name: id, cells: columns.map(stateAt).map((state) => (state ? SYMBOLS[state] : "")) };
  });
  return [
    ...tableByTag(rows, columns.map(String), 4),
    "",
    "✓ hit   ✗ violated   · not provoked   (empty: not documented)",
  ];
}

const MAX_SHOWN = 20;
const BODY_CHARACTERS = 300;

function violation(cause: Cause): string[] {
  const [first, ...others] = cause.exchanges;
  if (first === undefined) return [];
  const { request, response } = first;
  const body = (text: string) => (text === "" ? "" : ` ${text.slice(0, BODY_CHARACTERS)}`);
  const { about, more } = titleOf(cause);
  return [
    "",
    `✗ ${about}: ${more}${others.length > 0 ? ` (and ${others.length} more like it)` : ""}`,
    ...quoted(cause.faults).map(({ by, message }) => `    ${by}: ${message}`),
    ...(cause.where.length > 1 ? [`    at        ${abbreviated(cause.where.map(placeText))}`] : []),
    `    sent      ${request.method} ${request.url.slice(0, BODY_CHARACTERS)}${body(request.body)}`,
    `    returned  ${response === null ? "nothing" : `${response.status}${body(response.body)}`}`,
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

function missed({ coverage }: CheckResult): string[] {
  const reasons = [...missedByReason(coverage)];
  if (reasons.length === 0) return [];
  return ["", "Not provoked:", ...reasons.map(([why, cells]) => `  ${why}\n    ${abbreviated(cells)}`)];
}

export function toText(result: CheckResult): string {
  const { coverage, cleanUp } = result;
  const figures = figuresOf(coverage);
  const causes = causesOf(coverage);
  const rest = causes.length - MAX_SHOWN;
  return [
    ...table(result),
    ...causes.slice(0, MAX_SHOWN).flatMap(violation),
    ...(rest > 0 ? ["", `and ${rest} more causes: see the report`] : []),
    ...missed(result),
    ...invariantsText(result.invariants),
    ...times(result),
    "",
    `${result.url} (${MODES[result.mode]})`,
    `${figures.hit} of ${figures.documented} documented statuses hit (${percent(figures.share)}; ` +
      `${percent(figures.shareFromOutside)} without 500 and 503), ` +
      `${figures.violated} violated, ${figures.missed} not provoked; ${coverage.requests} requests in ${secondsOf(result)}`,
    ...(cleanUp.removed > 0 ? [`Deleted: ${cleanUp.removed} resources that the run created`] : []),
    ...(cleanUp.stays.length > 0
      ? [`Left behind, because no operation deletes them: ${cleanUp.stays.join(", ")}`]
      : []),
    ...cleanUp.failed.map((failure) => `Could not be deleted: ${failure}`),
    ...(causes.length > 0 ? [violationsText(coverage)] : []),
    ...(result.endedEarly !== null ? [`Ended early, the table is incomplete: ${result.endedEarly}`] : []),
    ...(result.interrupted ? ["Interrupted: the table is incomplete"] : []),
    "",
  ].join("\n");
}
