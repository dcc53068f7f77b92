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
  /** Names in the change log that match more breaks than they declare. */
  ambiguous: { subject: string; notes: number; breaks: string[] }[];
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

/** Returns whether the reason of a note names what the change names, such as the added value of a list. */
const mentions = ({ why }: BreakingNote, { text }: Change) =>
  (text.match(/`[^`]+`/g) ?? []).some((word) => why.includes(word));

/** Returns whether a note is about a change. A note about a renamed operation contains the new name. */
function isAbout({ subject, why }: BreakingNote, { subject: { names }, text }: JudgedChange): boolean {
  const [, renamed] = /operation id `[^`]+` .*`([^`]+)`/.exec(text) ?? [];
  return names.includes(subject) && (renamed === undefined || `${subject} ${why}`.includes(renamed));
}

/**
 * Assigns notes to breaks. Each note declares one break, in all operations that show it, so that it cannot
 * cover later breaks. Moves notes between breaks until as many breaks as possible are declared.
 */
function declare(breaking: readonly JudgedChange[], notes: readonly BreakingNote[]): Verdict["ambiguous"] {
  const breaks = [...groupBy(breaking, ({ subject: { name, what } }) => `${name}: ${what}`).entries()].map(
    ([title, changes]) => {
      const matching = notes.filter((note) => changes.some((change) => isAbout(note, change)));
      const mentioning = matching.filter((note) => changes.some((change) => mentions(note, change)));
      return { title, changes, mentioning, matching: [...new Set([...mentioning, ...matching])] };
    },
  );
  const declared = new Map<BreakingNote, (typeof breaks)[number]>();
  function assign(each: (typeof breaks)[number], tried: Set<BreakingNote>): boolean {
    const isFree = (note: BreakingNote) => !declared.has(note);
    const note =
      each.matching.find(isFree) ??
      each.matching.find((taken) => {
        const holder = declared.get(taken);
        return holder !== undefined && !tried.has(taken) && assign(holder, tried.add(taken));
      });
    if (note !== undefined) declared.set(note, each);
    return note !== undefined;
  }
  breaks.sort((a, b) => b.mentioning.length - a.mentioning.length);
  const missing = breaks.filter((each) => !assign(each, new Set()));
  for (const [note, { changes }] of declared) for (const change of changes) change.declaredBy = note;
  const names = new Set(missing.flatMap(({ matching }) => matching.map(({ subject }) => subject)));
  return [...names].map((subject) => ({
    subject,
    notes: notes.filter((note) => note.subject === subject).length,
    breaks: breaks
      .filter(({ matching }) => matching.some((note) => note.subject === subject))
      .map(({ title }) => title),
  }));
}
