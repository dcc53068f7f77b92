import { type Clock, type Instant, SECOND, systemClock } from "./time";

/** What a machine knows of time: a clock that may be set, and one that only ever runs on. */
export interface Timepieces {
  wall(): Instant;
  /** Milliseconds since some start; setting the clock does not move it. */
  running(): number;
}

export const machine: Timepieces = { wall: () => systemClock.now(), running: () => performance.now() };

/** Readings this close to the time that is kept, in milliseconds, are drift, and are followed at once. */
const DRIFT = SECOND;
/** How long readings that are further off must last until they are believed, in milliseconds. */
const BELIEVED_AFTER = 30 * SECOND;

/**
 * Keeps time by what only ever runs on, and follows another clock's readings. A clock that is ahead or behind for some
 * seconds would leave instants behind it that expire messages, end leases and forget keys; one that was really set is
 * followed half a minute later.
 */
export class SteadyTime {
  private doubt: { offset: number; since: number } | null = null;
  private last = 0;

  constructor(
    private readonly running: () => number,
    /** What the other clock was ahead of `running` at the first reading. */
    private offset: number,
  ) {}

  /** Takes in how far the other clock is ahead of `running`, which is known but for `uncertainty`. */
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

  /** Stands still rather than going back by a little. */
  now(): Instant {
    const now = Math.floor(this.running() + this.offset);
    if (now >= this.last || this.last - now > DRIFT) this.last = now;
    return this.last;
  }
}

/** This machine's clock, but for jumps that do not last. */
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
