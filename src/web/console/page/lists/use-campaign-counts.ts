import type { Campaign, ContactList } from "../../../../client";
import { useQuery, useScope } from "../service/hooks";
import { type CampaignCounts, campaignCounts } from "./rules";

const MAX_CAMPAIGNS = 1_000;

/**
 * Counts the campaigns of each `default` list in one request. Returns null without a response, or without the
 * scope `campaigns:read`. If the campaigns exceed one page, `isWhole` is false and the counts are too low.
 */
export function useCampaignCounts(
  lists: readonly ContactList[],
): { of: ReadonlyMap<string, CampaignCounts>; isWhole: boolean } | null {
  const mayRead = useScope("campaigns:read");
  const ids = lists.filter(({ type }) => type === "default").map(({ id }) => id);
  const isAsked = mayRead && ids.length > 0;
  const result = useQuery(`campaigns of ${isAsked ? ids.join(" ") : ""}`, async (recado) => {
    if (!isAsked) return { data: [] as Campaign[], isWhole: true };
    const page = await recado.campaigns.list({ list_id: ids, limit: MAX_CAMPAIGNS });
    return { data: page.data, isWhole: !page.pagination.has_more };
  });
  if (!mayRead || result.value === null) return null;
  return { of: campaignCounts(result.value.data), isWhole: result.value.isWhole };
}
