/** How many calls there may be at once. Whoever comes later waits for one to end. */
export class Lines {
  private readonly taken = new Set<string>();
  private readonly waiting: (() => void)[] = [];
  private closed = false;

  constructor(private readonly size: number) {}

  has = (id: string): boolean => this.taken.has(id);

  get used(): number {
    return this.taken.size;
  }

  /** Takes a line for a call, or waits so many milliseconds for one; false where none came free. */
  async take(id: string, withinMs: number): Promise<boolean> {
    const until = performance.now() + withinMs;
    // Another may have been quicker.
    while (this.taken.size >= this.size && !this.taken.has(id)) {
      const left = until - performance.now();
      if (left <= 0 || this.closed) return false;
      await this.freed(left);
    }
    this.taken.add(id);
    return true;
  }

  /** A call that is there already, whether or not there is room. */
  adopt(id: string): void {
    this.taken.add(id);
  }

  free(id: string): void {
    if (this.taken.delete(id)) this.waiting.shift()?.();
  }

  /** Nobody waits any longer. */
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
