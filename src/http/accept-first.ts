/** Time for accepting connections first, and then time for other work, in milliseconds. */
const ACCEPT_MS = 100;
const WORK_MS = 20;

/**
 * Reports whether more connections may be waiting to be accepted. Node accepts one connection per turn of the
 * event loop. Behind a burst of 500 connections and with turns of 40 ms, a new connection would wait for 20
 * s. Requests therefore begin only after a turn that accepted none. During an endless burst, requests get
 * part of the time.
 */
class AcceptFirst {
  private beganAt: number | null = null;
  private hasAccepted = false;

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

/** Shared by the process, like its event loop. */
export const acceptFirst = new AcceptFirst();
