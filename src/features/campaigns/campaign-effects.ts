import type { Db } from "../../platform/db/dialect";
import type { Instant } from "../../platform/time";
import type { Wake } from "../../queue/job";
import type { Campaign, CampaignStatus } from "./campaign";

export interface CampaignChange {
  campaign: Campaign;
  /** Status before the change; null for a new campaign. */
  previous: CampaignStatus | null;
  at: Instant;
}

/**
 * Writes the consequences of a status change in its transaction. Returns the jobs to wake after the commit.
 */
export type CampaignEffect = (trx: Db, change: CampaignChange) => Promise<readonly Wake[]>;

export interface CampaignEffects {
  campaignEffects: readonly CampaignEffect[];
}

export async function writeCampaignEffects(
  { campaignEffects }: CampaignEffects,
  trx: Db,
  change: CampaignChange,
): Promise<Wake[]> {
  const wakes: Wake[] = [];
  for (const effect of campaignEffects) wakes.push(...(await effect(trx, change)));
  return wakes;
}
