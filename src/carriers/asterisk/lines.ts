/** Limits concurrent calls. A further call waits for a free line. */
export class Lines {
  private readonly taken = new Set<string>();
  private readonly waiting: (() => void)[] = [];
  private closed = false;

  constructor(private readonly size: number) {}

  has = (id: string): boolean => this.taken.has(id);

  get used(): number {
    return this.taken.size;
  }

  /** Reserves a line for a call. Returns false if no line became free within `withinMs`. */
  async take(id: string, withinMs: number): Promise<boolean> {
    const until = performance.now() + withinMs;
    // Another call may have taken the freed line.
    while (this.taken.size >= this.size && !this.taken.has(id)) {
      const left = until - performance.now();
      if (left <= 0 || this.closed) return false;
      await this.freed(left);
    }
    this.taken.add(id);
    return true;
  }

  adopt(id: string): void {
    this.taken.add(id);
  }

  free(id: string): void {
    if (this.taken.delete(id)) this.waiting.shift()?.();
  }

  /** Makes all waiting `take` calls return false. */
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
