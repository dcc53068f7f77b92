import type { Campaign } from "../../../../client";
import type { Outcome } from "../parts/outcomes";

/** What a person can do with a campaign. `resume`: launch one again that has sent some of its messages. */
export type Step = "launch" | "resume" | "schedule" | "reschedule" | "unschedule" | "stop" | "delete";

const STEPS: Readonly<Record<string, readonly Step[]>> = {
  draft: ["launch", "schedule", "delete"],
  scheduled: ["reschedule", "unschedule", "delete"],
  running: ["stop"],
  completed: [],
  error: ["launch", "schedule"],
};

/** These need the list. */
const TO_LIST: ReadonlySet<Step> = new Set<Step>(["launch", "schedule", "reschedule"]);

/** What its status admits; of one that this page does not know yet, nothing. Without its list it sends to nobody any more. */
export function stepsOf(
  { status, started_at }: Pick<Campaign, "status" | "started_at">,
  { hasList }: { hasList: boolean },
): Step[] {
  const steps = (STEPS[status] ?? []).filter((step) => hasList || !TO_LIST.has(step));
  return steps.map((step) => (step === "launch" && started_at !== null ? "resume" : step));
}

/** Which scope of a key each asks for. */
export const scopeOf = (step: Step): "campaigns:launch" | "campaigns:write" =>
  step === "delete" || step === "unschedule" ? "campaigns:write" : "campaigns:launch";

export interface Reason {
  status: Outcome;
  /** In the contract's word; null where the message has none. */
  code: string | null;
  carrierCode: string | null;
  /** As the service explains the first of them. */
  example: string | null;
  count: number;
}

/** Failures by why they are, the most frequent first. */
export function byReason(
  messages: readonly {
    status: string;
    error: { code: string; message: string; carrier_code: string | null } | null;
  }[],
): Reason[] {
  const reasons = new Map<string, Reason>();
  for (const { status, error } of messages) {
    const [code, carrierCode] = [error?.code ?? null, error?.carrier_code ?? null];
    const key = JSON.stringify([status, code, carrierCode]);
    const known = reasons.get(key);
    if (known) known.count += 1;
    else
      reasons.set(key, {
        ...{ status: status as Outcome, code, carrierCode, count: 1 },
        example: error?.message ?? null,
      });
  }
  return [...reasons.values()].sort((a, b) => b.count - a.count);
}

/** The longest name of anything, in characters. */
export const MAX_NAME_LENGTH = 120;

/** A name for a copy, short enough; the end of a long name gives way. */
export const copiedName = (name: string, suffix: string): string =>
  `${[...name].slice(0, MAX_NAME_LENGTH - suffix.length).join("")}${suffix}`;
