/**
 * Phases of a burst of connections, in milliseconds: requests wait for `ACCEPT_MS`, then may begin for
 * `WORK_MS`.
 */
const ACCEPT_MS = 100;
const WORK_MS = 20;

/**
 * Delay of requests while connections wait to be accepted. Node accepts one connection per turn of the event
 * loop. Behind 500 connections and with turns of 40 ms, a connection would wait for 20 s. Requests therefore
 * begin after a turn that accepted no connection. In a long burst, requests also begin during `WORK_MS`.
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

  /** Whether requests must wait for a later turn. */
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

/** The single instance: a process has one event loop. */
export const acceptFirst = new AcceptFirst();
