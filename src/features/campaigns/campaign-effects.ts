import type { Instant } from "../../platform/time";
import type { Effect } from "../../queue/effects";
import type { Campaign, CampaignStatus } from "./campaign";

export interface CampaignChange {
  campaign: Campaign;
  /** Status before the change; null for a new campaign. */
  previous: CampaignStatus | null;
  at: Instant;
}

export type CampaignEffect = Effect<CampaignChange>;

export interface CampaignEffects {
  campaignEffects: readonly CampaignEffect[];
}
