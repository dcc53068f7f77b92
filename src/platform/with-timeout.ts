/**
 * What the work comes to; rejects where that takes longer, in milliseconds. The work itself is not ended by it.
 * `reason` makes what it rejects with.
 */
export async function withTimeout<T>(
  ms: number,
  work: Promise<T>,
  reason: () => Error = () => new Error(`no answer within ${ms} ms`),
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(reason()), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
