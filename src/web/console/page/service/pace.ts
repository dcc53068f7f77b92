const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** Polling intervals in milliseconds. Each applies while the user has been idle for less than `within`. */
const PACES = [
  { within: MINUTE, everyMs: SECOND },
  { within: 5 * MINUTE, everyMs: 2 * SECOND },
  { within: Infinity, everyMs: 3 * SECOND },
] as const;

/** Returns the polling interval for new messages in milliseconds, given the user's idle time. */
export const paceOf = (idleMs: number): number =>
  (PACES.find(({ within }) => idleMs < within) ?? PACES[2]).everyMs;

/** Returns how long the interval stays valid in milliseconds; null means until the next activity. */
export function untilNextPace(idleMs: number): number | null {
  const within = PACES.find((pace) => idleMs < pace.within)?.within ?? Infinity;
  return Number.isFinite(within) ? within - idleMs : null;
}

/** Minimum pause between polls, as a multiple of the response time. Slow responses mean fewer polls. */
const PAUSE_FACTOR = 9;
/** Maximum of the pause after a slow response, in milliseconds. Without it, the page would stay outdated. */
const MAX_SLOW_PAUSE_MS = 30 * SECOND;

/** Returns the pause before the next poll in milliseconds, given the response time of the last poll. */
export const pollPause = (everyMs: number, responseMs: number): number =>
  Math.max(everyMs, Math.min(MAX_SLOW_PAUSE_MS, PAUSE_FACTOR * responseMs));
