import type { components } from "../../../generated/schema";
import type { FieldProblem } from "../../platform/problem";
import { type FollowUpGraph, longestWay } from "./follow-up-graph";
import { MAX_DEPTH, MIN_NO_DELIVERY_SECONDS } from "../../messaging/follow-up-rules";

export type FollowUpRuleInput = components["schemas"]["FollowUpRuleInput"];

/** A template's position in the chains of follow-ups. */
export interface FollowUpContext {
  /** The template that gets the rules; null for a new one. */
  templateId: string | null;
  /** Number of follow-ups in the longest chain that leads to the template, at most `MAX_DEPTH`. */
  before: number;
  /** Follow-ups of templates, starting from the targets of the new rules. */
  after: FollowUpGraph;
  /** Ids of existing templates that the rules name. */
  known: ReadonlySet<string>;
}

/** Returns the problems of a template's rules beyond the schema. */
export function checkFollowUps(
  rules: readonly FollowUpRuleInput[],
  { templateId, before, after, known }: FollowUpContext,
): FieldProblem[] {
  const self = templateId ?? "";
  // The previous rules of the template no longer count.
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
