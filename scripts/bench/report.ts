import type { DatabaseKind } from "./databases";
import { aligned } from "../tools/aligned";
import type { Comparison } from "./stats";

export interface Aim {
  atLeast?: number;
  atMost?: number;
  /** Figure that the goal refers to; the ratio by default. */
  of?: "ratio" | "ours" | "p95" | "p99";
}

export interface Result extends Comparison {
  bench: string;
  db: DatabaseKind | "none";
  n: number;
  unit: string;
  aim: Aim | null;
  /** Percentiles of the measured times, in milliseconds. Null if the benchmark reports none. */
  p50: number | null;
  /** 95th percentile; undefined in a benchmark without an aim for the p95. */
  p95?: number | null;
  p99: number | null;
  cpuMsPerRow: number | null;
  /** Peak memory, in MB (10^6 bytes). */
  rssMb: number | null;
  exponent: number | null;
}

const rounded = (value: number | null) =>
  value === null || !Number.isFinite(value) ? null : Number(value.toPrecision(4));

export function toLine(result: Result): string {
  const { bench, db, n, unit, aim, p95 } = result;
  const { ours, floor, ratio, min, max, p50, p99, cpuMsPerRow, rssMb, exponent } = result;
  const rates = { ours, floor, ratio, min, max };
  const times = { p50, ...(p95 === undefined ? {} : { p95 }), p99 };
  const costs = { cpu_ms_per_row: cpuMsPerRow, rss_mb: rssMb, exponent };
  const met = { aim: aimText(aim), met: isMet(result) };
  const all = { bench, db, n, unit, ...roundedAll(rates), ...met, ...roundedAll({ ...times, ...costs }) };
  return JSON.stringify(all);
}

const roundedAll = (values: Record<string, number | null>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, rounded(value)]));

/** Returns whether the figure meets its aim. Null without an aim. */
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

const COLUMNS: readonly [head: string, cell: (result: Result) => string][] = [
  ["benchmark", ({ bench }) => bench],
  ["database", ({ db }) => db],
  ["n", ({ n }) => number(n)],
  ["unit", ({ unit }) => unit],
  ["ours", ({ ours }) => number(ours)],
  ["floor", ({ floor }) => number(floor)],
  ["ratio", ({ ratio }) => ratio.toFixed(3)],
  ["min–max", ({ min, max }) => `${min.toFixed(2)}–${max.toFixed(2)}`],
  ["aim", ({ aim }) => aimText(aim) ?? ""],
  ["met", (result) => ({ true: "yes", false: "NO", null: "" })[`${isMet(result)}`]],
  ["p50 ms", ({ p50 }) => number(p50)],
  ["p95 ms", ({ p95 }) => number(p95 ?? null)],
  ["p99 ms", ({ p99 }) => number(p99)],
  ["CPU ms/row", ({ cpuMsPerRow }) => number(cpuMsPerRow)],
  ["RSS MB", ({ rssMb }) => number(rssMb)],
  ["exponent", ({ exponent }) => number(exponent)],
];

export function toTable(results: readonly Result[]): string {
  const rows = results.map((result) => COLUMNS.map(([, cell]) => cell(result)));
  return aligned([COLUMNS.map(([head]) => head), ...rows]).join("\n");
}
