import { type Clock, type Instant, SECOND } from "../time";

/** Leases per second of a busy bucket. Each lease is one write, and takes tokens for at most 1/20 s ahead. */
const LEASES_PER_SECOND = 20;
/** Lifetime of leased tokens, in milliseconds. */
const TOKEN_LEASE_MS = SECOND;
/** Maximum retries per second for missing tokens. Each retry then finds the tokens of 1/10 second. */
const WAITS_PER_SECOND = 10;

/** A token bucket that all processes share. */
export interface TokenBucket {
  id: string;
  maxPerSecond: number;
  /** Takes at most `count` tokens and returns their number. */
  take(count: number, now: Instant): Promise<number>;
  /** Returns when the bucket will hold `count` tokens; null if the bucket no longer exists. */
  nextAt(now: Instant, count: number): Promise<Instant | null>;
}

interface TokenLease {
  tokens: number;
  /** Number of tokens requested from the bucket. The lease after a used-up lease requests twice as many. */
  requested: number;
  /** The bucket's limit at the time of the lease. A changed limit invalidates the lease. */
  maxPerSecond: number;
  takenAt: Instant;
}

/** Rate limiter that takes tokens from shared buckets, and leases tokens in advance for busy buckets. */
export class RateLimiter {
  private readonly leases = new Map<string, TokenLease>();
  /** The last acquisition from each bucket, while it runs. */
  private readonly taking = new Map<string, Promise<number>>();

  constructor(private readonly clock: Clock) {}

  /** Acquires up to `needed` tokens and returns their number. Serves the requests for a bucket in order. */
  take(bucket: TokenBucket, needed: number): Promise<number> {
    const takeNow = () => this.takeNow(bucket, needed);
    const before = this.taking.get(bucket.id);
    const taken = before === undefined ? takeNow() : before.then(takeNow, takeNow);
    this.taking.set(bucket.id, taken);
    const forget = () => {
      if (this.taking.get(bucket.id) === taken) this.taking.delete(bucket.id);
    };
    taken.then(forget, forget);
    return taken;
  }

  private async takeNow(bucket: TokenBucket, needed: number): Promise<number> {
    const { id, maxPerSecond } = bucket;
    const now = this.clock.now();
    const lease = this.leases.get(id);
    const fresh =
      lease?.maxPerSecond === maxPerSecond && now >= lease.takenAt && now - lease.takenAt < TOKEN_LEASE_MS;
    const leased = fresh ? Math.min(lease.tokens, needed) : 0;
    if (fresh) lease.tokens -= leased;
    if (leased === needed) return needed;
    const missing = needed - leased;
    const max = Math.ceil(maxPerSecond / LEASES_PER_SECOND);
    const requested = Math.max(missing, fresh ? Math.min(2 * lease.requested, max) : 0);
    const granted = await bucket.take(requested, now);
    const used = Math.min(granted, missing);
    this.leases.set(id, { tokens: granted - used, requested, maxPerSecond, takenAt: now });
    return leased + used;
  }

  /** Returns unused tokens to this process's lease of the bucket. */
  release({ id }: TokenBucket, tokens: number): void {
    const lease = this.leases.get(id);
    if (lease) lease.tokens += tokens;
  }

  /** Returns when to retry if `waiting` tokens are still needed. */
  async nextAt(bucket: TokenBucket, waiting: number): Promise<Instant> {
    const now = this.clock.now();
    const needed = Math.min(waiting, Math.ceil(bucket.maxPerSecond / WAITS_PER_SECOND));
    const next = (await bucket.nextAt(now, needed)) ?? now;
    return Math.max(next, now + 1);
  }
}
