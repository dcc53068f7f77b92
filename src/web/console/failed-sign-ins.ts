import { Problem } from "../../platform/problem";
import { type Clock, type Instant, MINUTE, SECOND } from "../../platform/time";

/** Number of wrong API keys per IP address and window that get 401. Further wrong keys get 429. */
const MAX_WRONG_KEYS = 20;
const WINDOW = 5 * MINUTE;
/** Maximum number of IP addresses with a count. At the limit, the oldest window is dropped. */
const MAX_ADDRESSES = 10_000;

/**
 * Counts wrong API keys by IP address, in memory. Valid keys always work, because several users may share an
 * address.
 */
export class FailedSignIns {
  /** Counts by IP address. The Map's order is the order in which the windows started. */
  private readonly counts = new Map<string, { count: number; endsAt: Instant }>();

  constructor(private readonly clock: Pick<Clock, "now">) {}

  /** Counts a wrong key. Returns the 401 `unauthorized`, or a 429 above the limit. */
  refusal(address: string, unauthorized: Problem): Problem {
    const now = this.clock.now();
    const window = this.windowOf(address, now);
    window.count += 1;
    if (window.count <= MAX_WRONG_KEYS) return unauthorized;
    const retryAfter = String(Math.ceil((window.endsAt - now) / SECOND));
    const message = `More than ${MAX_WRONG_KEYS} wrong keys were sent from this address; try again in ${retryAfter} s`;
    return new Problem(429, "rate_limited", message, undefined, { "Retry-After": retryAfter });
  }

  private windowOf(address: string, now: Instant) {
    const known = this.counts.get(address);
    if (known !== undefined && known.endsAt > now) return known;
    this.counts.delete(address);
    const [oldest] = this.counts.keys();
    if (oldest !== undefined && this.counts.size >= MAX_ADDRESSES) this.counts.delete(oldest);
    const window = { count: 0, endsAt: now + WINDOW };
    this.counts.set(address, window);
    return window;
  }
}
