import { FilterSelect } from "../parts/filter-bar";
import type { Filtering } from "../parts/filters";
import { useAccount, useScope } from "../service/signed-in";
import { useQuery } from "../service/use-query";
import { useTexts } from "../texts/language";
import type { FILTERS } from "./filters";

/** Number of campaigns offered, the newest first. */
const MAX_OFFERED = 50;

/** Filter by one of the newest campaigns. Keeps a chosen campaign that is older. */
export function CampaignFilter({ of }: { of: Filtering<(typeof FILTERS)[number]> }) {
  const { t } = useTexts();
  const { recado } = useAccount();
  const mayRead = useScope("campaigns:read");
  const chosen = of.filters.campaign;
  const campaigns = useQuery(`campaigns ${mayRead} ${chosen}`, async (signal) => {
    if (!mayRead) return [];
    const { data } = await recado.campaigns.list({ limit: MAX_OFFERED }, { signal });
    if (chosen === "" || data.some(({ id }) => id === chosen)) return data;
    return [...data, await recado.campaigns.get({ campaign_id: chosen }, { signal })];
  }).value;
  const names = (campaigns ?? []).map(({ id, name }) => [id, name] as const);
  if (names.length === 0 && chosen === "") return null;
  const options: Readonly<Record<string, string>> = {
    ...(campaigns === null ? { [chosen]: "…" } : {}),
    ...Object.fromEntries(names),
  };
  return <FilterSelect of={of} name="campaign" label={t.messages.campaign} options={options} />;
}
