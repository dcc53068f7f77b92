/** Work that waits for the sink at once, at most. */
const MOST_AT_ONCE = 500;

interface Waiting<T> {
  item: T;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/**
 * Hands on many at a time what comes in one by one. Resolves for each when it is stored. One lot after the other: while one
 * is being stored, the next gathers; or at once, for what may have to wait long.
 */
export class Gather<T> {
  private waiting: Waiting<T>[] = [];
  private busy = false;

  constructor(
    private readonly store: (items: readonly T[]) => Promise<void>,
    private readonly options: { atOnce: boolean } = { atOnce: false },
  ) {}

  add(item: T): Promise<void> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      if (this.busy) return;
      this.busy = true;
      // What the network has brought in one piece goes together.
      setImmediate(() => void this.work());
    });
  }

  private async work(): Promise<void> {
    while (this.waiting.length > 0) {
      const stored = this.storeLot(this.waiting.splice(0, MOST_AT_ONCE));
      if (!this.options.atOnce) await stored;
    }
    this.busy = false;
  }

  private async storeLot(lot: readonly Waiting<T>[]): Promise<void> {
    try {
      await this.store(lot.map(({ item }) => item));
      for (const { resolve } of lot) resolve();
    } catch (error) {
      for (const { reject } of lot) reject(error);
    }
  }
}
