import type { OperationId } from "../../generated/server/binding";

/** So many requests in a row without an answer, and the operation is asked no more. */
export const LEAVE_OPERATION_AFTER = 3;
/** So many in a row, whatever the operations, and nothing is asked any more: at the default deadline that is five minutes. */
export const END_RUN_AFTER = 10;

/** Bounds how long a run waits for a service that does not answer. */
export class UnansweredLimit {
  private readonly unanswered = new Map<string, number>();
  private inARow = 0;

  note(target: string, operation: OperationId, answered: boolean): void {
    const key = `${target} ${operation}`;
    this.inARow = answered ? 0 : this.inARow + 1;
    this.unanswered.set(key, answered ? 0 : (this.unanswered.get(key) ?? 0) + 1);
  }

  isLost(target: string, operation: OperationId): boolean {
    return (this.unanswered.get(`${target} ${operation}`) ?? 0) >= LEAVE_OPERATION_AFTER;
  }

  get isOver(): boolean {
    return this.inARow >= END_RUN_AFTER;
  }

  /** A few more may be tried: what the run made has to be taken away, if there is a way. */
  forCleaningUp(): void {
    this.inARow = Math.min(this.inARow, END_RUN_AFTER - LEAVE_OPERATION_AFTER);
  }
}
