/** Returns the Levenshtein distance of two words. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1];
    for (let column = 1; column <= to.length; column++) {
      const replaced = (row[column - 1] as number) + Number(letter !== to[column - 1]);
      next.push(Math.min(replaced, (row[column] as number) + 1, (next[column - 1] as number) + 1));
    }
    row = next;
  }
  return row[to.length] as number;
}

/** Returns the closest name, or undefined if none is within `maxDistance` edits. */
export function nearest(given: string, names: readonly string[], maxDistance: number): string | undefined {
  const [best] = names
    .map((name) => ({ name, steps: distance(given, name) }))
    .sort((a, b) => a.steps - b.steps);
  return best !== undefined && best.steps <= maxDistance ? best.name : undefined;
}
