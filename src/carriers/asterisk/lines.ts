/** Limits concurrent calls. Later calls wait until one ends. */
export class Lines {
  private readonly taken = new Set<string>();
  private readonly waiting: (() => void)[] = [];
  private closed = false;

  constructor(private readonly size: number) {}

  has = (id: string): boolean => this.taken.has(id);

  get used(): number {
    return this.taken.size;
  }

  /** Reserves a line for a call, and waits at most `withinMs` for one; returns false if none became free. */
  async take(id: string, withinMs: number): Promise<boolean> {
    const until = performance.now() + withinMs;
    // Another waiter may have taken the line.
    while (this.taken.size >= this.size && !this.taken.has(id)) {
      const left = until - performance.now();
      if (left <= 0 || this.closed) return false;
      await this.freed(left);
    }
    this.taken.add(id);
    return true;
  }

  /** Counts an existing call, even if no line is free. */
  adopt(id: string): void {
    this.taken.add(id);
  }

  free(id: string): void {
    if (this.taken.delete(id)) this.waiting.shift()?.();
  }

  /** Ends all waits. */
  close(): void {
    this.closed = true;
    for (const wake of this.waiting.splice(0)) wake();
  }

  private freed(withinMs: number): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(late);
        const index = this.waiting.indexOf(end);
        if (index >= 0) this.waiting.splice(index, 1);
        resolve();
      };
      const late = setTimeout(end, withinMs);
      this.waiting.push(end);
    });
  }
}
