const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/**
 * Polling intervals for new messages in milliseconds. The first entry with `within` above the user's idle
 * time applies.
 */
const PACES = [
  { within: MINUTE, everyMs: SECOND },
  { within: 5 * MINUTE, everyMs: 2 * SECOND },
  { within: Infinity, everyMs: 3 * SECOND },
] as const;

/** Returns the polling interval for new messages in milliseconds, given the user's idle time. */
export const paceOf = (idleMs: number): number =>
  (PACES.find(({ within }) => idleMs < within) ?? PACES[2]).everyMs;

/**
 * Returns after how many milliseconds the interval of `paceOf` grows if the user stays idle; null if it grows
 * no more.
 */
export function untilNextPace(idleMs: number): number | null {
  const within = PACES.find((pace) => idleMs < pace.within)?.within ?? Infinity;
  return Number.isFinite(within) ? within - idleMs : null;
}

/**
 * Minimum pause after a poll, as a multiple of its response time, so that slow responses mean fewer polls.
 */
const PAUSE_FACTOR = 9;
/**
 * Maximum of the pause that a slow response causes, in milliseconds, so that the page is not outdated for
 * longer.
 */
const MAX_SLOW_PAUSE_MS = 30 * SECOND;

/**
 * Returns the pause before the next poll in milliseconds, given the polling interval and the last poll's
 * response time.
 */
export const pollPause = (everyMs: number, responseMs: number): number =>
  Math.max(everyMs, Math.min(MAX_SLOW_PAUSE_MS, PAUSE_FACTOR * responseMs));
