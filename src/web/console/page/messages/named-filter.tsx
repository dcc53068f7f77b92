import { FilterSelect } from "../parts/filter-bar";
import type { Filtering } from "../parts/filters";
import { useScopedQuery } from "../service/use-query";
import { useTexts } from "../texts/language";
import type { FILTERS } from "./filters";

/** Number of campaigns or templates offered, the newest first. */
const MAX_OFFERED = 50;

interface Named {
  id: string;
  name: string;
}

interface Props {
  of: Filtering<(typeof FILTERS)[number]>;
  name: "campaign" | "template";
}

/** Filter by one of the newest campaigns or templates. Keeps a chosen one that is older. */
export function NamedFilter({ of, name }: Props) {
  const { t } = useTexts();
  const chosen = of.filters[name];
  const found = useScopedQuery({
    ...{ scope: `${name}s:read`, key: `${name}s ${chosen}`, none: [] },
    async load({ campaigns, templates }, signal) {
      const page = { limit: MAX_OFFERED };
      const data: readonly Named[] =
        name === "campaign"
          ? (await campaigns.list(page, { signal })).data
          : (await templates.list(page, { signal })).data;
      if (chosen === "" || data.some(({ id }) => id === chosen)) return data;
      const older: Named =
        name === "campaign"
          ? await campaigns.get({ campaign_id: chosen }, { signal })
          : await templates.get({ template_id: chosen }, { signal });
      return [...data, older];
    },
  }).value;
  const names = (found ?? []).map(({ id, name: text }) => [id, text] as const);
  if (names.length === 0 && chosen === "") return null;
  const options: Readonly<Record<string, string>> = {
    ...(found === null ? { [chosen]: "…" } : {}),
    ...Object.fromEntries(names),
  };
  return <FilterSelect of={of} name={name} label={t.messages[name]} options={options} />;
}
