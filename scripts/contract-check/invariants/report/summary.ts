import type { InvariantCell, InvariantsResult, InvariantViolation } from "../verdicts";

/** Order of columns: invariants of lists, of writes, of other operations, of all operations. */
const ORDER = [
  ...["pages", "newest_first", "ordered", "sorted", "filters", "entries", "counts"],
  ...["creates", "updates", "conditional", "deletes", "becomes", "same_id"],
  ...["idempotent", "history", "events", "sums", "zero", "null_unless", "at_most", "gsm7", "own_account"],
  ...["request_id", "no_internals", "rate_limit"],
];

export const columnsOf = ({ cells }: InvariantsResult): string[] => {
  const invariants = [...new Set(cells.map(({ invariant }) => invariant))];
  return invariants.sort((one, other) => ORDER.indexOf(one) - ORDER.indexOf(other));
};

export interface InvariantRow {
  operation: string;
  tag: string;
  cells: readonly InvariantCell[];
}

export function rowsOf({ cells }: InvariantsResult): InvariantRow[] {
  const operations = [...new Set(cells.map(({ operation }) => operation))];
  return operations.map((operation) => {
    const own = cells.filter((cell) => cell.operation === operation);
    return { operation, tag: own[0]?.tag ?? "", cells: own };
  });
}

/** Returns operation and invariant of each cell with a note, grouped by note. */
export function notesOf(
  { cells }: InvariantsResult,
  states: readonly InvariantCell["state"][],
): Map<string, string[]> {
  const notes = new Map<string, string[]>();
  for (const { invariant, operation, state, note } of cells) {
    if (note === null || !states.includes(state)) continue;
    notes.set(note, [...(notes.get(note) ?? []), `${operation} ${invariant}`]);
  }
  return notes;
}

export const figuresOf = ({ cells }: InvariantsResult) => {
  const count = (state: InvariantCell["state"]) => cells.filter((cell) => cell.state === state).length;
  return { all: cells.length, held: count("held"), violated: count("violated"), untried: count("untried") };
};

export function requestsText({ requests }: InvariantViolation): string {
  if (requests === null) return "";
  const { least, first } = requests;
  return least < first ? `shown by ${least} of ${first} requests` : `shown by ${least} requests`;
}

const MAX_NAMES = 6;

/** Joins the first six names and appends the number of further names. */
export const abbreviated = (names: readonly string[]): string =>
  names.slice(0, MAX_NAMES).join(", ") +
  (names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : "");

export function tableByTag(
  rows: readonly { tag: string; name: string; cells: readonly string[] }[],
  columns: readonly string[],
  cellWidth: number,
): string[] {
  const width = Math.max(9, ...rows.map(({ name }) => name.length)) + 2;
  const line = (name: string, cells: readonly string[]) =>
    (name.padEnd(width) + cells.map((cell) => cell.padStart(cellWidth)).join("")).trimEnd();
  return rows.flatMap(({ tag, name, cells }, index) => [
    ...(tag === rows[index - 1]?.tag ? [] : ["", line(tag, columns)]),
    line(`  ${name}`, cells),
  ]);
}
