/** Asks again and again until the answer is yes; throws after so many seconds. */
export async function until(
  what: string,
  seconds: number,
  holds: () => Promise<boolean>,
  everyMs = 250,
): Promise<void> {
  const deadline = Date.now() + seconds * 1_000;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`not within ${seconds} s: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}
