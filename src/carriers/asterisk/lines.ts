import type { Purpose } from "../../messaging/purpose";

interface Waiting {
  id: string;
  /** Ends the wait for a phone line. `hasLine`: whether a line is now reserved for the call. */
  end(hasLine: boolean): void;
}

/**
 * Limits concurrent calls. A further call waits for a free line. One-time codes get lines first, other calls
 * in order of arrival: they come from many senders, and the dispatcher orders the messages of each sender.
 */
export class Lines {
  private readonly taken = new Set<string>();
  private readonly waiting = { otp: new Set<Waiting>(), others: new Set<Waiting>() };
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

  private inOrder = (): Waiting[] => [...this.waiting.otp, ...this.waiting.others];

  private freed(id: string, purpose: Purpose, withinMs: number): Promise<boolean> {
    const waiting = purpose === "otp" ? this.waiting.otp : this.waiting.others;
    return new Promise((resolve) => {
      const end = (hasLine: boolean) => {
        clearTimeout(late);
        waiting.delete(one);
        resolve(hasLine);
      };
      const one: Waiting = { id, end };
      const late = setTimeout(() => end(false), withinMs);
      waiting.add(one);
    });
  }
}
