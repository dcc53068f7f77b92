/** How much of a turn of the event loop new requests may take before others wait, in milliseconds. */
const TURN_MS = 10;

/**
 * Begins tasks so that they leave room for what arrives meanwhile: at once while a turn of the event loop is young and
 * nobody waits, else one a turn, in their order. What a task sets off runs within its turn as well.
 */
export class Pace {
  private readonly queue: (() => void)[] = [];
  private turnBeganAt: number | null = null;

  run(task: () => void): void {
    this.turnBeganAt ??= this.beginTurn();
    if (this.queue.length === 0 && performance.now() - this.turnBeganAt < TURN_MS) task();
    else this.queue.push(task);
  }

  /** Not before the next turn. */
  runLater(task: () => void): void {
    this.turnBeganAt ??= this.beginTurn();
    this.queue.push(task);
  }

  /** Resolves in a turn that no other task of this pace has. */
  turn(): Promise<void> {
    return new Promise((resolve) => this.runLater(resolve));
  }

  private beginTurn(): number {
    setImmediate(() => {
      const task = this.queue.shift();
      this.turnBeganAt = this.queue.length > 0 ? this.beginTurn() : null;
      task?.();
    });
    return performance.now();
  }
}
