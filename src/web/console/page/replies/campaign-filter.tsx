import { FilterSelect } from "../parts/filter-bar";
import type { Filtering } from "../parts/filters";
import { useAccount, useScope } from "../service/signed-in";
import { useQuery } from "../service/use-query";
import { useTexts } from "../texts/language";
import type { FILTERS } from "./inbox-filters";

/** Number of campaigns offered, the newest first. */
const MAX_OFFERED = 50;

/** Filter by the campaign of the newest reply. Offers the newest campaigns, and keeps an older one. */
export function CampaignFilter({ of }: { of: Filtering<(typeof FILTERS)[number]> }) {
  const { t } = useTexts();
  const { recado } = useAccount();
  const mayRead = useScope("campaigns:read");
  const chosen = of.filters.campaign_id;
  const found = useQuery(`campaigns ${mayRead} ${chosen}`, async (signal) => {
    if (!mayRead) return [];
    const { data } = await recado.campaigns.list({ limit: MAX_OFFERED }, { signal });
    if (chosen === "" || data.some(({ id }) => id === chosen)) return data;
    return [...data, await recado.campaigns.get({ campaign_id: chosen }, { signal })];
  }).value;
  const names = (found ?? []).map(({ id, name }) => [id, name] as const);
  if (names.length === 0 && chosen === "") return null;
  const options: Readonly<Record<string, string>> = {
    ...(found === null ? { [chosen]: "…" } : {}),
    ...Object.fromEntries(names),
  };
  return <FilterSelect of={of} name="campaign_id" label={t.messages.campaign} options={options} />;
}
