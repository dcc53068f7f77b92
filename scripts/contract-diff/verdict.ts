import type { BreakingNote } from "./change-log";
import { type Contract, operationAt, schemasUsedBy } from "./contract";

/** A change as the differ reports it, with what it knows of this kind of change. */
export interface Change {
  id: string;
  text: string;
  comment?: string;
  isBreaking: boolean;
  /** Empty where the change is not about one operation. */
  method: string;
  path: string;
  operationId: string;
  /** Whether requests or answers are concerned. */
  direction: "request" | "response" | "none";
  /** What it does to the values that are allowed. */
  effect: string;
}

export interface JudgedChange {
  text: string;
  isBreaking: boolean;
  /** Why it breaks clients, for breaking changes. */
  why: string | null;
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
    const subjects = subjectsOf(change, before, after);
    operation.changes.push({
      text: change.comment ? `${change.text} (${change.comment})` : change.text,
      isBreaking: change.isBreaking,
      why: change.isBreaking ? whyItBreaks(change) : null,
      declaredBy: change.isBreaking
        ? (notes.find((note) => note.subjects.some((one) => subjects.has(one))) ?? null)
        : null,
    });
  }
  const all = [...operations.values()].flatMap((operation) => operation.changes);
  for (const operation of operations.values()) {
    operation.changes.sort((a, b) => Number(b.isBreaking) - Number(a.isBreaking));
  }
  const breaking = all.filter((change) => change.isBreaking);
  return {
    from,
    to,
    operations: [...operations.values()].sort(byWeightAndName),
    isMajor,
    breaking: breaking.length,
    compatible: all.length - breaking.length,
    undeclared: isMajor ? 0 : breaking.filter((change) => change.declaredBy === null).length,
  };
}

const majorOf = (version: string) => Number(/^\d+/.exec(version)?.[0] ?? 0);

function nameOf({ method, path, operationId }: Change): string {
  if (path === "" || method === "") return WHOLE;
  const at = `${method} ${path}`;
  return operationId === "" ? at : `${operationId} (${at})`;
}

const breaks = ({ changes }: ChangedOperation) => changes.some((change) => change.isBreaking);

const byWeightAndName = (a: ChangedOperation, b: ChangedOperation) =>
  Number(breaks(b)) - Number(breaks(a)) || (a.name < b.name ? -1 : 1);

/** By which names a note can mean this change: the operation's, and those of the schemas that it uses. */
function subjectsOf({ method, path, operationId }: Change, before: Contract, after: Contract): Set<string> {
  const schemas = [before, after].flatMap((contract) => [
    ...schemasUsedBy(contract, operationAt(contract, method, path)),
  ]);
  return new Set([operationId, `${method} ${path}`, ...schemas]);
}

function whyItBreaks({ id, direction, effect }: Change): string {
  if (/^(api|endpoint|webhook)-.*removed|^api-path-removed|^webhook-removed/.test(id))
    return "clients that use it get nothing any more";
  if (/security|scope/.test(id)) return "keys that were enough are refused";
  if (direction === "request") {
    return effect === "narrows"
      ? "requests that were accepted are refused"
      : "requests as clients write them now may mean something else, or be refused";
  }
  if (direction === "response") {
    return effect === "widens"
      ? "clients get what they were told would never come"
      : "clients do not find what they rely on";
  }
  return "clients that rely on it stop working";
}
