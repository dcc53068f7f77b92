/** Factor by which a busy machine may be slower than an idle one. */
const BUSY = 3;

/**
 * Repeats a check until it holds. `seconds` is the time limit on an idle machine; a busy one has three times
 * as long.
 */
export async function until(
  what: string,
  seconds: number,
  holds: () => Promise<boolean>,
  everyMs = 250,
): Promise<void> {
  const deadline = Date.now() + seconds * 1_000 * BUSY;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`not within ${seconds * BUSY} s: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}
