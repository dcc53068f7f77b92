/** A machine that is shared with others takes up to so many times as long as one that is not. */
const BUSY = 3;

/** Asks again and again until the answer is yes; throws after so many seconds of a machine that has nothing else to do. */
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
