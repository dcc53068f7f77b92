import fc from "fast-check";
import { checkFollowUps, type FollowUpRuleInput } from "../../src/features/templates/follow-up-check";
import { type FollowUpGraph, longestWay } from "../../src/features/templates/follow-up-graph";
import { MAX_DEPTH } from "../../src/messaging/follow-up-rules";

const graphOf = (ways: string): FollowUpGraph => {
  const graph = new Map<string, string[]>();
  for (const way of ways.split(" ").filter(Boolean)) {
    const [from, to] = way.split(">") as [string, string];
    graph.set(from, [...(graph.get(from) ?? []), to]);
  }
  return graph;
};
const to = (template: string, changes: Partial<FollowUpRuleInput> = {}): FollowUpRuleInput => ({
  on: ["delivered"],
  template_id: template,
  ...changes,
});

describe("the longest way", () => {
  it.each([
    ["", "a", 0],
    ["a>b", "a", 1],
    ["a>b", "b", 0],
    ["a>b b>c a>c", "a", 2],
    ["a>b a>c c>d d>e", "a", 3],
    ["a>a", "a", Infinity],
    ["a>b b>a", "b", Infinity],
    ["x>a a>b b>a", "x", Infinity],
  ])("in %j from %s is %d", (ways, from, expected) => {
    expect(longestWay(graphOf(ways), from)).toBe(expected);
  });
});

/** Where a template stands in a graph of all templates. */
const surroundings = (graph: FollowUpGraph, templateId: string | null, known: ReadonlySet<string>) => {
  const sources = new Map<string, string[]>();
  for (const [from, targets] of graph) {
    if (from === templateId) continue;
    for (const target of targets) sources.set(target, [...(sources.get(target) ?? []), from]);
  }
  return { templateId, before: longestWay(sources, templateId ?? ""), after: graph, known };
};

describe("the check of rules", () => {
  const all = new Set(["a", "b", "c", "d", "e"]);
  const problemsOf = (rules: FollowUpRuleInput[], template: string | null, ways: string, known = all) =>
    checkFollowUps(rules, surroundings(graphOf(ways), template, known)).map(
      ({ field, message }) => `${field} ${message}`,
    );

  it.each([
    [0, 1],
    [9, 1],
    [10, 0],
  ])("of a wait of %i s for a delivery finds %i faults", (after_seconds, faults) => {
    const rule = to("a", { on: ["read", "no_delivery"], after_seconds });
    expect(problemsOf([rule], null, "")).toHaveLength(faults);
    expect(problemsOf([to("a", { after_seconds })], null, "")).toHaveLength(0);
  });

  it("names each rule with its fault", () => {
    const rules = [to("a"), to("z"), to("b", { on: ["no_delivery"] })];
    expect(problemsOf(rules, null, "")).toEqual([
      "follow_ups[1].template_id does not exist",
      "follow_ups[2].after_seconds must be at least 10 with the outcome no_delivery",
    ]);
  });

  it.each([
    ["a template of its own", "a", "a", ""],
    ["a way back", "a", "b", "b>a"],
    ["a long way back", "a", "b", "b>c c>a"],
  ])("refuses %s", (_, template, target, ways) => {
    expect(problemsOf([to(target)], template, ways)).toEqual([
      "follow_ups[0].template_id leads back to a template that it came from",
    ]);
  });

  it.each([
    ["three in a row from a new template", null, "b", "b>c c>d", 0],
    ["four in a row from a new template", null, "b", "b>c c>d d>e", 1],
    ["three with one upstream", "b", "c", "a>b c>d", 0],
    ["four with one upstream", "b", "c", "a>b c>d d>e", 1],
    ["four with the last of them", "d", "e", "a>b b>c c>d", 1],
    ["rules that take the place of those that were too long", "a", "e", "a>b b>c c>d", 0],
    ["a way that two templates share", "a", "b", "c>a b>d b>e", 0],
  ])("of %s", (_, template, target, ways, faults) => {
    expect(problemsOf([to(target)], template, ways)).toHaveLength(faults);
  });

  it("keeps every set of templates without cycles and ways of more than three, whatever is asked for", () => {
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
              surroundings(graph, from, known),
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
