import { type Purpose, PURPOSES } from "../../messaging/purpose";

interface Waiting {
  id: string;
  /** Ends the wait, with or without a line. */
  end(hasLine: boolean): void;
}

/**
 * Limits concurrent calls. A further call waits for a free line. The most urgent waiting call gets the line
 * first, and calls of one purpose get lines in order of arrival.
 */
export class Lines {
  private readonly taken = new Set<string>();
  /** Waiting calls by purpose, the most urgent purpose first. */
  private readonly waiting = new Map(PURPOSES.map((purpose) => [purpose, new Set<Waiting>()]));
  private closed = false;

  constructor(private readonly size: number) {}

  has = (id: string): boolean => this.taken.has(id);

  get used(): number {
    return this.taken.size;
  }

  /** Reserves a line for a call. Returns false if no line became free within `withinMs`. */
  async take(id: string, purpose: Purpose, withinMs: number): Promise<boolean> {
    if (this.taken.size < this.size || this.taken.has(id)) {
      this.taken.add(id);
      return true;
    }
    return withinMs > 0 && !this.closed && this.freed(id, purpose, withinMs);
  }

  adopt(id: string): void {
    this.taken.add(id);
  }

  free(id: string): void {
    this.taken.delete(id);
    // The freed line is reserved at once, so a call that starts to wait later cannot take it.
    for (const next of this.inOrder()) {
      if (this.taken.size >= this.size) return;
      this.taken.add(next.id);
      next.end(true);
    }
  }

  /** Makes all waiting `take` calls return false. */
  close(): void {
    this.closed = true;
    for (const { end } of this.inOrder()) end(false);
  }

  private inOrder = (): Waiting[] => [...this.waiting.values()].flatMap((some) => [...some]);

  private freed(id: string, purpose: Purpose, withinMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (hasLine: boolean) => {
        clearTimeout(late);
        this.waiting.get(purpose)?.delete(one);
        resolve(hasLine);
      };
      const one: Waiting = { id, end };
      const late = setTimeout(() => end(false), withinMs);
      this.waiting.get(purpose)?.add(one);
    });
  }
}
