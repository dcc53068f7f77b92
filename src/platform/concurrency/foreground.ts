import { yieldToEventLoop } from "../event-loop";

/** Background work lets requests go first for so long before each of its pieces, in milliseconds. */
const LONGEST_WAIT_MS = 25;
/** A request goes first for so long, in milliseconds: then it waits for its client, or is much work itself. */
const COUNTS_FOR_MS = 100;

/**
 * The requests of this process that somebody waits for. Background work asks before each larger piece, so that a request
 * meets one such piece at most, and not one at each step on its way. It is slowed a little, and never stopped.
 */
export class Foreground {
  private requests = 0;
  private readonly waiting = new Set<() => void>();

  /** A request has come; answers what is to be called when it is over. */
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

  /** Resolves, in a later turn, when no request is under way, or some have kept the work waiting for long enough. */
  async yieldToRequests(): Promise<void> {
    // SQLite's driver never waits: what has arrived meanwhile is seen only now.
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
