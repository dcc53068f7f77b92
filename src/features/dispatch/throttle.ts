import type { Platform } from "../../platform/parts";
import type { Carrier } from "../../carriers/carrier";
import { nextConnectionTokenAt, takeConnectionTokens } from "../connections/connections.store";
import type { Sender } from "../senders/sender";
import { nextTokenAt, takeTokens } from "../senders/senders.store";
import type { Db } from "../../platform/db/dialect";
import { type Instant, SECOND } from "../../platform/time";
import type { Route } from "./leased-batch";

/** A busy sender's tokens are taken for up to this part of a second at once, so that not each submission writes. */
const SLABS_PER_SECOND = 20;
/** Tokens that were taken and not used count for no longer than this, in milliseconds. */
const SLAB_LASTS = SECOND;
/** A sender at its speed is looked at again this often, each time for a share of a second's messages. */
const WAITS_PER_SECOND = 10;

interface Slab {
  tokens: number;
  /** As many were asked for: twice as many next time, if they are soon used up. */
  asked: number;
  /** The speed that it was taken at: it counts for no other. */
  maxPerSecond: number;
  takenAt: Instant;
}

/** A brake on some speed, which all processes share: its bucket is in the database. */
export interface Brake {
  id: string;
  maxPerSecond: number;
  take(db: Db, want: number, now: Instant): Promise<number>;
  nextAt(db: Db, now: Instant, want: number): Promise<Instant | null>;
}

export const brakeOfSender = ({ accountId, id, maxPerSecond }: Sender): Brake => ({
  ...{ id, maxPerSecond },
  take: (db, want, now) => takeTokens(db, accountId, id, want, now),
  nextAt: (db, now, want) => nextTokenAt(db, accountId, id, now, want),
});

/** Null where the connection is as fast as its senders are. */
export const brakeOfCarrier = ({ name, maxPerSecond }: Carrier): Brake | null =>
  maxPerSecond
    ? {
        ...{ id: `carrier ${name}`, maxPerSecond },
        take: (db, want, now) => takeConnectionTokens(db, name, want, now),
        nextAt: (db, now, want) => nextConnectionTokenAt(db, name, now, want),
      }
    : null;

/** What may go out now, and when the next of what may not can; null: all may. */
export interface Grant {
  granted: number;
  nextAt: Instant | null;
}

/** Keeps senders and connections to their speeds. */
export class Throttle {
  private readonly slabs = new Map<string, Slab>();
  /** The last taking of each brake that is under way. */
  private readonly taking = new Map<string, Promise<number>>();

  constructor(private readonly app: Pick<Platform, "db" | "clock">) {}

  /** How many of `wanted` messages both sender and connection allow now, with `behind` more waiting for their turn. */
  async grant(
    { sender, carrier }: Route,
    { wanted, behind }: { wanted: number; behind: number },
  ): Promise<Grant> {
    const bySender = brakeOfSender(sender);
    const byCarrier = brakeOfCarrier(carrier);
    const ofSender = await this.take(bySender, wanted);
    const granted = byCarrier && ofSender > 0 ? await this.take(byCarrier, ofSender) : ofSender;
    if (granted === wanted) return { granted, nextAt: null };
    if (granted < ofSender) this.giveBack(bySender, ofSender - granted);
    const brake = byCarrier && granted < ofSender ? byCarrier : bySender;
    return { granted, nextAt: await this.nextAt(brake, wanted - granted + behind) };
  }

  /**
   * Takes the tokens of up to `wanted` messages; answers how many may go out now. Who asks first is served first, so that
   * messages do not overtake each other.
   */
  take(brake: Brake, wanted: number): Promise<number> {
    const before = this.taking.get(brake.id);
    const taken =
      before === undefined ? this.takeNow(brake, wanted) : after(before, () => this.takeNow(brake, wanted));
    this.taking.set(brake.id, taken);
    const forget = () => {
      if (this.taking.get(brake.id) === taken) this.taking.delete(brake.id);
    };
    taken.then(forget, forget);
    return taken;
  }

  private async takeNow(brake: Brake, wanted: number): Promise<number> {
    const { id, maxPerSecond } = brake;
    const now = this.app.clock.now();
    const slab = this.slabs.get(id);
    const fresh =
      slab?.maxPerSecond === maxPerSecond && now >= slab.takenAt && now - slab.takenAt < SLAB_LASTS;
    const kept = fresh ? Math.min(slab.tokens, wanted) : 0;
    if (fresh) slab.tokens -= kept;
    if (kept === wanted) return wanted;
    const missing = wanted - kept;
    const most = Math.ceil(maxPerSecond / SLABS_PER_SECOND);
    const asked = Math.max(missing, fresh ? Math.min(2 * slab.asked, most) : 0);
    const granted = await brake.take(this.app.db, asked, now);
    const used = Math.min(granted, missing);
    this.slabs.set(id, { tokens: granted - used, asked, maxPerSecond, takenAt: now });
    return kept + used;
  }

  /** Some that were taken, and are not used after all. */
  giveBack({ id }: Brake, tokens: number): void {
    const slab = this.slabs.get(id);
    if (slab) slab.tokens += tokens;
  }

  /** When whoever is at its speed may submit the next share of `left` messages. */
  async nextAt(brake: Brake, left: number): Promise<Instant> {
    const now = this.app.clock.now();
    const wanted = Math.min(left, Math.ceil(brake.maxPerSecond / WAITS_PER_SECOND));
    const next = (await brake.nextAt(this.app.db, now, wanted)) ?? now;
    return Math.max(next, now + 1);
  }
}

/** What comes after a promise, however that ends. */
const after = <T>(before: Promise<unknown>, next: () => Promise<T>): Promise<T> => before.then(next, next);
