import type { OperationId } from "../../generated/server/binding";
import { type Operation, operationOfId } from "./contract";
import type { Exchange } from "./exchange";

/** hit: answered with it, and rightly. violated: answered wrongly, or with something else. missed: not provoked. */
export type CellState = "hit" | "violated" | "missed";

export interface Cell {
  status: number;
  documented: boolean;
  state: CellState;
  /** Answers that counted here. */
  answers: number;
  /** What provoked it first. */
  how: string | null;
  /** Why it was not provoked; null unless it was missed. */
  reason: string | null;
  /** How long the answers with this status took, in milliseconds. */
  times: readonly number[];
}

export interface OperationCoverage {
  operation: Operation;
  cells: readonly Cell[];
  /**
   * Why the operation was never answered with success, where neither a violation nor the deployment explains it; else
   * null.
   */
  untried: string | null;
}

/** Says why an operation was not answered with success; `answers` are the statuses of requests that should succeed. */
export type WhyUntried = (operation: Operation, answers: readonly number[]) => string;

export interface Coverage {
  operations: readonly OperationCoverage[];
  /** Exchanges with at least one fault, in the order in which they happened. */
  violations: readonly Exchange[];
  /** Requests that were sent in all. */
  requests: number;
}

interface Tally {
  good: number;
  bad: number;
  how: string;
}

const keyOf = (operation: OperationId, status: number) => `${operation} ${status}`;

/** Which cell a faulty exchange counts against: what was expected and did not come, or else what came. */
const blamed = ({ expected, answer, faults }: Exchange): number =>
  expected !== null && faults.some(({ by }) => by === "expectation") ? expected : (answer?.status ?? 0);

type Otherwise = (operation: Operation, status: number) => string;

const isSuccess = (status: number) => status >= 200 && status < 300;

/** Keeps the tally of operation × status. */
export class CoverageTally {
  private readonly tallies = new Map<string, Tally>();
  private readonly reasons = new Map<string, string>();
  private readonly attempts = new Map<OperationId, Set<number>>();
  private readonly times = new Map<string, number[]>();
  private readonly bad: Exchange[] = [];
  private requests = 0;

  constructor(private readonly wanted: readonly Operation[]) {}

  record(exchange: Exchange): void {
    this.requests += 1;
    if (!this.wanted.some(({ id }) => id === exchange.operation.id)) return;
    const { operation, answer, faults, purpose, tookMs } = exchange;
    if (answer !== null && tookMs !== null) {
      const key = keyOf(operation.id, answer.status);
      const times = this.times.get(key);
      if (times) times.push(tookMs);
      else this.times.set(key, [tookMs]);
    }
    const count = (status: number, good: boolean) => {
      const key = keyOf(operation.id, status);
      const tally = this.tallies.get(key) ?? { good: 0, bad: 0, how: purpose };
      this.tallies.set(key, tally);
      if (good) tally.good += 1;
      else tally.bad += 1;
    };
    if (faults.length === 0) {
      if (answer !== null) count(answer.status, true);
      return;
    }
    this.bad.push(exchange);
    count(blamed(exchange), false);
    // A status that came where another was expected is checked too, and may have come rightly.
    const own = faults.filter(({ by }) => by !== "expectation");
    const expectedAnother = answer !== null && blamed(exchange) !== answer.status;
    if (expectedAnother && (own.length > 0 || operation.responses.has(answer.status))) {
      count(answer.status, own.length === 0);
    }
  }

  /** Says why a status is not provoked; what is said first stays. */
  unable(operation: OperationId, status: number, reason: string): void {
    const key = keyOf(operation, status);
    if (!this.reasons.has(key)) this.reasons.set(key, reason);
  }

  /** Records how a request was answered that should succeed; 0 stands for no answer. */
  attempt(operation: OperationId, status: number): void {
    const statuses = this.attempts.get(operation) ?? new Set();
    this.attempts.set(operation, statuses.add(status));
  }

  /** Says so of everything that the operation documents; what was said before stays. */
  lose(operation: OperationId, reason: string): void {
    for (const status of operationOfId(operation).responses.keys()) this.unable(operation, status, reason);
  }

