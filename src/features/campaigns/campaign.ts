import type { components } from "../../../generated/schema";
import type { FollowUpRule } from "../../messaging/follow-up-rules";
import { etagOf } from "../../platform/precondition";
import type { Channel } from "../../messaging/channel";
import type { Content } from "../../messaging/content-types";
import { type Instant, toTimestamp, toTimestampOrNull } from "../../platform/time";

export type CampaignStatus = components["schemas"]["CampaignStatus"];
export type CampaignErrorCode = components["schemas"]["CampaignErrorCode"];
export type CampaignProgress = components["schemas"]["CampaignProgress"];

export interface CampaignError {
  code: CampaignErrorCode;
  message: string;
}

export interface Campaign {
  accountId: string;
  id: string;
  name: string;
  templateId: string;
  listId: string;
  /** The sender that it was created with; null for the channel's default. */
  senderId: string | null;
  channel: Channel;
  status: CampaignStatus;
  error: CampaignError | null;
  createdAt: Instant;
  updatedAt: Instant;
  scheduledAt: Instant | null;
  /** Since when a start that is due waits for an import. */
  waitingSince: Instant | null;
  startedAt: Instant | null;
  completedAt: Instant | null;
  failedAt: Instant | null;
  /** How often it was launched; tells one run from the next. */
  launches: number;
  /** The template's content as it was at the launch: one run sends one text. */
  content: Content | null;
  /** The template's follow-up rules, likewise; null also where a build that did not keep them launched it. */
  followUps: FollowUpRule[] | null;
  /** The tick of the launch: who is in the list at it gets a message. */
  snapshot: number | null;
  /** The launch that there are expansion jobs for; builds that knew of no jobs launch without. */
  plannedLaunch: number | null;
  /** The contact up to which such a build has created messages, by id; null before the first. */
  expandedTo: string | null;
  /** Every contact of the snapshot has its message. */
  expanded: boolean;
}

/** Whether a run is still making its messages. */
export const isPreparing = ({ status, expanded }: Pick<Campaign, "status" | "expanded">): boolean =>
  status === "running" && !expanded;

/** Stands for the name and the status with its instants; `progress` and the state of a run move by themselves. */
export const tagOf = ({ id, name, status, scheduledAt, startedAt, completedAt, failedAt }: Campaign) =>
  etagOf({ id, name, status, scheduledAt, startedAt, completedAt, failedAt });

export function toContract(
  campaign: Campaign,
  progress: CampaignProgress,
  /** Contacts on the campaign's list now. */
  listSize: number,
): components["schemas"]["Campaign"] {
  return {
    id: campaign.id,
    name: campaign.name,
    template_id: campaign.templateId,
    list_id: campaign.listId,
    sender_id: campaign.senderId,
    channel: campaign.channel,
    status: campaign.status,
    error: campaign.error,
    progress,
    expected_total: isPreparing(campaign) ? Math.max(progress.total, listSize) : null,
    created_at: toTimestamp(campaign.createdAt),
    updated_at: toTimestamp(campaign.updatedAt),
    scheduled_at: toTimestampOrNull(campaign.scheduledAt),
    started_at: toTimestampOrNull(campaign.startedAt),
    completed_at: toTimestampOrNull(campaign.completedAt),
    failed_at: toTimestampOrNull(campaign.failedAt),
  };
}
