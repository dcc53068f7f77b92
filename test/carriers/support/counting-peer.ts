import { setTimeout as pause } from "node:timers/promises";

/** A carrier that counts what it is handed, and goes on reporting each message until that is stored. */
export interface CountingPeer {
  /** As they follow `carriers add`. */
  settings: readonly string[];
  secrets: readonly string[];
  /** For each place in the window, so many messages may be with it and not written down. */
  perPlace: number;
  /** How often each number was handed over; tests send one message to each. */
  handed: ReadonlyMap<string, number>;
  /** Reports that are under way, or wait for the next try. */
  readonly unreported: number;
  close(): Promise<void>;
}

/** Between two tries to report, in milliseconds. */
const AGAIN_AFTER = 200;

export class Tally {
  readonly handed = new Map<string, number>();
  unreported = 0;
  private made = 0;
  private closed = false;

  /** Counts each time, and calls it by a name of its own: such a carrier does not know messages that come again. */
  take(to: string): string {
    this.handed.set(to, (this.handed.get(to) ?? 0) + 1);
    return String(1e9 + ++this.made);
  }

  /** `tell` answers whether the report is stored now. */
  async report(tell: () => Promise<boolean>): Promise<void> {
    this.unreported += 1;
    while (!this.closed && !(await tell())) await pause(AGAIN_AFTER);
    this.unreported -= 1;
  }

  close(): void {
    this.closed = true;
  }
}
