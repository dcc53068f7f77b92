import { type Instant, latestPlausible } from "../platform/time";
import type { JobKind } from "./job";
import type { Leasable } from "./ready-keys.store";

/** The operator's hold of the queue, which all processes of a database obey. */
export interface Hold {
  /** Start of the hold; null if the queue is not held. */
  since: Instant | null;
  /** Creation time of the newest held work. Null if all work is held, or if the queue is not held. */
  upTo: Instant | null;
  /** Time of the last release; null if there was none. Timeouts of waiting work count from this time. */
  releasedAt: Instant | null;
  /**
   * Creation time of the newest work that the operator ended. Ended work never runs. Null if there is none.
   */
  endedUpTo: Instant | null;
}

export const NOT_HELD: Hold = { since: null, upTo: null, releasedAt: null, endedUpTo: null };

export interface HoldView {
  readonly current: Hold;
}

/**
 * Kinds of jobs that a hold covers: they reach carriers, recipients or webhook endpoints, or create messages.
 */
export const HELD_KINDS: readonly JobKind[] = [
  "submission",
  "status-query",
  "expansion",
  "follow-up",
  "delivery",
];

/** Returns whether work that was created, or fell due, at an instant is held. */
export const holds = ({ since, upTo }: Hold, at: Instant): boolean =>
  since !== null && (upTo === null || at <= upTo);

/** Returns whether the operator has ended work that was created, or fell due, at an instant. */
export const ends = ({ endedUpTo }: Hold, at: Instant): boolean => endedUpTo !== null && at <= endedUpTo;

/**
 * Returns whether work must not begin, because it is held or ended. Workers settle ended work at its next
 * lease.
 */
export const stops = (hold: Hold, at: Instant): boolean => holds(hold, at) || ends(hold, at);

/**
 * Returns which jobs of a kind may be leased; null if none may. The handler of follow-ups has one job per
 * account and checks each follow-up itself.
 */
export function leasable(view: HoldView | undefined, kind: JobKind): Leasable | null {
  const { since, upTo } = view?.current ?? NOT_HELD;
  if (since === null || !HELD_KINDS.includes(kind)) return {};
  if (upTo === null) return null;
  return kind === "follow-up" ? {} : { createdAfter: upTo };
}

/**
 * Returns the instant from which work counts as waiting: `from`, or a later release, because time in a hold
 * does not count. Ignores an implausible release time, which a fast clock has stored.
 */
export function waitingFrom({ releasedAt }: Hold, from: Instant, now: Instant): Instant {
  const isPlausible = releasedAt !== null && releasedAt <= latestPlausible(now);
  return isPlausible ? Math.max(from, releasedAt) : from;
}

/** Returns a hold of all work. If the queue is already held, keeps the start of the hold. */
export const held = (hold: Hold, now: Instant): Hold => ({ ...hold, since: hold.since ?? now, upTo: null });

interface ReleaseChoice {
  /** Creation time after which work is released; null releases all work. */
  createdAfter: Instant | null;
  /** Whether the remaining work is ended, instead of held. */
  expire: boolean;
}

/**
 * Returns the hold after a release. With `createdAfter`, work that was created up to that time stays held.
 * With `expire`, the hold ends, and the work that would stay held is ended. Without `createdAfter`, `expire`
 * ends all held work.
 */
export function released(hold: Hold, { createdAfter, expire }: ReleaseChoice, now: Instant): Hold {
  const upTo = Math.min(createdAfter ?? now, hold.upTo ?? now);
  if (expire) {
    const endedUpTo = Math.max(upTo, hold.endedUpTo ?? 0);
    return { since: null, upTo: null, releasedAt: now, endedUpTo };
  }
  if (createdAfter === null) return { ...hold, since: null, upTo: null, releasedAt: now };
  return { ...hold, upTo, releasedAt: now };
}
