import { type Clock, type Instant, SECOND, systemClock } from "./time";

/** Clocks of a machine: a wall clock, which can be set, and a monotonic clock. */
export interface ClockSources {
  wall(): Instant;
  /** Returns the milliseconds of the monotonic clock, which cannot be set. */
  monotonic(): number;
}

export const machineClocks: ClockSources = {
  wall: () => systemClock.now(),
  monotonic: () => performance.now(),
};

/** Largest deviation that counts as drift and is corrected at once, in milliseconds. */
const DRIFT = SECOND;
/** Time that a larger deviation must last before it is corrected, in milliseconds. */
const ACCEPT_AFTER = 30 * SECOND;

/**
 * Time of a monotonic clock, corrected by the readings of a reference clock. Ignores jumps of the reference
 * clock that last less than 30 s: wrong instants would expire messages, end leases and drop idempotency keys.
 */
export class SteadyTime {
  private pending: { offset: number; since: number } | null = null;
  private last = 0;

  constructor(
    private readonly monotonic: () => number,
    /** Time by which the reference clock is ahead of `monotonic`, in milliseconds. */
    private offset: number,
  ) {}

  /**
   * Records by how much the reference clock is ahead of `monotonic`, and the uncertainty, in milliseconds.
   */
  observe(offset: number, uncertainty = 0): void {
    const off = Math.abs(offset - this.offset);
    if (off <= Math.max(DRIFT, uncertainty)) {
      this.pending = null;
      if (off > uncertainty) this.offset = offset;
      return;
    }
    const at = this.monotonic();
    if (this.pending === null || Math.abs(offset - this.pending.offset) > Math.max(DRIFT, uncertainty)) {
      this.pending = { offset, since: at };
    } else if (at - this.pending.since >= ACCEPT_AFTER) {
      this.pending = null;
      this.offset = offset;
    }
  }

  /** Returns the time. Repeats the last time instead of stepping back by up to `DRIFT`. */
  now(): Instant {
    const now = Math.floor(this.monotonic() + this.offset);
    if (now >= this.last || this.last - now > DRIFT) this.last = now;
    return this.last;
  }
}

/** Returns this machine's wall clock without jumps that last less than 30 s. */
export function steadyClock({ wall, monotonic }: ClockSources = machineClocks): Clock {
  const ahead = () => wall() - monotonic();
  const time = new SteadyTime(monotonic, ahead());
  return {
    now() {
      time.observe(ahead());
      return time.now();
    },
  };
}
