import type { OperationId } from "../../generated/server/binding";

/** Consecutive requests without an answer after which the run stops calling an operation. */
export const LEAVE_OPERATION_AFTER = 3;
/** Consecutive requests of any operation without an answer after which the run ends. */
export const END_RUN_AFTER = 10;

/** Bounds how long a run waits for a service that does not answer. */
export class UnansweredLimit {
  private readonly unanswered = new Map<string, number>();
  private inARow = 0;

  record(target: string, operation: OperationId, answered: boolean): void {
    const key = `${target} ${operation}`;
    this.inARow = answered ? 0 : this.inARow + 1;
    this.unanswered.set(key, answered ? 0 : (this.unanswered.get(key) ?? 0) + 1);
  }

  isAbandoned(target: string, operation: OperationId): boolean {
    return (this.unanswered.get(`${target} ${operation}`) ?? 0) >= LEAVE_OPERATION_AFTER;
  }

  get isOver(): boolean {
    return this.inARow >= END_RUN_AFTER;
  }

  /** Allows at least three more requests, to delete what the run created. */
  allowCleanUp(): void {
    this.inARow = Math.min(this.inARow, END_RUN_AFTER - LEAVE_OPERATION_AFTER);
  }
}
