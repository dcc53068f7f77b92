import type { DatabaseKind } from "./databases";
import type { Comparison } from "./stats";

/** What is asked of a figure: at least so much of a floor's rate, at most so many times its cost, or so many milliseconds. */
export interface Aim {
  atLeast?: number;
  atMost?: number;
  /** The ratio, unless it says otherwise. */
  of?: "ratio" | "ours" | "p95" | "p99";
}

export interface Result extends Comparison {
  bench: string;
  db: DatabaseKind | "none";
  /** Rows, messages or requests of one turn. */
  n: number;
  /** What `ours` and `floor` count. */
  unit: string;
  aim: Aim | null;
  /** Milliseconds a request, where there are requests. */
  p50: number | null;
  /** Only where an aim is set for it. */
  p95?: number | null;
  p99: number | null;
  cpuMsPerRow: number | null;
  /** The highest that was seen, in MB (10^6 bytes). */
  rssMb: number | null;
  exponent: number | null;
}

const rounded = (value: number | null) =>
  value === null || !Number.isFinite(value) ? null : Number(value.toPrecision(4));

/** The result as one line of JSON, for machines. */
export function toLine(result: Result): string {
  return JSON.stringify({
    bench: result.bench,
    db: result.db,
    n: result.n,
    unit: result.unit,
    ours: rounded(result.ours),
    floor: rounded(result.floor),
    ratio: rounded(result.ratio),
    min: rounded(result.min),
    max: rounded(result.max),
    aim: aimText(result.aim),
    met: isMet(result),
    p50: rounded(result.p50),
    p95: result.p95 === undefined ? undefined : rounded(result.p95),
    p99: rounded(result.p99),
    cpu_ms_per_row: rounded(result.cpuMsPerRow),
    rss_mb: rounded(result.rssMb),
    exponent: rounded(result.exponent),
  });
}

/** Whether the figure that the aim is set for is where it should be; null where nothing is asked. */
export function isMet(
  result: Pick<Result, "aim" | "ratio"> & Partial<Pick<Result, "ours" | "p95" | "p99">>,
): boolean | null {
  const { aim } = result;
  if (aim === null) return null;
  const value = result[aim.of ?? "ratio"] ?? NaN;
  return value >= (aim.atLeast ?? -Infinity) && value <= (aim.atMost ?? Infinity);
}

function aimText(aim: Aim | null): string | null {
  if (aim === null) return null;
  const bounds = aim.atLeast === undefined ? `<= ${aim.atMost}` : `>= ${aim.atLeast}`;
  return aim.of === undefined || aim.of === "ratio" ? bounds : `${aim.of} ${bounds}`;
}

const number = (value: number | null) => {
  if (value === null || !Number.isFinite(value)) return "";
  return value >= 1_000 ? Math.round(value).toLocaleString("en") : String(rounded(value));
};

/** All results side by side, for people. */
export function toTable(results: readonly Result[]): string {
  const head = ["benchmark", "database", "n", "unit", "ours", "floor", "ratio", "min–max", "aim", "met"];
  const tail = ["p50 ms", "p95 ms", "p99 ms", "CPU ms/row", "RSS MB", "exponent"];
  const rows = results.map((result) => [
    result.bench,
    result.db,
    number(result.n),
    result.unit,
    number(result.ours),
    number(result.floor),
    result.ratio.toFixed(3),
    `${result.min.toFixed(2)}–${result.max.toFixed(2)}`,
    aimText(result.aim) ?? "",
    { true: "yes", false: "NO", null: "" }[String(isMet(result)) as "true" | "false" | "null"],
    number(result.p50),
    number(result.p95 ?? null),
    number(result.p99),
    number(result.cpuMsPerRow),
    number(result.rssMb),
    number(result.exponent),
  ]);
  return aligned([[...head, ...tail], ...rows]);
}

function aligned(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
