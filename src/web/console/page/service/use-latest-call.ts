import { useRef } from "preact/hooks";

/**
 * Returns a function to call at the start of asynchronous work. It returns a function that says whether no
 * later work has started since.
 */
export function useLatestCall(): () => () => boolean {
  const calls = useRef(0);
  return () => {
    const call = ++calls.current;
    return () => call === calls.current;
  };
}
