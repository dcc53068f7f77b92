import type { OperationId } from "../../generated/server/binding";
import { type Operation, operationOfId } from "./contract";
import { type Exchange, isSuccess } from "./exchange";

/** `hit`: correct response. `violated`: incorrect response or another status. `missed`: not provoked. */
export type CellState = "hit" | "violated" | "missed";

export interface Cell {
  status: number;
  documented: boolean;
  state: CellState;
  /** Number of requests that got the status, plus requests that expected it and got another status. */
  responses: number;
  /** Purpose of the first counted request; null if missed. */
  how: string | null;
  /** Reason why the status was not provoked; null unless missed. */
  reason: string | null;
  /** Durations of requests that got this status, in milliseconds. */
  times: readonly number[];
}

export interface OperationCoverage {
  operation: Operation;
  cells: readonly Cell[];
  /** Reason why no request succeeded; null if a success status has a result or a recorded reason. */
  untried: string | null;
}

/** Returns why an operation never succeeded; `statuses` are the statuses of requests that should succeed. */
export type UntriedReason = (operation: Operation, statuses: readonly number[]) => string;

export interface Coverage {
  operations: readonly OperationCoverage[];
  /** Exchanges with at least one fault, in the order of the requests. */
  violations: readonly Exchange[];
  requests: number;
}

interface Tally {
  good: number;
  bad: number;
  /** Purpose of the first counted request. */
  how: string | null;
  reason: string | null;
  times: number[];
}

/**
 * Returns the status that faults count against: the expected status if the expectation failed, else the
 * status of the response, or 0 without a response.
 */
export const blamed = ({ expected, response, faults }: Exchange): number =>
  expected !== null && faults.some(({ by }) => by === "expectation") ? expected : (response?.status ?? 0);

type MissedReason = (operation: Operation, status: number) => string;

export class CoverageTally {
  private readonly tallies = new Map<string, Map<number, Tally>>();
  private readonly attempts = new Map<string, Set<number>>();
  private readonly bad: Exchange[] = [];
  private requests = 0;

  constructor(private readonly operations: readonly Operation[]) {}

  private tally(operation: string, status: number): Tally {
    const ofOperation = this.tallies.get(operation) ?? new Map<number, Tally>();
    this.tallies.set(operation, ofOperation);
    const tally = ofOperation.get(status) ?? { good: 0, bad: 0, how: null, reason: null, times: [] };
    ofOperation.set(status, tally);
    return tally;
  }

  record(exchange: Exchange): void {
    this.requests += 1;
    if (!this.operations.some(({ id }) => id === exchange.operation.id)) return;
    const { operation, response, faults, purpose, tookMs } = exchange;
    if (response !== null && tookMs !== null) this.tally(operation.id, response.status).times.push(tookMs);
    const count = (status: number, good: boolean) => {
      const tally = this.tally(operation.id, status);
      tally.how ??= purpose;
      tally[good ? "good" : "bad"] += 1;
    };
    if (faults.length === 0) {
      if (response !== null) count(response.status, true);
      return;
    }
    this.bad.push(exchange);
    count(blamed(exchange), false);
    // An unexpected status is counted too: it may be documented, and its response may be valid.
    const own = faults.filter(({ by }) => by !== "expectation");
    const expectedAnother = response !== null && blamed(exchange) !== response.status;
    if (expectedAnother && (own.length > 0 || operation.responses.has(response.status))) {
      count(response.status, own.length === 0);
    }
  }

  /** Records why a status cannot be provoked. The first reason is kept. */
  unable(operation: OperationId, status: number, reason: string): void {
    this.tally(operation, status).reason ??= reason;
  }

  /** Records the status of a request that should succeed; 0 means no response. */
  attempt(operation: OperationId, status: number): void {
    const statuses = this.attempts.get(operation) ?? new Set();
    this.attempts.set(operation, statuses.add(status));
  }

  /** Records a reason for every documented status of an operation. An earlier reason of a status is kept. */
  unableAll(operation: OperationId, reason: string): void {
    for (const status of operationOfId(operation).responses.keys()) this.unable(operation, status, reason);
  }

  /**
   * Returns the coverage. `missedReason` explains statuses without a recorded reason. `untriedReason`
   * explains operations that never succeeded; null skips these operations.
   */
  result(missedReason: MissedReason, untriedReason: UntriedReason | null): Coverage {
    const operations = this.operations.map((operation): OperationCoverage => {
      const statuses = [...(this.attempts.get(operation.id) ?? [])];
      const untried = untriedReason && this.isUntried(operation) ? untriedReason(operation, statuses) : null;
      const cells = this.cellsOf(operation, (one, status) =>
        untried !== null && isSuccess(status) ? untried : missedReason(one, status),
      );
      return { operation, cells, untried };
    });
    return { operations, violations: this.bad, requests: this.requests };
  }

  /** Returns whether no success status of the operation has a result or a recorded reason. */
  private isUntried({ id, responses }: Operation): boolean {
    const successes = [...responses.keys()].filter(isSuccess).map((status) => this.tally(id, status));
    return successes.length > 0 && successes.every(({ how, reason }) => how === null && reason === null);
  }

  private cellsOf(operation: Operation, missedReason: MissedReason): Cell[] {
    const { id, responses } = operation;
    const received = [...(this.tallies.get(id) ?? [])].flatMap(([status, { how }]) =>
      how === null ? [] : [status],
    );
    const statuses = [...new Set([...responses.keys(), ...received])].sort((a, b) => a - b);
    return statuses.map((status) => {
      const { good, bad, how, reason, times } = this.tally(id, status);
      const state: CellState = how === null ? "missed" : bad > 0 ? "violated" : "hit";
      return {
        status,
        documented: responses.has(status),
        state,
        responses: good + bad,
        how,
        times,
        reason: state === "missed" ? (reason ?? missedReason(operation, status)) : null,
      };
    });
  }
}

interface Figures {
  documented: number;
  hit: number;
  violated: number;
  missed: number;
  /** Share of documented statuses that were hit, from 0 to 1. */
  share: number;
  /** `share` without 500 and 503, which only a failure inside the service causes. */
  shareFromOutside: number;
}

const INSIDE_ONLY = [500, 503];

const shareOf = (cells: readonly Cell[]): number =>
  cells.length === 0 ? 1 : cells.filter(({ state }) => state === "hit").length / cells.length;

/** Counts documented statuses. An undocumented status counts only as a violation. */
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

export const untriedIn = ({ operations }: Coverage): readonly OperationCoverage[] =>
  operations.filter(({ untried }) => untried !== null);

/** Returns the operations with these ids or tags, ignoring case. `unknown` is the first unmatched name. */
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
