/** Ids of follow-up templates, by the id of the template that they follow. */
export type FollowUpGraph = ReadonlyMap<string, readonly string[]>;

/** Returns the length of the longest path from a template; `Infinity` if a path contains a cycle. */
export function longestPath(graph: FollowUpGraph, from: string, passed: readonly string[] = []): number {
  if (passed.includes(from)) return Infinity;
  const lengths = (graph.get(from) ?? []).map((next) => 1 + longestPath(graph, next, [...passed, from]));
  return Math.max(0, ...lengths);
}
