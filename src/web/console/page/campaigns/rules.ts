import { AMBIGUOUS_OUTCOME } from "../../../../messaging/ambiguous-outcome";
import { MAX_NAME_LENGTH } from "../../../../platform/text";
import type { Campaign, UsageRow } from "../../../../client";
import { isSettling } from "../parts/campaign-outcome";
import type { Outcome } from "../parts/outcomes";

/** Actions that a user can take on a campaign. `resume` launches a campaign that has already started once. */
export type Step = "launch" | "resume" | "schedule" | "reschedule" | "unschedule" | "stop" | "delete";

const STEPS: Readonly<Record<string, readonly Step[]>> = {
  draft: ["launch", "schedule", "delete"],
  scheduled: ["reschedule", "unschedule", "delete"],
  running: ["stop"],
  completed: [],
  error: ["launch", "schedule"],
};

/** Actions that start a campaign, now or later. They need the contact list and the sender. */
const STARTS: ReadonlySet<Step> = new Set<Step>(["launch", "schedule", "reschedule"]);

/**
 * Returns the actions that the campaign's status allows; none for an unknown status. A campaign that only
 * waits for delivery reports cannot be stopped, because stopping only prevents submissions.
 */
export function stepsOf(
  campaign: Pick<Campaign, "status" | "started_at" | "expected_total" | "progress">,
  { canStart }: { canStart: boolean },
): Step[] {
  const { status, started_at } = campaign;
  if (isSettling(campaign)) return [];
  const steps = (STEPS[status] ?? []).filter((step) => canStart || !STARTS.has(step));
  return steps.map((step) => (step === "launch" && started_at !== null ? "resume" : step));
}

export const scopeOf = (step: Step): "campaigns:launch" | "campaigns:write" =>
  step === "delete" || step === "unschedule" ? "campaigns:write" : "campaigns:launch";

export interface Reason {
  status: Outcome;
  /** Error code or block reason of the contract; null for messages without either. */
  code: string | null;
  carrierCode: string | null;
  /** Error message of the first failed message with this reason; null for blocked messages. */
  example: string | null;
  count: number;
}

/**
 * Groups failed messages by status, error code and carrier code, the largest group first. Messages with an
 * unknown outcome form separate groups.
 */
export function byReason(
  messages: readonly {
    status: string;
    error: { code: string; message: string; carrier_code: string | null } | null;
  }[],
): Reason[] {
  const reasons = new Map<string, Reason>();
  for (const { status, error } of messages) {
    const [code, carrierCode] = [error?.code ?? null, error?.carrier_code ?? null];
    const key = JSON.stringify([status, code, carrierCode, error?.message === AMBIGUOUS_OUTCOME]);
    const known = reasons.get(key);
    if (known) known.count += 1;
    else
      reasons.set(key, {
        status: status as Outcome,
        code,
        carrierCode,
        count: 1,
        example: error?.message ?? null,
      });
  }
  return [...reasons.values()].sort((a, b) => b.count - a.count);
}

export interface CodeCount {
  /** Error code or block reason of the contract; null for messages without either. */
  code: string | null;
  count: number;
}

/** Returns the name for a copy of a campaign. Truncates a long name to make room for the suffix. */
export const copiedName = (name: string, suffix: string): string =>
  `${[...name].slice(0, MAX_NAME_LENGTH - suffix.length).join("")}${suffix}`;

/**
 * Returns the number of replies or opt-outs as a share of the delivered messages. Returns null if no message
 * was delivered, or if responses to follow-ups make the number exceed them.
 */
export function responseRate(
  count: number,
  { delivered, read }: Pick<Campaign["progress"], "delivered" | "read">,
) {
  const reached = delivered + read;
  return reached === 0 || count > reached ? null : count / reached;
}

/** Returns the number of follow-ups, which only `usage` counts; 0 while a run creates messages. */
export const followUpsIn = (
  { expected_total: expected, progress }: Pick<Campaign, "expected_total" | "progress">,
  usage: Pick<UsageRow, "total"> | null,
): number => (usage === null || expected !== null ? 0 : Math.max(usage.total - progress.total, 0));
