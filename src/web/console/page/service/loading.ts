/** Number of queries and parts of the page that wait for their first response. */
let waiting = 0;
const listeners = new Set<(isLoading: boolean) => void>();

const notify = () => listeners.forEach((listener) => listener(waiting > 0));

/** Counts a query or a part of the page as loading, until the returned function is called. */
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
 * Calls `listener` whenever loading starts or ends, with whether anything is loading. Returns a function that
 * stops the calls.
 */
export function onLoading(listener: (isLoading: boolean) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
