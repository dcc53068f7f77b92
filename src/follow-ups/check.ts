import type { components } from "../../generated/schema";
import type { FieldProblem } from "../problem";
import { type FollowUpGraph, longestWay, reversed } from "./graph";
import { MAX_DEPTH, MIN_NO_DELIVERY_SECONDS } from "./rules";

export type FollowUpRuleInput = components["schemas"]["FollowUpRuleInput"];

/**
 * What is wrong with the rules of a template beyond what the schema says. `graph` has the rules of all templates of the
 * account as they are now; `templateId` is the template that gets these rules, null where it is yet to be made.
 */
export function checkFollowUps(
  rules: readonly FollowUpRuleInput[],
  templateId: string | null,
  graph: FollowUpGraph,
  known: ReadonlySet<string>,
): FieldProblem[] {
  const self = templateId ?? "";
  const others = new Map([...graph].filter(([id]) => id !== self));
  // Ways up to this template end at it: what it led to before counts no more.
  const before = longestWay(reversed(others), self);
  return rules.flatMap((rule, index) => [
    ...waitProblems(rule, index),
    ...targetProblem(rule.template_id, `follow_ups[${index}].template_id`, { self, before, others, known }),
  ]);
}

function waitProblems({ on, after_seconds = 0 }: FollowUpRuleInput, index: number): FieldProblem[] {
  if (!on.includes("no_delivery") || after_seconds >= MIN_NO_DELIVERY_SECONDS) return [];
  const message = `must be at least ${MIN_NO_DELIVERY_SECONDS} with the outcome no_delivery`;
  return [{ field: `follow_ups[${index}].after_seconds`, message }];
}

function targetProblem(
  target: string,
  field: string,
  way: { self: string; before: number; others: FollowUpGraph; known: ReadonlySet<string> },
): FieldProblem[] {
  if (!way.known.has(target)) return [{ field, message: "does not exist" }];
  const rest = new Map([...way.others, [way.self, [target]]]);
  const after = longestWay(rest, way.self);
  if (after === Infinity) return [{ field, message: "leads back to a template that it came from" }];
  if (way.before + after <= MAX_DEPTH) return [];
  const steps = way.before + after;
  return [{ field, message: `makes ${steps} follow-ups in a row, at most ${MAX_DEPTH} are possible` }];
}
