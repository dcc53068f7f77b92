import { type Clock, type Instant, SECOND, systemClock } from "./time";

/** Clocks of a machine: a wall clock, which can be set, and a monotonic clock. */
export interface Timepieces {
  wall(): Instant;
  /** Returns the milliseconds of the monotonic clock, which cannot be set. */
  running(): number;
}

export const machine: Timepieces = { wall: () => systemClock.now(), running: () => performance.now() };

/** Largest deviation that counts as drift and is corrected at once, in milliseconds. */
const DRIFT = SECOND;
/** Time that a larger deviation must last before it is corrected, in milliseconds. */
const BELIEVED_AFTER = 30 * SECOND;

/**
 * Time of a monotonic clock, corrected by the readings of a reference clock. Ignores jumps of the reference
 * clock that last less than 30 s: wrong instants would expire messages, end leases and drop idempotency keys.
 */
export class SteadyTime {
  private doubt: { offset: number; since: number } | null = null;
  private last = 0;

  constructor(
    private readonly running: () => number,
    /** Time by which the reference clock is ahead of `running`, in milliseconds. */
    private offset: number,
  ) {}

  /** Records by how much the reference clock is ahead of `running`, and the uncertainty, in milliseconds. */
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

  /** Returns the time. Repeats the last time instead of stepping back by up to `DRIFT`. */
  now(): Instant {
    const now = Math.floor(this.running() + this.offset);
    if (now >= this.last || this.last - now > DRIFT) this.last = now;
    return this.last;
  }
}

/** Returns this machine's wall clock without jumps that last less than 30 s. */
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
