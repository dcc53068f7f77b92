/** Interval between attempts to reach an unavailable service, in milliseconds. */
const RETRY_EVERY = 3_000;
/** Minimum milliseconds between automatic reloads, so that a missing file causes no reload loop. */
const RELOAD_EVERY = 60_000;
const RELOADED = "recado.reloaded";

/**
 * Returns whether the page may reload automatically: never within `RELOAD_EVERY` of the last such reload.
 * `now` and `last` are in milliseconds since the epoch; `last` is null if there was no such reload.
 */
export const mayReload = (last: number | null, now: number): boolean =>
  last === null || now < last || now - last >= RELOAD_EVERY;

/**
 * Reloads the page when the service responds, at most once a minute. Returns a function that stops the
 * attempts.
 */
export function reloadWhenUp(now: () => number): () => void {
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout>;
  const attempt = async () => {
    const last = Number(sessionStorage.getItem(RELOADED) ?? NaN);
    const isDue = mayReload(Number.isNaN(last) ? null : last, now()) && (await isUp());
    if (isStopped) return;
    if (isDue) {
      sessionStorage.setItem(RELOADED, String(now()));
      location.reload();
    } else {
      wait();
    }
  };
  const wait = () => (timer = setTimeout(() => void attempt(), RETRY_EVERY));
  wait();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}

const isUp = (): Promise<boolean> =>
  fetch("/console/session", { headers: { "X-Recado-Console": "1" } }).then(
    ({ status }) => status < 500,
    () => false,
  );
