/** Which templates each template is followed up by. */
export type FollowUpGraph = ReadonlyMap<string, readonly string[]>;

/**
 * The most steps that can be taken from a template, or `Infinity` where a way leads back to one that it went through.
 */
export function longestWay(graph: FollowUpGraph, from: string, passed: readonly string[] = []): number {
  if (passed.includes(from)) return Infinity;
  const ways = (graph.get(from) ?? []).map((next) => 1 + longestWay(graph, next, [...passed, from]));
  return Math.max(0, ...ways);
}
