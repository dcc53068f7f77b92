import type { OperationId } from "../../generated/server/binding";

/** Consecutive requests without a response after which the run stops calling an operation. */
export const LEAVE_OPERATION_AFTER = 3;
/** Consecutive requests of any operation without a response after which the run ends. */
export const END_RUN_AFTER = 10;

/** Limit of consecutive requests without a response, so that a run does not wait for a failed service. */
export class NoResponseLimit {
  private readonly withoutResponse = new Map<string, number>();
  private inARow = 0;

  record(target: string, operation: OperationId, responded: boolean): void {
    const key = `${target} ${operation}`;
    this.inARow = responded ? 0 : this.inARow + 1;
    this.withoutResponse.set(key, responded ? 0 : (this.withoutResponse.get(key) ?? 0) + 1);
  }

  isAbandoned(target: string, operation: OperationId): boolean {
    return (this.withoutResponse.get(`${target} ${operation}`) ?? 0) >= LEAVE_OPERATION_AFTER;
  }

  get isOver(): boolean {
    return this.inARow >= END_RUN_AFTER;
  }

  /** Allows at least three more requests, to delete what the run created. */
  allowCleanUp(): void {
    this.inARow = Math.min(this.inARow, END_RUN_AFTER - LEAVE_OPERATION_AFTER);
  }
}
