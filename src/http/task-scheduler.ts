import { acceptFirst } from "./accept-first";

/** Time that new tasks may use in one turn of the event loop, in milliseconds. */
const TURN_MS = 10;

interface Waiting {
  task: () => void;
  /** No other task starts in the same turn. */
  alone: boolean;
}

/**
 * Starts tasks without blocking the event loop. A task starts immediately if the current turn is young and no
 * task waits. Waiting tasks start in order, as many per turn as fit into 10 ms. With one task per turn, other
 * long turns would limit the number of tasks per second.
 */
export class TaskScheduler {
  private readonly queue: Waiting[] = [];
  private turnBeganAt: number | null = null;

  constructor(private readonly now: () => number = () => performance.now()) {}

  run(task: () => void): void {
    this.turnBeganAt ??= this.beginTurn();
    const isYoung = this.now() - this.turnBeganAt < TURN_MS;
    if (this.queue.length === 0 && isYoung && !acceptFirst.isDue) task();
    else this.queue.push({ task, alone: false });
  }

  /** Starts the task in the next turn at the earliest. */
  runLater(task: () => void): void {
    this.wait({ task, alone: false });
  }

  /** Resolves in a turn in which no other task of this scheduler starts. */
  turn(): Promise<void> {
    return new Promise((resolve) => this.wait({ task: resolve, alone: true }));
  }

  private wait(waiting: Waiting): void {
    this.turnBeganAt ??= this.beginTurn();
    this.queue.push(waiting);
  }

  private beginTurn(): number {
    setImmediate(() => void this.work());
    return this.now();
  }

  private async work(): Promise<void> {
    const until = this.now() + TURN_MS;
    try {
      if (acceptFirst.isDue) return;
      for (let first = true; first || (this.queue[0]?.alone === false && this.now() < until);) {
        first = false;
        const next = this.queue.shift();
        next?.task();
        if (next === undefined || next.alone) return;
        // Include the promises and `process.nextTick` callbacks of the task, which streams use.
        await new Promise<void>((resolve) => process.nextTick(resolve));
      }
    } finally {
      this.turnBeganAt = this.queue.length > 0 ? this.beginTurn() : null;
    }
  }
}
