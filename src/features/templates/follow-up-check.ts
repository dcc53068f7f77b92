import type { components } from "../../../generated/schema";
import type { FieldProblem } from "../../platform/problem";
import { type FollowUpGraph, longestPath } from "./follow-up-graph";
import { MAX_DEPTH, MIN_NO_DELIVERY_SECONDS } from "../../messaging/follow-up-rules";

export type FollowUpRuleInput = components["schemas"]["FollowUpRuleInput"];

interface FollowUpContext {
  /** Id of the template that gets the rules; null for a new template. */
  templateId: string | null;
  /** Length of the longest chain of follow-ups that leads to the template, at most `MAX_DEPTH`. */
  before: number;
  /** Follow-ups that start from the targets of the new rules. */
  after: FollowUpGraph;
  /** Ids of existing templates that the rules name. */
  known: ReadonlySet<string>;
}

/** Returns the problems of a template's rules that the schema cannot express. */
export function checkFollowUps(
  rules: readonly FollowUpRuleInput[],
  { templateId, before, after, known }: FollowUpContext,
): FieldProblem[] {
  const self = templateId ?? "";
  // The new rules replace the template's previous rules.
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
  context: { self: string; before: number; others: FollowUpGraph; known: ReadonlySet<string> },
): FieldProblem[] {
  if (!context.known.has(target)) return [{ field, message: "does not exist" }];
  const rest = new Map([...context.others, [context.self, [target]]]);
  const after = longestPath(rest, context.self);
  if (after === Infinity) return [{ field, message: "leads back to a template that it came from" }];
  if (context.before + after <= MAX_DEPTH) return [];
  const steps = context.before + after;
  return [{ field, message: `makes ${steps} follow-ups in a row, at most ${MAX_DEPTH} are allowed` }];
}
