/**
 * Removes steps from a failing sequence while it still fails, with at most `maxTries` tries. The last step
 * stays, because it shows the fault. Tries the last step alone, then removes halves, quarters, down to single
 * steps. Source: Zeller's ddmin, without its subset tests.
 */
export async function shrink<Step>(
  steps: readonly Step[],
  fails: (steps: readonly Step[]) => Promise<boolean>,
  maxTries: number,
): Promise<readonly Step[]> {
  const last = steps.slice(-1);
  let rest = steps.slice(0, -1);
  let tries = 0;
  const failsWith = async (some: readonly Step[]): Promise<boolean> => {
    tries += 1;
    return fails([...some, ...last]);
  };
  if (rest.length > 0 && tries < maxTries && (await failsWith([]))) return last;
  for (let size = Math.ceil(rest.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let start = rest.length - size; start > -size; start -= size) {
      if (tries >= maxTries) return [...rest, ...last];
      const from = Math.max(start, 0);
      const some = [...rest.slice(0, from), ...rest.slice(start + size)];
      if (some.length < rest.length && (await failsWith(some))) rest = some;
    }
  }
  return [...rest, ...last];
}
