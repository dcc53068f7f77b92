import { setTimeout as pause } from "node:timers/promises";

/** A carrier that counts its submissions and repeats each report until the service stores it. */
export interface CountingPeer {
  /** Values of `--set` and `--secret` for the command `carriers add`. */
  settings: readonly string[];
  secrets: readonly string[];
  /** Maximum messages per window slot that are submitted but have no stored outcome. */
  perSlot: number;
  /** Number of submissions by phone number. Tests send one message to each number. */
  received: ReadonlyMap<string, number>;
  /** Number of reports that the service has not stored yet. */
  readonly unreported: number;
  close(): Promise<void>;
}

const RETRY_AFTER_MS = 200;

export class Tally {
  readonly received = new Map<string, number>();
  unreported = 0;
  private made = 0;
  private closed = false;

  /** Counts a submission and returns a new reference, also for a repeated submission. */
  take(to: string): string {
    this.received.set(to, (this.received.get(to) ?? 0) + 1);
    return String(1e9 + ++this.made);
  }

  async report(send: () => Promise<boolean>): Promise<void> {
    this.unreported += 1;
    while (!this.closed && !(await send())) await pause(RETRY_AFTER_MS);
    this.unreported -= 1;
  }

  close(): void {
    this.closed = true;
  }
}
