import { useRef } from "preact/hooks";

/**
 * Returns a function to call when asynchronous work starts. The function returns a check, which is true until
 * later work starts. A false check means that the result is outdated.
 */
export function useLatestCall(): () => () => boolean {
  const calls = useRef(0);
  return () => {
    const call = ++calls.current;
    return () => call === calls.current;
  };
}
