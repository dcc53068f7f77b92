/** Factor by which a busy machine may be slower than an idle one. */
const BUSY = 3;

/** Pause after the first check, in milliseconds. Each pause is twice as long as the one before. */
const FIRST_PAUSE_MS = 5;

/**
 * Repeats a check until it holds. Throws after `seconds * BUSY` seconds. `everyMs` is the longest pause
 * between checks, in milliseconds.
 */
export async function until(
  what: string,
  seconds: number,
  holds: () => Promise<boolean>,
  everyMs = 250,
): Promise<void> {
  const deadline = Date.now() + seconds * 1_000 * BUSY;
  for (let pause = FIRST_PAUSE_MS; !(await holds()); pause *= 2) {
    if (Date.now() > deadline) throw new Error(`not within ${seconds * BUSY} s: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, Math.min(pause, everyMs)));
  }
}
