import { groupBy } from "../../src/platform/group-by";
import type { Change } from "./change";
import type { BreakingNote } from "./change-log";
import type { Contract } from "./contract";
import { type Subject, subjectOf } from "./subject";

export interface JudgedChange extends Change {
  subject: Subject;
  declaredBy: BreakingNote | null;
}

export interface Verdict {
  from: string;
  to: string;
  /** Changes by operation. Operations with breaking changes come first, then by name. */
  operations: { name: string; changes: JudgedChange[] }[];
  /** Whether the major version was raised, which declares every break. */
  isMajor: boolean;
  breaking: number;
  compatible: number;
  /** Number of breaking changes that neither the version nor the change log declares. */
  undeclared: number;
  /** Names in the change log that match several breaks and therefore declare none. */
  ambiguous: { subject: string; line: number; breaks: string[] }[];
}

/** Judges changes by the newer version number and the notes in the change log. */
export function verdictOf(
  before: Contract,
  after: Contract,
  changes: readonly Change[],
  notes: readonly BreakingNote[],
): Verdict {
  const [from, to] = [before.info.version, after.info.version];
  const isMajor = Number.parseInt(to) > Number.parseInt(from);
  const judged = changes
    .map((change): JudgedChange => ({
      ...change,
      subject: subjectOf(change, before, after),
      declaredBy: null,
    }))
    .sort(
      (a, b) => Number(operationName(a) > operationName(b)) - Number(operationName(a) < operationName(b)),
    );
  const [breaking, compatible] = [judged.filter(({ why }) => why), judged.filter(({ why }) => !why)];
  const ambiguous = declare(breaking, notes);
  const operations = [...groupBy([...breaking, ...compatible], operationName)];
  return {
    from,
    to,
    isMajor,
    ambiguous,
    operations: operations.map(([name, shown]) => ({ name, changes: shown })),
    breaking: breaking.length,
    compatible: compatible.length,
    undeclared: isMajor ? 0 : breaking.filter(({ declaredBy }) => declaredBy === null).length,
  };
}

function operationName({ method, path, operationId }: Change): string {
  if (path === "" || method === "") return "The contract as a whole";
  return operationId === "" ? `${method} ${path}` : `${operationId} (${method} ${path})`;
}

/**
 * Assigns notes to breaks. Each line declares one break, in all operations that show it, so that it cannot
 * cover later breaks. A name that matches more breaks than it has lines declares none.
 */
function declare(breaking: readonly JudgedChange[], notes: readonly BreakingNote[]): Verdict["ambiguous"] {
  const breaks = [...groupBy(breaking, ({ subject: { name, what } }) => `${name}: ${what}`)];
  const parts = (subject: string) => subject.split(".").length;
  const bySubject = [...groupBy(notes, ({ subject }) => subject)].sort(([a], [b]) => parts(b) - parts(a));
  return bySubject.flatMap(([subject, lines]) => {
    const meant = breaks.filter(
      ([, shown]) =>
        shown[0]?.declaredBy === null && shown.some((change) => change.subject.names.includes(subject)),
    );
    if (meant.length > lines.length) {
      return { subject, line: lines[0]?.line ?? 0, breaks: meant.map(([name]) => name) };
    }
    meant.forEach(([, shown], index) =>
      shown.forEach((change) => (change.declaredBy = lines[index] ?? null)),
    );
    return [];
  });
}
