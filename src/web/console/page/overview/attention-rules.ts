import { type Campaign, isRecadoError, type Sender, type Webhook } from "../../../../client";
import { failuresIn, needsAttention } from "../parts/campaign-outcome";
import { endpointState } from "../parts/endpoint-state";

/** Share of failed messages, from 0 to 1, above which a campaign needs attention. */
const MAX_FAILED_SHARE = 0.05;
/** Waiting time of a sender's oldest message above which the sender needs attention, in milliseconds. */
const MAX_WAIT_MS = 60_000;
const DAY = 86_400_000;

type Judged = Pick<
  Campaign,
  "status" | "error" | "progress" | "expected_total" | "failed_at" | "completed_at"
>;

/**
 * Returns the number of a campaign's failed messages and their share of `sent`, which excludes blocked and
 * canceled messages.
 */
export function failuresOf({ progress }: Pick<Campaign, "progress">) {
  const sent = progress.total - progress.blocked - progress.canceled;
  const failed = failuresIn(progress);
  return { failed, sent, share: sent === 0 ? 0 : failed / sent };
}

/**
 * Returns whether a campaign needs attention: by `needsAttention`, or because over 5 % of its messages
 * failed. Failures count only while the campaign runs and for a day after its completion.
 */
export function isTroubled(campaign: Judged, now: number): boolean {
  if (needsAttention(campaign, now)) return true;
  if (failuresOf(campaign).share <= MAX_FAILED_SHARE) return false;
  if (campaign.status === "running") return true;
  return campaign.completed_at !== null && now - Date.parse(campaign.completed_at) <= DAY;
}

/** Maximum number of campaigns that the overview lists. */
const SHOWN = 5;

/**
 * Returns the campaigns that the overview lists: at most `SHOWN`, running campaigns first. `campaigns` must
 * be sorted, newest first.
 */
export const recentOf = <T extends Pick<Campaign, "status">>(campaigns: readonly T[]): T[] =>
  [...campaigns]
    .sort((a, b) => Number(b.status === "running") - Number(a.status === "running"))
    .slice(0, SHOWN);

/** Returns whether a webhook endpoint is failing or was disabled by the service. */
export const isBroken = (webhook: Webhook): boolean =>
  ["failing", "disabled"].includes(endpointState(webhook));

/** Returns for how many milliseconds a sender's oldest message has waited; 0 if none waits. */
export const waitOf = ({ waiting_since: since }: Pick<Sender, "waiting_since">, now: number): number =>
  since === null ? 0 : now - Date.parse(since);

/** Returns whether a sender is not ready, or its oldest message has waited for over a minute. */
export const isStuck = (sender: Pick<Sender, "state" | "waiting_since">, now: number): boolean =>
  sender.state !== "ready" || waitOf(sender, now) > MAX_WAIT_MS;

/**
 * Returns why a scheduled campaign cannot launch, from the error of its check; null for any other cause. A
 * refused `send_at` is another cause: the clocks of the browser and the service differ.
 */
export function checkFaultOf(error: unknown): "listDeleted" | "senderRemoved" | "notLaunchable" | null {
  if (isRecadoError(error, "not_found")) return "listDeleted";
  if (!isRecadoError(error, "unprocessable_entity")) return null;
  const refused = error.fields.map(({ field }) => field);
  if (refused.includes("send_at")) return null;
  return refused.includes("sender_id") ? "senderRemoved" : "notLaunchable";
}
