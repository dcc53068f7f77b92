import { FilterSelect } from "../parts/filter-bar";
import type { Filtering } from "../parts/filters";
import { useScopedQuery } from "../service/use-query";
import { useTexts } from "../texts/language";
import type { FILTERS } from "./inbox-filters";

/** Number of campaigns offered, the newest first. */
const MAX_OFFERED = 50;

/** Filter by the campaign of the newest reply. Offers the newest campaigns, and keeps an older one. */
export function CampaignFilter({ of }: { of: Filtering<(typeof FILTERS)[number]> }) {
  const { t } = useTexts();
  const chosen = of.filters.campaign_id;
  const found = useScopedQuery({
    ...{ scope: "campaigns:read", key: `campaigns ${chosen}`, none: [] },
    async load({ campaigns }, signal) {
      const { data } = await campaigns.list({ limit: MAX_OFFERED }, { signal });
      if (chosen === "" || data.some(({ id }) => id === chosen)) return data;
      return [...data, await campaigns.get({ campaign_id: chosen }, { signal })];
    },
  }).value;
  const names = (found ?? []).map(({ id, name }) => [id, name] as const);
  if (names.length === 0 && chosen === "") return null;
  const options: Readonly<Record<string, string>> = {
    ...(found === null ? { [chosen]: "…" } : {}),
    ...Object.fromEntries(names),
  };
  return <FilterSelect of={of} name="campaign_id" label={t.messages.campaign} options={options} />;
}
