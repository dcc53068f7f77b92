import { yieldToEventLoop } from "../event-loop";

/** Longest time that background work waits for requests before one piece of work, in milliseconds. */
const LONGEST_WAIT_MS = 25;
/**
 * Age from which a request no longer delays background work, in milliseconds. An older request waits for its
 * client or is heavy work itself.
 */
const COUNTS_FOR_MS = 100;

/**
 * Requests in flight in this process. Background work calls `yieldToRequests` before each larger piece, so a
 * short request waits for at most one piece.
 */
export class Foreground {
  private requests = 0;
  private readonly waiting = new Set<() => void>();

  /** Records the start of a request and returns the function that records its end. */
  begin(): () => void {
    this.requests += 1;
    let counts = true;
    const end = () => {
      clearTimeout(timer);
      if (!counts) return;
      counts = false;
      this.requests -= 1;
      if (this.requests === 0) for (const resolve of this.waiting) resolve();
    };
    const timer = setTimeout(end, COUNTS_FOR_MS);
    return end;
  }

  /** Resolves in a later turn, when no request is in flight or after `LONGEST_WAIT_MS`. */
  async yieldToRequests(): Promise<void> {
    // Requests that arrived during a synchronous SQLite statement are counted only after this yield.
    await yieldToEventLoop();
    if (this.requests === 0) return;
    await new Promise<void>((resolve) => {
      const go = () => {
        clearTimeout(timer);
        this.waiting.delete(go);
        resolve();
      };
      const timer = setTimeout(go, LONGEST_WAIT_MS);
      this.waiting.add(go);
    });
  }
}
