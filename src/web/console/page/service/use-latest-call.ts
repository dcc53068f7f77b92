import { useRef } from "preact/hooks";

/**
 * Detects outdated results of asynchronous work. Call the returned function when work starts; it returns a
 * check that is true while no later work has started.
 */
export function useLatestCall(): () => () => boolean {
  const calls = useRef(0);
  return () => {
    const call = ++calls.current;
    return () => call === calls.current;
  };
}
