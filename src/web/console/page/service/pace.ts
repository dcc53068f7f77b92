const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** Each pace, in milliseconds between two requests, with how long after the last activity it applies. */
const PACES = [
  { within: MINUTE, everyMs: SECOND },
  { within: 5 * MINUTE, everyMs: 2 * SECOND },
  { within: Infinity, everyMs: 3 * SECOND },
] as const;

/** Returns how often to ask for new replies, in milliseconds, by the time since the person last did something. */
export const paceOf = (idleMs: number): number =>
  (PACES.find(({ within }) => idleMs < within) ?? PACES[2]).everyMs;

/** Returns how long the pace stays the same, in milliseconds; null: until the next activity. */
export function untilNextPace(idleMs: number): number | null {
  const within = PACES.find((pace) => idleMs < pace.within)?.within ?? Infinity;
  return Number.isFinite(within) ? within - idleMs : null;
}
