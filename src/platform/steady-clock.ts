import { type Clock, type Instant, SECOND, systemClock } from "./time";

/** The clocks of a machine: a wall clock, which can be set, and a monotonic clock. */
export interface Timepieces {
  wall(): Instant;
  /** Milliseconds of the monotonic clock, which setting the wall clock does not move. */
  running(): number;
}

export const machine: Timepieces = { wall: () => systemClock.now(), running: () => performance.now() };

/** Deviation that counts as drift and is followed at once, in milliseconds. */
const DRIFT = SECOND;
/** Time that a larger deviation must persist before it is followed, in milliseconds. */
const BELIEVED_AFTER = 30 * SECOND;

/**
 * Keeps time by a monotonic clock and follows another clock's readings. A clock that jumps for a few seconds
 * would store wrong instants, which expire messages, end leases and drop idempotency keys. A clock that was
 * really set is followed 30 seconds later.
 */
export class SteadyTime {
  private doubt: { offset: number; since: number } | null = null;
  private last = 0;

  constructor(
    private readonly running: () => number,
    /** How far the other clock was ahead of `running` at the first reading. */
    private offset: number,
  ) {}

  /** Records a reading: how far the other clock is ahead of `running`, within `uncertainty`. */
  observe(offset: number, uncertainty = 0): void {
    const off = Math.abs(offset - this.offset);
    if (off <= Math.max(DRIFT, uncertainty)) {
      this.doubt = null;
      if (off > uncertainty) this.offset = offset;
      return;
    }
    const at = this.running();
    if (this.doubt === null || Math.abs(offset - this.doubt.offset) > Math.max(DRIFT, uncertainty)) {
      this.doubt = { offset, since: at };
    } else if (at - this.doubt.since >= BELIEVED_AFTER) {
      this.doubt = null;
      this.offset = offset;
    }
  }

  /** Returns the time. It stands still instead of going back by up to `DRIFT`. */
  now(): Instant {
    const now = Math.floor(this.running() + this.offset);
    if (now >= this.last || this.last - now > DRIFT) this.last = now;
    return this.last;
  }
}

/** Returns this machine's clock without short jumps. */
export function steadyClock({ wall, running }: Timepieces = machine): Clock {
  const ahead = () => wall() - running();
  const time = new SteadyTime(running, ahead());
  return {
    now() {
      time.observe(ahead());
      return time.now();
    },
  };
}
