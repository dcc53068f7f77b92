import type { Db } from "../../platform/db/dialect";
import type { Instant } from "../../platform/time";
import type { Wake } from "../../queue/job";
import type { Campaign, CampaignStatus } from "./campaign";

/** A campaign that has got another status. */
export interface CampaignChange {
  /** As it is now. */
  campaign: Campaign;
  /** Null for a campaign that is new. */
  previous: CampaignStatus | null;
  at: Instant;
}

/**
 * What follows elsewhere from a campaign's new status, written in the transaction of the change; answers what to wake once
 * that is committed. Effects are registered where the service is put together, as those of messages are.
 */
export type CampaignEffect = (trx: Db, change: CampaignChange) => Promise<readonly Wake[]>;

/** What a part needs that changes the status of campaigns. */
export interface CampaignEffects {
  campaignEffects: readonly CampaignEffect[];
}

/** Has every effect written; answers what to wake after the commit. */
export async function writeCampaignEffects(
  { campaignEffects }: CampaignEffects,
  trx: Db,
  change: CampaignChange,
): Promise<Wake[]> {
  const wakes: Wake[] = [];
  for (const effect of campaignEffects) wakes.push(...(await effect(trx, change)));
  return wakes;
}
