import type { components } from "../../../generated/schema";
import type { FieldProblem } from "../../platform/problem";
import { type FollowUpGraph, longestWay } from "./follow-up-graph";
import { MAX_DEPTH, MIN_NO_DELIVERY_SECONDS } from "../../messaging/follow-up-rules";

export type FollowUpRuleInput = components["schemas"]["FollowUpRuleInput"];

/** Where a template stands among those that follow each other. */
export interface FollowUpSurroundings {
  /** The template that gets the rules, null where it is yet to be made. */
  templateId: string | null;
  /** The most follow-ups in a row that lead to it. */
  before: number;
  /** What the rules of templates lead to, from the targets of the new rules on. */
  after: FollowUpGraph;
  /** The templates that exist, of those that the rules name. */
  known: ReadonlySet<string>;
}

/** What is wrong with the rules of a template beyond what the schema says. */
export function checkFollowUps(
  rules: readonly FollowUpRuleInput[],
  { templateId, before, after, known }: FollowUpSurroundings,
): FieldProblem[] {
  const self = templateId ?? "";
  // What the template led to before counts no more.
  const others = new Map([...after].filter(([id]) => id !== self));
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
  return [{ field, message: `makes ${steps} follow-ups in a row, at most ${MAX_DEPTH} are allowed` }];
}
