import fc from "fast-check";
import { checkFollowUps, type FollowUpRuleInput } from "../../src/features/templates/follow-up-check";
import { type FollowUpGraph, longestPath } from "../../src/features/templates/follow-up-graph";
import { MAX_DEPTH } from "../../src/messaging/follow-up-rules";

const graphOf = (edges: string): FollowUpGraph => {
  const graph = new Map<string, string[]>();
  for (const edge of edges.split(" ").filter(Boolean)) {
    const [from, to] = edge.split(">") as [string, string];
    graph.set(from, [...(graph.get(from) ?? []), to]);
  }
  return graph;
};
const to = (template: string, changes: Partial<FollowUpRuleInput> = {}): FollowUpRuleInput => ({
  on: ["delivered"],
  template_id: template,
  ...changes,
});

describe("longestPath", () => {
  it.each([
    ["", "a", 0],
    ["a>b", "a", 1],
    ["a>b", "b", 0],
    ["a>b b>c a>c", "a", 2],
    ["a>b a>c c>d d>e", "a", 3],
    ["a>a", "a", Infinity],
    ["a>b b>a", "b", Infinity],
    ["x>a a>b b>a", "x", Infinity],
  ])("returns the length of the longest way in %j from %s: %d", (edges, from, expected) => {
    expect(longestPath(graphOf(edges), from)).toBe(expected);
  });
});

const positionOf = (graph: FollowUpGraph, templateId: string | null, known: ReadonlySet<string>) => {
  const sources = new Map<string, string[]>();
  for (const [from, targets] of graph) {
    if (from === templateId) continue;
    for (const target of targets) sources.set(target, [...(sources.get(target) ?? []), from]);
  }
  return { templateId, before: longestPath(sources, templateId ?? ""), after: graph, known };
};

describe("checkFollowUps", () => {
  const all = new Set(["a", "b", "c", "d", "e"]);
  const problemsOf = (rules: FollowUpRuleInput[], template: string | null, edges: string, known = all) =>
    checkFollowUps(rules, positionOf(graphOf(edges), template, known)).map(
      ({ field, message }) => `${field} ${message}`,
    );

  it.each([
    [0, 1],
    [9, 1],
    [10, 0],
  ])("requires a minimum wait for a delivery: %i s gives %i problems", (after_seconds, faults) => {
    const rule = to("a", { on: ["read", "no_delivery"], after_seconds });
    expect(problemsOf([rule], null, "")).toHaveLength(faults);
    expect(problemsOf([to("a", { after_seconds })], null, "")).toHaveLength(0);
  });

  it("names each rule with its problem", () => {
    const rules = [to("a"), to("z"), to("b", { on: ["no_delivery"] })];
    expect(problemsOf(rules, null, "")).toEqual([
      "follow_ups[1].template_id does not exist",
      "follow_ups[2].after_seconds must be at least 10 with the outcome no_delivery",
    ]);
  });

  it.each([
    ["a template that follows itself", "a", "a", ""],
    ["a cycle", "a", "b", "b>a"],
    ["a long cycle", "a", "b", "b>c c>a"],
  ])("refuses %s", (_, template, target, edges) => {
    expect(problemsOf([to(target)], template, edges)).toEqual([
      "follow_ups[0].template_id leads back to a template that it came from",
    ]);
  });

  it.each([
    ["three follow-ups of a new template", null, "b", "b>c c>d", 0],
    ["four follow-ups of a new template", null, "b", "b>c c>d d>e", 1],
    ["three follow-ups, one of them before the template", "b", "c", "a>b c>d", 0],
    ["four follow-ups, one of them before the template", "b", "c", "a>b c>d d>e", 1],
    ["four follow-ups, all but one of them before the template", "d", "e", "a>b b>c c>d", 1],
    ["rules that replace a chain that was too long", "a", "e", "a>b b>c c>d", 0],
    ["a chain that two templates share", "a", "b", "c>a b>d b>e", 0],
  ])("limits the length of %s", (_, template, target, edges, faults) => {
    expect(problemsOf([to(target)], template, edges)).toHaveLength(faults);
  });

  it("refuses a change exactly when it creates a cycle or a chain of more than three follow-ups", () => {
    const templates = ["a", "b", "c", "d", "e", "f"];
    const known = new Set(templates);
    const template = fc.constantFrom(...templates);
    const change = fc.tuple(template, fc.array(template, { maxLength: 3 }));
    const endless = (graph: FollowUpGraph, from: string, steps: number): boolean =>
      steps < 0 || (graph.get(from) ?? []).some((next) => endless(graph, next, steps - 1));
    fc.assert(
      fc.property(fc.array(change, { maxLength: 30 }), (changes) => {
        const graph = new Map<string, string[]>();
        for (const [from, targets] of changes) {
          const before = new Map(graph);
          const refused =
            checkFollowUps(
              targets.map((target) => to(target)),
              positionOf(graph, from, known),
            ).length > 0;
          graph.set(from, targets);
          const bad = templates.some((start) => endless(graph, start, MAX_DEPTH));
          expect(refused).toBe(bad);
          if (refused) graph.set(from, before.get(from) ?? []);
        }
      }),
      { numRuns: 500 },
    );
  });
});
