import type { Platform } from "../../platform/platform";
import type { Carrier } from "../../carriers/carrier";
import { nextConnectionTokenAt, takeConnectionTokens } from "../connections/connections.store";
import type { Sender } from "../senders/sender";
import { nextTokenAt, takeTokens } from "../senders/senders.store";
import type { Db } from "../../platform/db/dialect";
import { type Instant, SECOND } from "../../platform/time";
import type { Route } from "./leased-batch";

/** A busy sender leases tokens for up to 1/20 second, so that not every submission writes to the database. */
const LEASES_PER_SECOND = 20;
/** Lifetime of leased tokens, in milliseconds. */
const TOKEN_LEASE_MS = SECOND;
/** A sender at its limit is retried up to ten times a second, for the messages of a tenth of a second. */
const WAITS_PER_SECOND = 10;

interface TokenLease {
  tokens: number;
  /** Requested tokens. The next lease requests twice as many if this one was used up. */
  asked: number;
  /** The limit at the time of the lease. A changed limit invalidates the lease. */
  maxPerSecond: number;
  takenAt: Instant;
}

/** A token bucket in the database, shared by all processes. */
export interface RateLimiter {
  id: string;
  maxPerSecond: number;
  take(db: Db, want: number, now: Instant): Promise<number>;
  nextAt(db: Db, now: Instant, want: number): Promise<Instant | null>;
}

export const limiterOfSender = ({ accountId, id, maxPerSecond }: Sender): RateLimiter => ({
  ...{ id, maxPerSecond },
  take: (db, want, now) => takeTokens(db, accountId, id, want, now),
  nextAt: (db, now, want) => nextTokenAt(db, accountId, id, now, want),
});

/** Returns the rate limiter of a connection; null if the connection has no limit. */
export const limiterOfCarrier = ({ name, maxPerSecond }: Carrier): RateLimiter | null =>
  maxPerSecond
    ? {
        ...{ id: `carrier ${name}`, maxPerSecond },
        take: (db, want, now) => takeConnectionTokens(db, name, want, now),
        nextAt: (db, now, want) => nextConnectionTokenAt(db, name, now, want),
      }
    : null;

export interface Grant {
  /** Messages that may be submitted now. */
  granted: number;
  /** When to retry the remaining messages; null if none remain. */
  nextAt: Instant | null;
}

/** Enforces the rate limits of senders and connections. */
export class SubmissionRateLimiter {
  private readonly leases = new Map<string, TokenLease>();
  /** The last acquisition of each limiter, while it runs. */
  private readonly taking = new Map<string, Promise<number>>();

  constructor(private readonly app: Pick<Platform, "db" | "clock">) {}

  /** Acquires tokens of sender and connection for `wanted` messages, which `waiting` others follow. */
  async grant(
    { sender, carrier }: Route,
    { wanted, waiting }: { wanted: number; waiting: number },
  ): Promise<Grant> {
    const bySender = limiterOfSender(sender);
    const byCarrier = limiterOfCarrier(carrier);
    const ofSender = await this.take(bySender, wanted);
    const granted = byCarrier && ofSender > 0 ? await this.take(byCarrier, ofSender) : ofSender;
    if (granted === wanted) return { granted, nextAt: null };
    if (granted < ofSender) this.release(bySender, ofSender - granted);
    const limiter = byCarrier && granted < ofSender ? byCarrier : bySender;
    return { granted, nextAt: await this.nextAt(limiter, wanted - granted + waiting) };
  }

  /** Acquires up to `wanted` tokens and returns their number. Serves requests in order. */
  take(limiter: RateLimiter, wanted: number): Promise<number> {
    const before = this.taking.get(limiter.id);
    const taken =
      before === undefined
        ? this.takeNow(limiter, wanted)
        : after(before, () => this.takeNow(limiter, wanted));
    this.taking.set(limiter.id, taken);
    const forget = () => {
      if (this.taking.get(limiter.id) === taken) this.taking.delete(limiter.id);
    };
    taken.then(forget, forget);
    return taken;
  }

  private async takeNow(limiter: RateLimiter, wanted: number): Promise<number> {
    const { id, maxPerSecond } = limiter;
    const now = this.app.clock.now();
    const lease = this.leases.get(id);
    const fresh =
      lease?.maxPerSecond === maxPerSecond && now >= lease.takenAt && now - lease.takenAt < TOKEN_LEASE_MS;
    const kept = fresh ? Math.min(lease.tokens, wanted) : 0;
    if (fresh) lease.tokens -= kept;
    if (kept === wanted) return wanted;
    const missing = wanted - kept;
    const most = Math.ceil(maxPerSecond / LEASES_PER_SECOND);
    const asked = Math.max(missing, fresh ? Math.min(2 * lease.asked, most) : 0);
    const granted = await limiter.take(this.app.db, asked, now);
    const used = Math.min(granted, missing);
    this.leases.set(id, { tokens: granted - used, asked, maxPerSecond, takenAt: now });
    return kept + used;
  }

  /** Releases unused tokens. */
  release({ id }: RateLimiter, tokens: number): void {
    const lease = this.leases.get(id);
    if (lease) lease.tokens += tokens;
  }

  /** Returns when the next of `left` messages may be submitted. */
  async nextAt(limiter: RateLimiter, left: number): Promise<Instant> {
    const now = this.app.clock.now();
    const wanted = Math.min(left, Math.ceil(limiter.maxPerSecond / WAITS_PER_SECOND));
    const next = (await limiter.nextAt(this.app.db, now, wanted)) ?? now;
    return Math.max(next, now + 1);
  }
}

/** Runs `next` once the promise has settled. */
const after = <T>(before: Promise<unknown>, next: () => Promise<T>): Promise<T> => before.then(next, next);
