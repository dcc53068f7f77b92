import { groupBy } from "../../src/platform/group-by";
import type { BreakingNote } from "./change-log";
import type { Contract } from "./contract";
import { type Change, type Subject, subjectOf } from "./subject";

export interface JudgedChange {
  text: string;
  why: string | null;
  subject: Subject;
  /** What the change log says of it. */
  declaredBy: BreakingNote | null;
}

/** The changes of one operation, breaking ones first. */
export interface ChangedOperation {
  /** The operation's id and its method and path; "The contract as a whole" for the rest. */
  name: string;
  changes: JudgedChange[];
}

export interface Verdict {
  from: string;
  to: string;
  operations: ChangedOperation[];
  /** Whether the new version's first number says that clients have to change. */
  isMajor: boolean;
  breaking: number;
  compatible: number;
  /** Breaking changes that neither the version nor the change log declares: what CI fails on. */
  undeclared: number;
  /** Names in the change log that could mean several breaks, and so declare none. */
  ambiguous: { subject: string; line: number; breaks: string[] }[];
}

const WHOLE = "The contract as a whole";

/** Judges what the differ found between two contracts by what the change log says for the newer version. */
export function verdictOf(
  before: Contract,
  after: Contract,
  changes: readonly Change[],
  notes: readonly BreakingNote[],
): Verdict {
  const from = before.info.version;
  const to = after.info.version;
  const isMajor = majorOf(to) > majorOf(from);
  const operations = new Map<string, ChangedOperation>();
  for (const change of changes) {
    const name = nameOf(change);
    const operation = operations.get(name) ?? { name, changes: [] };
    operations.set(name, operation);
    const { text, why } = change;
    operation.changes.push({ text, why, subject: subjectOf(change, before, after), declaredBy: null });
  }
  const all = [...operations.values()].flatMap((operation) => operation.changes);
  const breaking = all.filter(isBreaking);
  const ambiguous = declare(breaking, notes);
  for (const operation of operations.values()) {
    operation.changes.sort((a, b) => Number(isBreaking(b)) - Number(isBreaking(a)));
  }
  return {
    from,
    to,
    operations: [...operations.values()].sort(byWeightAndName),
    isMajor,
    breaking: breaking.length,
    compatible: all.length - breaking.length,
    undeclared: isMajor ? 0 : breaking.filter((change) => change.declaredBy === null).length,
    ambiguous,
  };
}

/**
 * A name in the change log declares one break, however many operations show it; else one line would also stand for what
 * breaks later. A name that more breaks have than there are lines with it declares none of them.
 */
function declare(breaking: readonly JudgedChange[], notes: readonly BreakingNote[]): Verdict["ambiguous"] {
  const breaks = groupBy(breaking, ({ subject: { name, what } }) => `${name}: ${what}`);
  const ambiguous: Verdict["ambiguous"] = [];
  const bySubject = [...groupBy(notes, ({ subject }) => subject)];
  for (const [subject, lines] of bySubject.sort(([a], [b]) => parts(b) - parts(a))) {
    const meant = [...breaks].filter(
      ([, [first, ...others]]) =>
        first?.declaredBy === null &&
        [first, ...others].some((change) => change.subject.names.includes(subject)),
    );
    if (meant.length > lines.length) {
      ambiguous.push({ subject, line: lines[0]?.line ?? 0, breaks: meant.map(([name]) => name) });
      continue;
    }
    meant.forEach(([, shown], index) => {
      for (const change of shown) change.declaredBy = lines[index] ?? null;
    });
  }
  return ambiguous;
}

/** Names of parts come before names of wholes. */
const parts = (subject: string) => subject.split(".").length;

const majorOf = (version: string) => Number(/^\d+/.exec(version)?.[0] ?? 0);

function nameOf({ method, path, operationId }: Change): string {
  if (path === "" || method === "") return WHOLE;
  const at = `${method} ${path}`;
  return operationId === "" ? at : `${operationId} (${at})`;
}

const isBreaking = ({ why }: JudgedChange) => why !== null;

const breaks = ({ changes }: ChangedOperation) => changes.some(isBreaking);

const byWeightAndName = (a: ChangedOperation, b: ChangedOperation) =>
  Number(breaks(b)) - Number(breaks(a)) || (a.name < b.name ? -1 : 1);
