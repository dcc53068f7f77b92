import { Problem } from "../../platform/problem";
import { type Clock, type Instant, MINUTE, SECOND } from "../../platform/time";

/** Wrong keys of one address that are answered 401 within a window; further ones are answered 429. */
const MOST = 20;
const WINDOW = 5 * MINUTE;
/** Addresses that are counted at once. Beyond them the oldest count is forgotten. */
const MOST_ADDRESSES = 10_000;

/**
 * Counts wrong keys by address, in memory. A right key is never refused: the count tells only how a wrong one is answered,
 * since many people can share one address.
 */
export class WrongKeys {
  /** By address, the oldest window first. */
  private readonly counts = new Map<string, { count: number; endsAt: Instant }>();

  constructor(private readonly clock: Pick<Clock, "now">) {}

  /** Counts a wrong key. Returns its refusal: the given one, or 429 beyond the limit. */
  refusal(address: string, unauthorized: Problem): Problem {
    const now = this.clock.now();
    const window = this.windowOf(address, now);
    window.count += 1;
    if (window.count <= MOST) return unauthorized;
    const retryAfter = String(Math.ceil((window.endsAt - now) / SECOND));
    const message = `More than ${MOST} wrong keys were sent from this address; try again in ${retryAfter} s`;
    return new Problem(429, "rate_limited", message, undefined, { "Retry-After": retryAfter });
  }

  private windowOf(address: string, now: Instant) {
    const known = this.counts.get(address);
    if (known !== undefined && known.endsAt > now) return known;
    this.counts.delete(address);
    const [oldest] = this.counts.keys();
    if (oldest !== undefined && this.counts.size >= MOST_ADDRESSES) this.counts.delete(oldest);
    const window = { count: 0, endsAt: now + WINDOW };
    this.counts.set(address, window);
    return window;
  }
}
