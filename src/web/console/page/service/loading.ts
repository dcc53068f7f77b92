/** Number of queries and scripts that the page has begun to load, and that have neither loaded nor failed. */
let waiting = 0;
const listeners = new Set<(isLoading: boolean) => void>();

const notify = () => listeners.forEach((listener) => listener(waiting > 0));

/** Counts a query or a script as loading, until the returned function is called. */
export function startLoading(): () => void {
  waiting += 1;
  notify();
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    waiting -= 1;
    notify();
  };
}

/**
 * Calls `listener` whenever the number of loading queries and scripts changes, with whether it is above zero.
 * Returns a function that stops the calls.
 */
export function onLoading(listener: (isLoading: boolean) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
