import type { components } from "../../../generated/schema";
import type { IdMaker } from "../../platform/ids";
import { toTimestamp } from "../../platform/time";
import type { CampaignProgress } from "./campaign";
import type { CampaignChange } from "./campaign-effects";

export type CampaignUpdateEvent = components["schemas"]["CampaignUpdateEvent"];

export function campaignUpdateEvent(
  { campaign, previous, at }: CampaignChange,
  progress: CampaignProgress,
  ids: IdMaker,
): CampaignUpdateEvent {
  const timestamp = toTimestamp(at);
  return {
    id: ids.next(),
    type: "campaign_update",
    created_at: timestamp,
    data: {
      campaign_id: campaign.id,
      status: campaign.status,
      previous_status: previous,
      progress,
      error: campaign.error,
      occurred_at: timestamp,
    },
  };
}
