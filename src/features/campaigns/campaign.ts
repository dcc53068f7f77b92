import type { components } from "../../../generated/schema";
import type { FollowUpRule } from "../../messaging/follow-up-rules";
import { etagOf } from "../../platform/precondition";
import type { Channel } from "../../messaging/channel";
import type { Content } from "../../messaging/content-types";
import type { Purpose } from "../../messaging/purpose";
import { type Instant, toTimestamp, toTimestampOrNull } from "../../platform/time";
import type { ResponseCounts } from "./responses.store";

export type CampaignStatus = components["schemas"]["CampaignStatus"];
export type CampaignProgress = components["schemas"]["CampaignProgress"];

export type CampaignError = components["schemas"]["CampaignError"];

export interface Campaign {
  accountId: string;
  id: string;
  name: string;
  templateId: string;
  listId: string;
  /** Sender chosen at creation; null for the channel's default. */
  senderId: string | null;
  tags: readonly string[];
  channel: Channel;
  /** Purpose of the template at the latest launch; null before the first launch. */
  purpose: Purpose | null;
  status: CampaignStatus;
  error: CampaignError | null;
  createdAt: Instant;
  updatedAt: Instant;
  scheduledAt: Instant | null;
  /** Time at which a due launch began to wait for an import; null if it is not waiting. */
  waitingSince: Instant | null;
  startedAt: Instant | null;
  completedAt: Instant | null;
  failedAt: Instant | null;
  /** Number of launches. The number identifies a run. */
  launches: number;
  /**
   * Template content, copied at launch, so that one run sends one text. Null before the first launch and in
   * the results of `listCampaigns`.
   */
  content: Content | null;
  /** Follow-up rules of the template, copied at launch. Null in the same cases as `content`. */
  followUps: FollowUpRule[] | null;
  /** Validity of the messages in seconds, copied at launch; null without a limit. */
  validitySeconds: number | null;
  /**
   * Version of the memberships at the launch; null before the first launch. Members at this version receive a
   * message.
   */
  snapshot: number | null;
  /** Whether every contact of the snapshot has its message. */
  expanded: boolean;
}

export const isPreparing = ({ status, expanded }: Pick<Campaign, "status" | "expanded">): boolean =>
  status === "running" && !expanded;

/** Returns the ETag of the name, the tags, the status and the status times. Counts do not affect the ETag. */
export const tagOf = ({ id, name, tags, status, scheduledAt, startedAt, completedAt, failedAt }: Campaign) =>
  etagOf({ id, name, tags, status, scheduledAt, startedAt, completedAt, failedAt });

export function toContract(
  campaign: Campaign,
  purpose: Purpose,
  progress: CampaignProgress,
  responses: ResponseCounts,
  listSize: number,
): components["schemas"]["Campaign"] {
  return {
    id: campaign.id,
    name: campaign.name,
    template_id: campaign.templateId,
    list_id: campaign.listId,
    sender_id: campaign.senderId,
    tags: [...campaign.tags],
    channel: campaign.channel,
    purpose,
    status: campaign.status,
    error: campaign.error,
    progress,
    expected_total: isPreparing(campaign) ? Math.max(progress.total, listSize) : null,
    replied: responses.replied,
    opted_out: responses.opted_out,
    created_at: toTimestamp(campaign.createdAt),
    updated_at: toTimestamp(campaign.updatedAt),
    scheduled_at: toTimestampOrNull(campaign.scheduledAt),
    started_at: toTimestampOrNull(campaign.startedAt),
    completed_at: toTimestampOrNull(campaign.completedAt),
    failed_at: toTimestampOrNull(campaign.failedAt),
  };
}
