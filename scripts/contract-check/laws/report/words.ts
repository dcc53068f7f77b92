import type { LawCell, LawsResult, LawViolation } from "../verdicts";

/** The laws in the order of the table's columns: those of lists, of writing, of the rest. */
const ORDER = [
  ...["pages", "newest_first", "filters", "entries", "counts"],
  ...["creates", "updates", "conditional", "deletes", "becomes", "same_id"],
  ...["idempotent", "history", "events", "sums", "zero", "own_account"],
  ...["request_id", "no_internals", "rate_limit"],
];

export const columnsOf = ({ cells }: LawsResult): string[] => {
  const laws = [...new Set(cells.map(({ law }) => law))];
  return laws.sort((one, other) => ORDER.indexOf(one) - ORDER.indexOf(other));
};

export interface LawRow {
  operation: string;
  tag: string;
  cells: readonly LawCell[];
}

export function rowsOf({ cells }: LawsResult): LawRow[] {
  const operations = [...new Set(cells.map(({ operation }) => operation))];
  return operations.map((operation) => {
    const own = cells.filter((cell) => cell.operation === operation);
    return { operation, tag: own[0]?.tag ?? "", cells: own };
  });
}

/** What has something to be said of it, by what is said. */
export function notesOf({ cells }: LawsResult, states: readonly LawCell["state"][]): Map<string, string[]> {
  const notes = new Map<string, string[]>();
  for (const { law, operation, state, note } of cells) {
    if (note === null || !states.includes(state)) continue;
    notes.set(note, [...(notes.get(note) ?? []), `${operation} ${law}`]);
  }
  return notes;
}

export const figuresOf = ({ cells }: LawsResult) => {
  const count = (state: LawCell["state"]) => cells.filter((cell) => cell.state === state).length;
  return { all: cells.length, held: count("held"), violated: count("violated"), untried: count("untried") };
};

/** How a violation was brought about. */
export function shortness({ requests }: LawViolation): string {
  if (requests === null) return "";
  const { least, first } = requests;
  return least < first ? `shown by ${least} of ${first} requests` : `shown by ${least} requests`;
}
