import { useQuery, useScope, useScopedQuery } from "../service/hooks";
import { useTexts } from "../texts/language";
import { type Filtering, FilterSelect } from "./listing";
import { isNotFound } from "./resource-page";

/** Maximum number of campaigns or templates offered. The newest are offered. */
const MAX_OFFERED = 50;

interface Named {
  id: string;
  name: string;
}

interface Props<Name extends string> {
  of: Filtering<Name>;
  /** Name of the filter in the query string. */
  name: Name;
  kind: "campaign" | "template";
}

/**
 * Filters by one of the newest campaigns or templates, or by an older one that is already chosen. Shows the
 * id of a deleted campaign or template.
 */
export function NamedFilter<Name extends string>({ of, name, kind }: Props<Name>) {
  const { t } = useTexts();
  const chosen = of.filters[name];
  const found = useScopedQuery({
    scope: `${kind}s:read`,
    key: `${kind}s ${chosen}`,
    none: [],
    async load({ campaigns, templates }) {
      const page = { limit: MAX_OFFERED };
      const data: readonly Named[] =
        kind === "campaign" ? (await campaigns.list(page)).data : (await templates.list(page)).data;
      if (chosen === "" || data.some(({ id }) => id === chosen)) return data;
      try {
        const older: Named =
          kind === "campaign"
            ? await campaigns.get({ campaign_id: chosen })
            : await templates.get({ template_id: chosen });
        return [...data, older];
      } catch (failure) {
        if (!isNotFound({ failure })) throw failure;
        return data;
      }
    },
  }).value;
  const names = (found ?? []).map(({ id, name: text }) => [id, text] as const);
  if (names.length === 0 && chosen === "") return null;
  const options: Readonly<Record<string, string>> = {
    ...(found === null ? { [chosen]: "…" } : {}),
    ...Object.fromEntries(names),
  };
  return <FilterSelect of={of} name={name} label={t.messages[kind]} options={options} />;
}

/** Links to a campaign or template by its name, or by its id if the name cannot be read. */
export function NamedLink({ kind, id }: { kind: "campaign" | "template"; id: string }) {
  const mayRead = useScope(`${kind}s:read`);
  const { value, isLoading, failure } = useQuery(`${kind} ${id} ${mayRead}`, async (recado) => {
    if (!mayRead) return null;
    const found =
      kind === "campaign"
        ? await recado.campaigns.get({ campaign_id: id })
        : await recado.templates.get({ template_id: id });
    return found.name;
  });
  if (isLoading && value === null && failure === null) return <>…</>;
  return <a href={`/console/${kind}s/${id}`}>{value ?? id}</a>;
}
