import { acceptFirst } from "./accept-first";

/** How much of a turn of the event loop new requests may take before others wait, in milliseconds. */
const TURN_MS = 10;

interface Waiting {
  task: () => void;
  /** Nothing else is begun in its turn. */
  alone: boolean;
}

/**
 * Begins tasks so that they leave room for what arrives meanwhile: at once while a turn of the event loop is young and
 * nobody waits, else in their order, in each turn as many as a part of it allows. One a turn would let the turns of others,
 * who are at work on something else, say how many there are a second.
 */
export class Pace {
  private readonly queue: Waiting[] = [];
  private turnBeganAt: number | null = null;

  run(task: () => void): void {
    this.turnBeganAt ??= this.beginTurn();
    const isYoung = performance.now() - this.turnBeganAt < TURN_MS;
    if (this.queue.length === 0 && isYoung && !acceptFirst.isDue) task();
    else this.queue.push({ task, alone: false });
  }

  /** Not before the next turn. */
  runLater(task: () => void): void {
    this.wait({ task, alone: false });
  }

  /** Resolves in a turn that no other task of this pace has. */
  turn(): Promise<void> {
    return new Promise((resolve) => this.wait({ task: resolve, alone: true }));
  }

  private wait(waiting: Waiting): void {
    this.turnBeganAt ??= this.beginTurn();
    this.queue.push(waiting);
  }

  private beginTurn(): number {
    setImmediate(() => void this.work());
    return performance.now();
  }

  private async work(): Promise<void> {
    const until = performance.now() + TURN_MS;
    try {
      if (acceptFirst.isDue) return;
      for (let first = true; first || (this.queue[0]?.alone === false && performance.now() < until);) {
        first = false;
        const next = this.queue.shift();
        next?.task();
        if (next === undefined || next.alone) return;
        // What it has set off is a part of what it takes: promises, and what `process.nextTick` puts off, as streams do.
        await new Promise<void>((resolve) => process.nextTick(resolve));
      }
    } finally {
      this.turnBeganAt = this.queue.length > 0 ? this.beginTurn() : null;
    }
  }
}
