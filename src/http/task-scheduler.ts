import { acceptFirst } from "./accept-first";

/** Time per turn of the event loop in which further tasks may start, in milliseconds. */
const TURN_MS = 10;

interface Waiting {
  task: () => void;
  /** Whether no other waiting task may start in the same turn. */
  alone: boolean;
}

/**
 * Scheduler that starts tasks without blocking the event loop. A task starts at once if no task waits, no
 * connections are being accepted and the turn is younger than 10 ms. Waiting tasks start in order, for up to
 * 10 ms per turn. One task per turn would be too few while other work makes turns long.
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

  runLater(task: () => void): void {
    this.wait({ task, alone: false });
  }

  /** Resolves in a turn of the event loop in which no other waiting task starts. */
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
        // The turn's limit includes the task's promise and `process.nextTick` callbacks, which streams use.
        await new Promise<void>((resolve) => process.nextTick(resolve));
      }
    } finally {
      this.turnBeganAt = this.queue.length > 0 ? this.beginTurn() : null;
    }
  }
}
