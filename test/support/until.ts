/** Factor by which a busy machine may be slower than an idle one. */
const BUSY = 3;

/** Repeats a check until it holds. Throws after `seconds * BUSY` seconds. */
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
