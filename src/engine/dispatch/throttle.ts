import type { Platform } from "../../platform/parts";
import type { Sender } from "../../resources/senders/sender";
import { nextTokenAt, takeTokens } from "../../resources/senders/senders.store";
import { type Instant, SECOND } from "../../platform/time";

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

/** Keeps each sender to its speed, which all processes share: the bucket is in the database. */
export class Throttle {
  private readonly slabs = new Map<string, Slab>();
  /** The last taking of each sender that is under way. */
  private readonly taking = new Map<string, Promise<number>>();

  constructor(private readonly app: Pick<Platform, "db" | "clock">) {}

  /**
   * Takes the tokens of up to `wanted` messages; answers how many may go out now. Who asks first is served first, so that
   * messages do not overtake each other.
   */
  take(sender: Sender, wanted: number): Promise<number> {
    const before = this.taking.get(sender.id);
    const taken =
      before === undefined ? this.takeNow(sender, wanted) : after(before, () => this.takeNow(sender, wanted));
    this.taking.set(sender.id, taken);
    const forget = () => {
      if (this.taking.get(sender.id) === taken) this.taking.delete(sender.id);
    };
    taken.then(forget, forget);
    return taken;
  }

  private async takeNow({ accountId, id, maxPerSecond }: Sender, wanted: number): Promise<number> {
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
    const granted = await takeTokens(this.app.db, accountId, id, asked, now);
    const used = Math.min(granted, missing);
    this.slabs.set(id, { tokens: granted - used, asked, maxPerSecond, takenAt: now });
    return kept + used;
  }

  /** When a sender that is at its speed may submit the next share of `left` messages. */
  async nextAt({ accountId, id, maxPerSecond }: Sender, left: number): Promise<Instant> {
    const now = this.app.clock.now();
    const wanted = Math.min(left, Math.ceil(maxPerSecond / WAITS_PER_SECOND));
    const next = (await nextTokenAt(this.app.db, accountId, id, now, wanted)) ?? now;
    return Math.max(next, now + 1);
  }
}

/** What comes after a promise, however that ends. */
const after = <T>(before: Promise<unknown>, next: () => Promise<T>): Promise<T> => before.then(next, next);
