import { useRef } from "preact/hooks";

/**
 * Returns a function to call when asynchronous work starts, such as reading a file. It returns a check, which
 * is true until later work starts. If the check is false, the work's result is outdated.
 */
export function useLatestCall(): () => () => boolean {
  const calls = useRef(0);
  return () => {
    const call = ++calls.current;
    return () => call === calls.current;
  };
}
