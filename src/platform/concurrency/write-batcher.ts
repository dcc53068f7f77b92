interface WriteBatcherOptions<T, R> {
  /** Maximum weight of one write. A heavier item is written alone. */
  max: number;
  weightOf?: (item: T) => number;
  /** Time that a write waits for more items, in milliseconds, unless `max` is reached first. */
  gatherMs?: number;
  concurrency: number;
  /** Returns the keys of an item. Concurrent writes never share a key. */
  keysOf?: (item: T) => readonly string[];
  /**
   * Returns whether an item is urgent. Urgent items use a separate slot, so they wait only for urgent items.
   */
  isUrgent?: (item: T) => boolean;
  /** Returns whether one item may have caused the error. If so, a failed batch is split and written again. */
  mayBeOneItems?: (error: unknown) => boolean;
  /** Writes the items in one transaction and returns their results in order. Writes nothing if it throws. */
  write(items: readonly T[]): Promise<readonly R[]>;
}

interface Waiting<T, R> {
  item: T;
  resolve(result: R): void;
  reject(reason: unknown): void;
}

/**
 * Batcher of concurrent writes. A batch is one transaction, because a commit's flush to disk costs as much as
 * the rest of a small transaction. If a batch fails, its halves are written separately, so one bad item does
 * not affect the rest.
 */
export class WriteBatcher<T, R = void> {
  private waiting: Waiting<T, R>[] = [];
  private readonly busy = new Set<string>();
  private readonly writing = { urgent: 0, others: 0 };
  private planned = false;
  private gathering: NodeJS.Timeout | null = null;

  constructor(private readonly options: WriteBatcherOptions<T, R>) {}

  /** Resolves with the item's result of `write`. Rejects if the item cannot be written. */
  add(item: T): Promise<R> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      this.plan();
    });
  }

  get idle(): boolean {
    return this.waiting.length === 0 && this.writing.urgent + this.writing.others === 0;
  }

  /** Schedules a write of all items that arrive in this turn of the event loop, or within `gatherMs`. */
  private plan(): void {
    const { gatherMs = 0, max, weightOf = () => 1 } = this.options;
    const isEnough = () => this.waiting.reduce((weight, { item }) => weight + weightOf(item), 0) >= max;
    if (gatherMs > 0 && !isEnough()) {
      this.gathering ??= setTimeout(() => this.planNow(), gatherMs);
      return;
    }
    this.planNow();
  }

  private planNow(): void {
    if (this.gathering) clearTimeout(this.gathering);
    this.gathering = null;
    if (this.planned || this.isFull) return;
    this.planned = true;
    setImmediate(() => {
      this.planned = false;
      this.writeNext();
    });
  }

  private get isFull(): boolean {
    const { isUrgent, concurrency } = this.options;
    return this.writing.others >= concurrency && (isUrgent === undefined || this.writing.urgent > 0);
  }

  private keysOf({ item }: Waiting<T, R>): readonly string[] {
    return this.options.keysOf?.(item) ?? [];
  }

  private writeNext(): void {
    const { isUrgent = () => false, concurrency } = this.options;
    if (this.writing.urgent === 0 && this.waiting.some(({ item }) => isUrgent(item))) {
      const some = this.take(isUrgent);
      if (some.length > 0) void this.writeSome(some, "urgent");
    }
    while (this.writing.others < concurrency) {
      const some = this.take((item) => !isUrgent(item));
      if (some.length === 0) return;
      void this.writeSome(some, "others");
    }
  }

  private take(isEligible: (item: T) => boolean): Waiting<T, R>[] {
    const { max, weightOf = () => 1 } = this.options;
    const taken: Waiting<T, R>[] = [];
    const left: Waiting<T, R>[] = [];
    /** Keys of the items left in the queue. Later items with these keys must wait too. */
    const held = new Set<string>();
    let weight = 0;
    for (const one of this.waiting) {
      const keys = this.keysOf(one);
      const fits = taken.length === 0 || weight + weightOf(one.item) <= max;
      if (isEligible(one.item) && fits && !keys.some((key) => this.busy.has(key) || held.has(key))) {
        taken.push(one);
        weight += weightOf(one.item);
      } else {
        left.push(one);
        for (const key of keys) held.add(key);
      }
    }
    this.waiting = left;
    return taken;
  }

  private async writeSome(some: readonly Waiting<T, R>[], kind: "urgent" | "others"): Promise<void> {
    const keys = some.flatMap((one) => this.keysOf(one));
    this.writing[kind] += 1;
    for (const key of keys) this.busy.add(key);
    try {
      await this.writeAll(some);
    } finally {
      this.writing[kind] -= 1;
      for (const key of keys) this.busy.delete(key);
      if (this.waiting.length > 0) this.plan();
    }
  }

  private async writeAll(some: readonly Waiting<T, R>[]): Promise<void> {
    try {
      const results = await this.options.write(some.map(({ item }) => item));
      some.forEach(({ resolve }, index) => resolve(results[index] as R));
    } catch (error) {
      const { mayBeOneItems = () => true } = this.options;
      if (some.length === 1 || !mayBeOneItems(error)) {
        for (const { reject } of some) reject(error);
        return;
      }
      const middle = Math.ceil(some.length / 2);
      await this.writeAll(some.slice(0, middle));
      await this.writeAll(some.slice(middle));
    }
  }
}
