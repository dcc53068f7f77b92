import type { CellState } from "../coverage";

export interface ReportedFault {
  title: string;
  /** Number of further responses with this fault. */
  more: number;
  faults: readonly string[];
  evidence: readonly Evidence[];
}

export interface Evidence {
  name: string;
  text: string;
  /** Shorter text, which the terminal shows. */
  short: string;
}

/** A result. `ms` is the sum of the response times; `failure` is the message and the text for CI. */
export interface Mark {
  state: CellState;
  title: string;
  ms: number;
  failure: readonly [message: string, text: string] | null;
}

export interface Row {
  tag: string;
  operation: string;
  /** Method and path. */
  route: string;
  marks: ReadonlyMap<string, Mark>;
}

/** Results by operation and column: the statuses, or the invariants. Every format shows the same sections. */
export interface Section {
  title: string;
  text: string;
  faults: readonly ReportedFault[];
  columns: readonly string[];
  rows: readonly Row[];
  words: Readonly<Record<CellState, string>>;
  /** Meaning of an empty cell. */
  empty: string;
  /** Prefix of the suites for CI, which are named after the tags. */
  suitePrefix: string;
  /** Names of results, by the reason or remark that they share. */
  notes: readonly { title: string; names: ReadonlyMap<string, readonly string[]> }[];
}

/** Groups names by reason, in the order in which the reasons first occur. Omits names without one. */
export function grouped(
  reasons: readonly { name: string; reason: string | null }[],
): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const { name, reason } of reasons) {
    if (reason !== null) groups.set(reason, [...(groups.get(reason) ?? []), name]);
  }
  return groups;
}

const MAX_NAMES = 6;

/** Joins the first six names and appends the number of further names. */
export const abbreviated = (names: readonly string[]): string =>
  names.slice(0, MAX_NAMES).join(", ") +
  (names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : "");
