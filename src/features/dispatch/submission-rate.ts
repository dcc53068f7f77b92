import type { Carrier } from "../../carriers/carrier";
import { RateLimiter, type TokenBucket } from "../../platform/concurrency/rate-limiter";
import type { Db } from "../../platform/db/dialect";
import type { Platform } from "../../platform/platform";
import type { Instant } from "../../platform/time";
import { nextConnectionTokenAt, takeConnectionTokens } from "../connections/connections.store";
import type { Sender } from "../senders/sender";
import { nextTokenAt, takeTokens } from "../senders/queued-senders.store";
import type { Route } from "./leased-batch";

interface Grant {
  granted: number;
  /** Time at which to retry the remaining messages; null if none remain. */
  nextAt: Instant | null;
}

/** Enforces the rate limits of senders and connections, in messages per second. */
export class SubmissionRate {
  private readonly limiter: RateLimiter;
  private readonly db: Db;

  constructor({ db, clock }: Pick<Platform, "db" | "clock">) {
    this.db = db;
    this.limiter = new RateLimiter(clock);
  }

  /**
   * Acquires up to `needed` tokens of sender and connection, one per message. `nextAt` considers `waiting`
   * further messages.
   */
  async grant(
    { sender, carrier }: Route,
    { needed, waiting }: { needed: number; waiting: number },
  ): Promise<Grant> {
    const bySender = this.bucketOfSender(sender);
    const byCarrier = this.bucketOfCarrier(carrier);
    const ofSender = await this.limiter.take(bySender, needed);
    const granted = byCarrier && ofSender > 0 ? await this.limiter.take(byCarrier, ofSender) : ofSender;
    if (granted === needed) return { granted, nextAt: null };
    if (granted < ofSender) this.limiter.release(bySender, ofSender - granted);
    const exhausted = byCarrier && granted < ofSender ? byCarrier : bySender;
    return { granted, nextAt: await this.limiter.nextAt(exhausted, needed - granted + waiting) };
  }

  private bucketOfSender({ accountId, id, maxPerSecond }: Sender): TokenBucket {
    return {
      id,
      maxPerSecond,
      take: (count, now) => takeTokens(this.db, accountId, id, count, now),
      nextAt: (now, count) => nextTokenAt(this.db, accountId, id, now, count),
    };
  }

  private bucketOfCarrier({ name, maxPerSecond }: Carrier): TokenBucket | null {
    if (!maxPerSecond) return null;
    return {
      id: `carrier ${name}`,
      maxPerSecond,
      take: (count, now) => takeConnectionTokens(this.db, name, count, now),
      nextAt: (now, count) => nextConnectionTokenAt(this.db, name, now, count),
    };
  }
}
