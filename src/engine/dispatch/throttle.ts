import type { Platform } from "../../platform/parts";
import type { Sender } from "../../resources/senders/sender";
import { nextTokenAt, takeTokens } from "../../resources/senders/senders.store";
import { type Instant, SECOND } from "../../platform/time";

/** Tokens are taken from the sender's bucket for this part of a second at once, so that not each message writes. */
const SLABS_PER_SECOND = 20;
/** Tokens that were taken and not used count for no longer than this, in milliseconds. */
const SLAB_LASTS = SECOND;
/** A sender at its speed is looked at again this often, each time for a share of a second's messages. */
const WAITS_PER_SECOND = 10;

interface Slab {
  tokens: number;
  /** The speed that it was taken at: it counts for no other. */
  maxPerSecond: number;
  takenAt: Instant;
}

/** Keeps each sender to its speed, which all processes share: the bucket is in the database. */
export class Throttle {
  private readonly slabs = new Map<string, Slab>();

  constructor(private readonly app: Pick<Platform, "db" | "clock">) {}

  /** Takes the tokens of up to `wanted` messages; answers how many may go out now. */
  async take({ accountId, id, maxPerSecond }: Sender, wanted: number): Promise<number> {
    const now = this.app.clock.now();
    const slab = this.slabs.get(id);
    const fresh =
      slab?.maxPerSecond === maxPerSecond && now >= slab.takenAt && now - slab.takenAt < SLAB_LASTS;
    const kept = fresh ? Math.min(slab.tokens, wanted) : 0;
    if (fresh) slab.tokens -= kept;
    if (kept === wanted) return wanted;
    const missing = wanted - kept;
    const asked = Math.max(missing, Math.ceil(maxPerSecond / SLABS_PER_SECOND));
    const granted = await takeTokens(this.app.db, accountId, id, asked, now);
    const used = Math.min(granted, missing);
    if (granted > used) this.slabs.set(id, { tokens: granted - used, maxPerSecond, takenAt: now });
    else if (!this.slabs.get(id)?.tokens) this.slabs.delete(id);
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
