import type { OperationId } from "../../../generated/server/binding";
import { tags, type Operation } from "../contract";
import type { CellState } from "../coverage";
import { namesOfInvariants } from "./vocabulary";

export interface Finding {
  invariant: string;
  operation: OperationId;
  /** Violations of the invariant; empty if the invariant held. */
  faults: readonly string[];
}

export interface InvariantCell {
  invariant: string;
  operation: OperationId;
  state: CellState;
  tries: number;
  /** Reason why the invariant was not tried, or a remark on how it was tried. */
  note: string | null;
}

export interface InvariantViolation {
  invariant: string;
  operation: OperationId;
  faults: readonly string[];
  /** Number of further findings with faults at the same invariant and operation. */
  more: number;
  /** Shell commands that reproduce the violation; null if unknown. */
  curl: string | null;
  /** Number of requests: `least` in `curl`, `first` in the sequence before it was shortened. */
  requests: { least: number; first: number } | null;
}

export interface InvariantsResult {
  seed: number;
  cells: readonly InvariantCell[];
  violations: readonly InvariantViolation[];
}

const keyOf = ({ invariant, operation }: { invariant: string; operation: OperationId }) =>
  `${invariant} ${operation}`;

export const TIME_WAS_UP = "the time for the invariants was up";

export class Verdicts {
  private readonly tries = new Map<string, number>();
  private readonly broken = new Map<string, InvariantViolation>();
  private readonly notes = new Map<string, string>();
  private readonly late = new Set<OperationId>();
  private readonly reasons = new Map<string, string>();

  constructor(private readonly operations: readonly Operation[]) {}

  add(finding: Finding): void {
    const key = keyOf(finding);
    this.tries.set(key, (this.tries.get(key) ?? 0) + 1);
    if (finding.faults.length === 0 || !this.operations.some(({ id }) => id === finding.operation)) return;
    const known = this.broken.get(key);
    if (known) this.broken.set(key, { ...known, more: known.more + 1 });
    else this.broken.set(key, { ...finding, more: 0, curl: null, requests: null });
  }

  unable(invariant: string, operation: OperationId, reason: string): void {
    const key = keyOf({ invariant, operation });
    if (!this.reasons.has(key)) this.reasons.set(key, reason);
  }

  /** Records that the time ran out before a step of the operation. */
  outOfTime = (operation: OperationId): void => void this.late.add(operation);

  isLate = (operation: OperationId): boolean => this.late.has(operation);

  addNote(invariant: string, operation: OperationId, text: string): void {
    this.notes.set(keyOf({ invariant, operation }), text);
  }

  isBroken = (cell: { invariant: string; operation: OperationId }): boolean => this.broken.has(keyOf(cell));

  explain(cell: { invariant: string; operation: OperationId }, change: Partial<InvariantViolation>): void {
    const known = this.broken.get(keyOf(cell));
    if (known) this.broken.set(keyOf(cell), { ...known, ...change });
  }

  result(seed: number, readOnly: boolean): InvariantsResult {
    const otherwise = readOnly
      ? "read-only: it would create or change data"
      : "the sequence did not reach it";
    return { seed, cells: this.cells(otherwise), violations: [...this.broken.values()] };
  }

  private cells(otherwise: string): InvariantCell[] {
    const inOrder = [...this.operations].sort(
      (one, other) => tags.indexOf(one.tag) - tags.indexOf(other.tag),
    );
    return inOrder.flatMap((operation) =>
      namesOfInvariants(operation).map((invariant): InvariantCell => {
        const cell = { invariant, operation: operation.id };
        const tries = this.tries.get(keyOf(cell)) ?? 0;
        const state: CellState = this.isBroken(cell) ? "violated" : tries > 0 ? "hit" : "missed";
        const note =
          state === "missed"
            ? (this.reasons.get(keyOf(cell)) ?? (this.late.has(operation.id) ? TIME_WAS_UP : otherwise))
            : (this.notes.get(keyOf(cell)) ?? null);
        return { ...cell, state, tries, note };
      }),
    );
  }
}
