/** How long accepting connections comes first, and how long other work then has, in milliseconds. */
const ACCEPT_MS = 100;
const WORK_MS = 20;

/**
 * Says whether more connections may be waiting to be accepted. Node accepts one connection in each turn of the event
 * loop, so behind a burst of 500 connections and turns of 40 ms, a new connection waits for 20 s. Requests therefore
 * begin only when a turn has accepted none. A burst that does not end leaves requests a part of the time.
 */
class AcceptFirst {
  private beganAt: number | null = null;
  private hasAccepted = false;

  /** Records an accepted connection. */
  accepted(): void {
    this.hasAccepted = true;
    if (this.beganAt !== null) return;
    this.beganAt = performance.now();
    this.watch();
  }

  /** Whether requests should wait for the next turn. */
  get isDue(): boolean {
    if (this.beganAt === null) return false;
    return (performance.now() - this.beganAt) % (ACCEPT_MS + WORK_MS) < ACCEPT_MS;
  }

  private watch(): void {
    setImmediate(() => {
      if (this.hasAccepted) this.watch();
      else this.beganAt = null;
      this.hasAccepted = false;
    });
  }
}

/** One for the process, like its event loop. */
export const acceptFirst = new AcceptFirst();
