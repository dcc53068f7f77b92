/** How long requests may be worked on in one turn of the event loop, in milliseconds. */
const TURN_MS = 10;

/**
 * Runs tasks at once while a turn of the event loop has time for them, and the others in later turns in their order, so
 * that what arrives meanwhile is heard in between.
 */
export class Pace {
  private readonly queue: (() => void)[] = [];
  private spentMs = 0;
  private turnIsDue = false;

  run(task: () => void): void {
    if (this.queue.length === 0 && this.spentMs < TURN_MS) this.time(task);
    else this.queue.push(task);
    this.schedule();
  }

  private time(task: () => void): void {
    const startedAt = performance.now();
    task();
    this.spentMs += performance.now() - startedAt;
  }

  private schedule(): void {
    if (this.turnIsDue) return;
    this.turnIsDue = true;
    setImmediate(() => this.takeTurn());
  }

  private takeTurn(): void {
    this.turnIsDue = false;
    this.spentMs = 0;
    while (this.spentMs < TURN_MS) {
      const task = this.queue.shift();
      if (task === undefined) return;
      this.time(task);
    }
    this.schedule();
  }
}
