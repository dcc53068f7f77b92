import type { Campaign } from "../../../../client";

export interface CampaignCounts {
  all: number;
  scheduled: number;
}

/** Counts each list's campaigns, in all and scheduled, by the list's id. Omits lists without campaigns. */
export function campaignCounts(
  campaigns: readonly Pick<Campaign, "list_id" | "status">[],
): ReadonlyMap<string, CampaignCounts> {
  const counts = new Map<string, CampaignCounts>();
  for (const { list_id, status } of campaigns) {
    const before = counts.get(list_id) ?? { all: 0, scheduled: 0 };
    const scheduled = before.scheduled + (status === "scheduled" ? 1 : 0);
    counts.set(list_id, { all: before.all + 1, scheduled });
  }
  return counts;
}
