import type { Campaign } from "../../../../client";
import { FAILURES } from "./outcomes";

/** Colour of a status: `good` green, `warn` amber, `bad` red, `busy` blue, `planned` purple, `calm` grey. */
export type Tone = "good" | "warn" | "bad" | "busy" | "planned" | "calm";

/** Summary of a campaign, derived from its status and its messages' outcomes. */
export type Verdict =
  | "draft"
  | "scheduled"
  | "preparing"
  | "running"
  | "waiting"
  | "settling"
  | "completed"
  | "failures"
  | "blocked"
  | "empty"
  | "stopped"
  | "interrupted";

type Judged = Pick<Campaign, "status" | "error" | "progress" | "expected_total">;

/** Returns the verdict on a campaign and its colour; null for an unknown status. */
export function verdictOf(campaign: Judged): { verdict: Verdict; tone: Tone } | null {
  switch (campaign.status as string) {
    case "draft":
      return { verdict: "draft", tone: "calm" };
    case "scheduled":
      return { verdict: "scheduled", tone: "planned" };
    case "running":
      if (isSettling(campaign)) return { verdict: "settling", tone: "busy" };
      if (campaign.expected_total !== null) return { verdict: "preparing", tone: "busy" };
      return isWaiting(campaign)
        ? { verdict: "waiting", tone: "planned" }
        : { verdict: "running", tone: "busy" };
    case "error":
      return campaign.error?.code === "stopped"
        ? { verdict: "stopped", tone: "calm" }
        : { verdict: "interrupted", tone: "bad" };
    case "completed":
      return completed(campaign.progress);
    default:
      return null;
  }
}

/** Returns whether a running campaign has submitted all its messages, and only waits for delivery reports. */
export const isSettling = ({
  status,
  expected_total: expected,
  progress,
}: Pick<Campaign, "status" | "expected_total" | "progress">): boolean =>
  status === "running" && expected === null && progress.pending === 0 && progress.sent > 0;

/** Returns whether a campaign has pending messages and all of them are held until a later time. */
const isWaiting = ({ progress: { pending, waiting } }: Judged): boolean => pending > 0 && waiting === pending;

export const failuresIn = (progress: Campaign["progress"]): number =>
  FAILURES.reduce((sum, outcome) => sum + progress[outcome], 0);

/**
 * Returns the verdict on a completed campaign and its colour. Failures are red if at least half of the
 * messages that were neither blocked nor canceled failed, otherwise amber.
 */
function completed(progress: Campaign["progress"]): { verdict: Verdict; tone: Tone } {
  const { total, blocked, canceled } = progress;
  const rest = total - blocked - canceled;
  if (total === 0) return { verdict: "empty", tone: "warn" };
  if (rest === 0) return { verdict: "blocked", tone: "warn" };
  const failures = failuresIn(progress);
  if (failures === 0) return { verdict: "completed", tone: "good" };
  return { verdict: "failures", tone: failures * 2 >= rest ? "bad" : "warn" };
}

const DAY = 86_400_000;

/**
 * Returns whether a campaign was interrupted in the last week, or completed badly in the last day. A campaign
 * completed badly if it sent no message (unless all were canceled), or if at least half of the messages that
 * were neither blocked nor canceled failed.
 */
export function needsAttention(campaign: Judged & Pick<Campaign, "failed_at" | "completed_at">, now: number) {
  const verdict = verdictOf(campaign)?.verdict;
  const isWithin = (instant: string | null, span: number) =>
    instant !== null && now - Date.parse(instant) <= span;
  if (verdict === "interrupted") return isWithin(campaign.failed_at, 7 * DAY);
  const isBlocked = verdict === "blocked" && campaign.progress.blocked > 0;
  const isBad = verdictOf(campaign)?.tone === "bad" || verdict === "empty" || isBlocked;
  return isBad && isWithin(campaign.completed_at, DAY);
}
