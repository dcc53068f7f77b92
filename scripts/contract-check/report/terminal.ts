import { type CellState, figuresOf, missedByReason } from "../coverage";
import type { Progress } from "../check-options";
import { lawsText } from "../laws/report/terminal";
import type { CheckResult } from "../run";
import { columnsOf, groupsOf, MODES, percent, quotedFaults, secondsOf, type ViolationGroup } from "./summary";

const SYMBOLS: Readonly<Record<CellState, string>> = { hit: "✓", violated: "✗", missed: "·" };

interface Terminal {
  isTTY?: boolean;
  columns?: number;
  write(text: string): unknown;
}

/** Shows how far the run is: on a terminal one line that is written over, elsewhere a line for each part. */
export function progressTo(out: Terminal): { tell(progress: Progress): void; end(): void } {
  let part = "";
  let waiting: string | null = null;
  return {
    tell(progress) {
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
  const width = Math.max(9, ...coverage.operations.map(({ operation }) => operation.id.length)) + 2;
  const row = (name: string, cells: readonly string[]) =>
    (name.padEnd(width) + cells.map((cell) => cell.padStart(4)).join("")).trimEnd();
  const lines: string[] = [];
  let tag = "";
  for (const { operation, cells } of coverage.operations) {
    if (operation.tag !== tag) {
      ({ tag } = operation);
      lines.push("", row(tag, columns.map(String)));
    }
    const symbols = columns.map((status) => {
      const cell = cells.find((one) => one.status === status);
      return cell ? SYMBOLS[cell.state] : "";
    });
    lines.push(row(`  ${operation.id}`, symbols));
  }
  return [...lines, "", "✓ hit   ✗ violated   · not provoked   (empty: not documented)"];
}

const MOST_SHOWN = 20;
const BODY_CHARACTERS = 300;

function violation({ exchange, others }: ViolationGroup): string[] {
  const { operation, purpose, request, answer } = exchange;
  const body = (text: string) => (text === "" ? "" : ` ${text.slice(0, BODY_CHARACTERS)}`);
  return [
    "",
    `✗ ${operation.id}: ${purpose}${others.length > 0 ? ` (and ${others.length} more like it)` : ""}`,
    ...quotedFaults(exchange).map(({ judge, message }) => `    ${judge}: ${message}`),
    `    sent      ${request.method} ${request.url.slice(0, BODY_CHARACTERS)}${body(request.body)}`,
    `    answered  ${answer === null ? "nothing" : `${answer.status}${body(answer.body)}`}`,
  ];
}

const MOST_NAMES = 6;

function missed({ coverage }: CheckResult): string[] {
  const reasons = [...missedByReason(coverage)];
  if (reasons.length === 0) return [];
  const names = (all: readonly string[]) =>
    all.slice(0, MOST_NAMES).join(", ") +
    (all.length > MOST_NAMES ? ` and ${all.length - MOST_NAMES} more` : "");
  return ["", "Not provoked:", ...reasons.map(([why, cells]) => `  ${why}\n    ${names(cells)}`)];
}

/** What whoever started the run reads at its end. */
export function toText(result: CheckResult): string {
  const { coverage, cleanUp } = result;
  const figures = figuresOf(coverage);
  const groups = groupsOf(coverage);
  const rest = groups.length - MOST_SHOWN;
  return [
    ...table(result),
    ...groups.slice(0, MOST_SHOWN).flatMap(violation),
    ...(rest > 0 ? ["", `and ${rest} more violations: see the report`] : []),
    ...missed(result),
    ...lawsText(result.laws),
    "",
    `${result.url} (${MODES[result.mode]})`,
    `${figures.hit} of ${figures.documented} documented statuses hit (${percent(figures.share)}; ` +
      `${percent(figures.shareFromOutside)} without 500 and 503), ` +
      `${figures.violated} violated, ${figures.missed} not provoked; ${coverage.requests} requests in ${secondsOf(result)}`,
    ...(cleanUp.removed > 0 ? [`Removed again: ${cleanUp.removed} things that the run made`] : []),
    ...(cleanUp.stays.length > 0
      ? [`Stays, since no operation removes it: ${cleanUp.stays.join(", ")}`]
      : []),
    ...cleanUp.failed.map((failure) => `Could not be removed: ${failure}`),
    ...(result.interrupted ? ["Interrupted: the table is not complete"] : []),
    "",
  ].join("\n");
}
