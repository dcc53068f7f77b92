import { useEffect, useState } from "preact/hooks";
import { INPUT_EVENTS } from "./user-input";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** Polling intervals in milliseconds. The first with `within` above the user's idle time applies. */
const INTERVALS = [
  { within: MINUTE, everyMs: SECOND },
  { within: 5 * MINUTE, everyMs: 2 * SECOND },
  { within: Infinity, everyMs: 3 * SECOND },
] as const;

/** Returns the polling interval for new messages in milliseconds, given the user's idle time. */
export const pollingInterval = (idleMs: number): number =>
  (INTERVALS.find(({ within }) => idleMs < within) ?? INTERVALS[2]).everyMs;

/** Returns in how many milliseconds an idle user's interval grows; null if it grows no more. */
export function untilNextInterval(idleMs: number): number | null {
  const within = INTERVALS.find((interval) => idleMs < interval.within)?.within ?? Infinity;
  return Number.isFinite(within) ? within - idleMs : null;
}

/** Minimum pause between polls, as a multiple of the response time. Slow responses mean fewer polls. */
const PAUSE_FACTOR = 9;
/** Maximum pause after a slow response in milliseconds, so that the page is not outdated for longer. */
const MAX_SLOW_PAUSE_MS = 30 * SECOND;

/** Returns the pause before the next poll in milliseconds, given the last poll's response time. */
export const pollPause = (everyMs: number, responseMs: number): number =>
  Math.max(everyMs, Math.min(MAX_SLOW_PAUSE_MS, PAUSE_FACTOR * responseMs));

/**
 * Returns the polling interval for new messages in milliseconds. It grows while the user is idle. User input
 * or another value of `arrival` resets it.
 */
export function usePollingInterval(arrival: unknown): number {
  const [everyMs, setEveryMs] = useState(pollingInterval(0));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let last = 0;
    const step = () => {
      const idle = performance.now() - last;
      setEveryMs(pollingInterval(idle));
      const next = untilNextInterval(idle);
      if (next !== null) timer = setTimeout(step, next);
    };
    const begin = () => {
      last = performance.now();
      clearTimeout(timer);
      step();
    };
    begin();
    for (const name of INPUT_EVENTS) addEventListener(name, begin, { passive: true });
    return () => {
      clearTimeout(timer);
      for (const name of INPUT_EVENTS) removeEventListener(name, begin);
    };
  }, [arrival]);
  return everyMs;
}