  /**
   * The table as it stands. `otherwise` gives the reasons that no scenario gave, and `whyUntried` those of operations
   * that were never answered with success; null where a run does not have to try all operations.
   */
  result(otherwise: Otherwise, whyUntried: WhyUntried | null): Coverage {
    const operations = this.wanted.map((operation): OperationCoverage => {
      const answers = [...(this.attempts.get(operation.id) ?? [])];
      const untried = whyUntried && this.isUntried(operation) ? whyUntried(operation, answers) : null;
      const cells = this.cellsOf(operation, (one, status) =>
        untried !== null && isSuccess(status) ? untried : otherwise(one, status),
      );
      return { operation, cells, untried };
    });
    return { operations, violations: this.bad, requests: this.requests };
  }

  /** Whether no documented success came, and nothing says why. */
  private isUntried({ id, responses }: Operation): boolean {
    const keys = [...responses.keys()].filter(isSuccess).map((status) => keyOf(id, status));
    return keys.length > 0 && !keys.some((key) => this.tallies.has(key) || this.reasons.has(key));
  }

  private cellsOf(operation: Operation, otherwise: Otherwise): Cell[] {
    const answered = [...this.tallies.keys()].flatMap((key) => {
      const [id, status] = key.split(" ");
      return id === operation.id ? [Number(status)] : [];
    });
    const statuses = [...new Set([...operation.responses.keys(), ...answered])].sort((a, b) => a - b);
    return statuses.map((status) => {
      const tally = this.tallies.get(keyOf(operation.id, status));
      const state: CellState = tally === undefined ? "missed" : tally.bad > 0 ? "violated" : "hit";
      return {
        status,
        documented: operation.responses.has(status),
        state,
        answers: tally === undefined ? 0 : tally.good + tally.bad,
        how: tally?.how ?? null,
        reason:
          state === "missed"
            ? (this.reasons.get(keyOf(operation.id, status)) ?? otherwise(operation, status))
            : null,
        times: this.times.get(keyOf(operation.id, status)) ?? [],
      };
    });
  }
}

export interface Figures {
  documented: number;
  hit: number;
  violated: number;
  missed: number;
  /** Hit out of documented, from 0 to 1. */
  share: number;
  /** The same without 500 and 503, which take a failure inside the service. */
  shareFromOutside: number;
}

const INSIDE_ONLY = [500, 503];

const shareOf = (cells: readonly Cell[]): number =>
  cells.length === 0 ? 1 : cells.filter(({ state }) => state === "hit").length / cells.length;

/** Counts what the contract documents; statuses beyond it count as violations only. */
export function figuresOf({ operations }: Coverage): Figures {
  const cells = operations.flatMap((one) => one.cells);
  const documented = cells.filter((cell) => cell.documented);
  const count = (state: CellState) => documented.filter((cell) => cell.state === state).length;
  return {
    documented: documented.length,
    hit: count("hit"),
    violated: cells.filter(({ state }) => state === "violated").length,
    missed: count("missed"),
    share: shareOf(documented),
    shareFromOutside: shareOf(documented.filter(({ status }) => !INSIDE_ONLY.includes(status))),
  };
}

/** The operations that were never answered with success, where nothing explains it. */
export const untriedIn = ({ operations }: Coverage): readonly OperationCoverage[] =>
  operations.filter(({ untried }) => untried !== null);

/** What was not provoked, by reason. */
export function missedByReason({ operations }: Coverage): ReadonlyMap<string, readonly string[]> {
  const byReason = new Map<string, string[]>();
  for (const { operation, cells } of operations) {
    for (const { status, reason } of cells) {
      if (reason !== null)
        byReason.set(reason, [...(byReason.get(reason) ?? []), `${operation.id} ${status}`]);
    }
  }
  return byReason;
}

/** The operations that `--only` means: an operation's id or a tag, in any case. Null where there is no such thing. */
export function selected(
  all: readonly Operation[],
  only: readonly string[],
): { operations: readonly Operation[]; unknown: string | null } {
  if (only.length === 0) return { operations: all, unknown: null };
  const means = ({ id, tag }: Operation, name: string) =>
    [id, tag].some((one) => one.toLowerCase() === name.toLowerCase());
  const unknown = only.find((name) => !all.some((operation) => means(operation, name))) ?? null;
  return { operations: all.filter((operation) => only.some((name) => means(operation, name))), unknown };
}

export const tagOf = (id: OperationId): string => operationOfId(id).tag;
