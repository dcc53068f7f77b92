import { setTimeout as pause } from "node:timers/promises";

/** A carrier that counts its submissions and repeats each report until the service stores it. */
export interface CountingPeer {
  /** Settings and secrets for `carriers add`. */
  settings: readonly string[];
  secrets: readonly string[];
  /** Maximum messages per slot of the window that are submitted and whose outcome is not stored. */
  perSlot: number;
  /** Submissions of each number; tests send one message to each number. */
  received: ReadonlyMap<string, number>;
  /** Reports that are being sent or wait for a retry. */
  readonly unreported: number;
  close(): Promise<void>;
}

/** Delay between attempts to report, in milliseconds. */
const RETRY_AFTER_MS = 200;

export class Tally {
  readonly received = new Map<string, number>();
  unreported = 0;
  private made = 0;
  private closed = false;

  /** Counts a submission and returns a new reference: the carrier does not recognise repeated submissions. */
  take(to: string): string {
    this.received.set(to, (this.received.get(to) ?? 0) + 1);
    return String(1e9 + ++this.made);
  }

  /** Sends a report until `send` returns that it is stored. */
  async report(send: () => Promise<boolean>): Promise<void> {
    this.unreported += 1;
    while (!this.closed && !(await send())) await pause(RETRY_AFTER_MS);
    this.unreported -= 1;
  }

  close(): void {
    this.closed = true;
  }
}
