/** How a batcher writes. */
export interface WriteBatcherOptions<T, R> {
  /** Items of one write at most, by their weight. */
  most: number;
  weightOf?: (item: T) => number;
  /** How long what comes waits for more, unless that is enough for a write, in milliseconds. */
  gatherMs?: number;
  /** Writes under way at once. */
  concurrency: number;
  /** An item is not written beside others of the same key, so that each sees what the one before it wrote. */
  keysOf?: (item: T) => readonly string[];
  /** What is written apart from all else, by one write more than those: it waits for its own kind only. */
  isUrgent?: (item: T) => boolean;
  /** Whether the failure of a common write may be one item's alone; a database that is away fails for all. */
  mayBeOneItems?: (error: unknown) => boolean;
  /** Writes all in one transaction and answers for each, in order. A throw means that none was written. */
  write(items: readonly T[]): Promise<readonly R[]>;
}

interface Waiting<T, R> {
  item: T;
  resolve(result: R): void;
  reject(reason: unknown): void;
}

/**
 * Gathers what many want to write at the same time into one transaction: the flush that ends a transaction costs as much
 * as all else in a small one. What comes while a write is under way goes with the next. Where a common write fails, each
 * item is written by itself, so that one that cannot be written harms no other.
 */
export class WriteBatcher<T, R = void> {
  private waiting: Waiting<T, R>[] = [];
  private readonly busy = new Set<string>();
  /** Writes under way. */
  private readonly writing = { urgent: 0, others: 0 };
  private planned = false;
  private gathering: NodeJS.Timeout | null = null;

  constructor(private readonly options: WriteBatcherOptions<T, R>) {}

  /** Resolves once the item is written, with what `write` answered for it; rejects where it could not be. */
  add(item: T): Promise<R> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      this.plan();
    });
  }

  /** Nothing waits and nothing is under way. */
  get idle(): boolean {
    return this.waiting.length === 0 && this.writing.urgent + this.writing.others === 0;
  }

  /** Whatever else is added in this turn of the event loop comes along, or while it gathers. */
  private plan(): void {
    const { gatherMs = 0, most, weightOf = () => 1 } = this.options;
    const isEnough = () => this.waiting.reduce((weight, { item }) => weight + weightOf(item), 0) >= most;
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

  /** Begins as many writes as may be under way. */
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

  private take(isWanted: (item: T) => boolean): Waiting<T, R>[] {
    const { most, weightOf = () => 1 } = this.options;
    const taken: Waiting<T, R>[] = [];
    const left: Waiting<T, R>[] = [];
    /** Keys of what is left behind: what comes after it in order waits as well. */
    const held = new Set<string>();
    let weight = 0;
    for (const one of this.waiting) {
      const keys = this.keysOf(one);
      const fits = taken.length === 0 || weight + weightOf(one.item) <= most;
      if (isWanted(one.item) && fits && !keys.some((key) => this.busy.has(key) || held.has(key))) {
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
      if (some.length > 1 && mayBeOneItems(error)) for (const one of some) await this.writeAll([one]);
      else for (const { reject } of some) reject(error);
    }
  }
}
