import { useEffect, useState } from "preact/hooks";
import { pollingInterval, untilNextInterval } from "./polling-interval";
import { INPUT_EVENTS } from "./user-input";

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
