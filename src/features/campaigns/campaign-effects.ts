import type { Db } from "../../platform/db/dialect";
import type { Instant } from "../../platform/time";
import type { Wake } from "../../queue/job";
import type { Campaign, CampaignStatus } from "./campaign";

/** A status change of a campaign. */
export interface CampaignChange {
  /** The campaign after the change. */
  campaign: Campaign;
  /** Null for a new campaign. */
  previous: CampaignStatus | null;
  at: Instant;
}

/**
 * Writes the consequences of a status change in the transaction of the change. Returns the jobs to wake after
 * the commit. `app/` registers the effects, as it does for messages.
 */
export type CampaignEffect = (trx: Db, change: CampaignChange) => Promise<readonly Wake[]>;

/** Dependencies of code that changes campaign statuses. */
export interface CampaignEffects {
  campaignEffects: readonly CampaignEffect[];
}

/** Runs every effect. Returns the jobs to wake after the commit. */
export async function writeCampaignEffects(
  { campaignEffects }: CampaignEffects,
  trx: Db,
  change: CampaignChange,
): Promise<Wake[]> {
  const wakes: Wake[] = [];
  for (const effect of campaignEffects) wakes.push(...(await effect(trx, change)));
  return wakes;
}
