import type { InvariantCell, InvariantsResult, InvariantViolation } from "../verdicts";

/** The invariants in the order of the table's columns: those of lists, of writing, of the rest. */
const ORDER = [
  ...["pages", "newest_first", "filters", "entries", "counts"],
  ...["creates", "updates", "conditional", "deletes", "becomes", "same_id"],
  ...["idempotent", "history", "events", "sums", "zero", "own_account"],
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

/** Operations with a remark, by remark. */
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

/** How a violation was brought about. */
export function shortness({ requests }: InvariantViolation): string {
  if (requests === null) return "";
  const { least, first } = requests;
  return least < first ? `shown by ${least} of ${first} requests` : `shown by ${least} requests`;
}
