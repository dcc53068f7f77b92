import { type Campaign, isRecadoError } from "../../../../client";
import type { Texts } from "../texts/en";
import { useTexts, wordFor } from "../texts/language";
import { type QueryResult, useScopedQuery } from "../service/hooks";

/** Polling interval of the contact list in milliseconds. Polling shows that another user has deleted it. */
const LIST_POLL_MS = 10_000;

export const BASE_PATH = "/console/campaigns";

/** Returns queries of the campaign's template and list. A value is null if the key may not read it. */
export function useParts({ template_id, list_id }: Pick<Campaign, "template_id" | "list_id">) {
  const template = useScopedQuery({
    scope: "templates:read",
    key: `template ${template_id}`,
    none: null,
    load: ({ templates }) => templates.get({ template_id }),
  });
  const list = useScopedQuery({
    scope: "contacts:read",
    key: `list ${list_id}`,
    none: null,
    everyMs: LIST_POLL_MS,
    load: ({ contactLists }) => contactLists.get({ list_id }),
  });
  return { template, list };
}

export const isDeleted = ({ failure }: QueryResult<unknown>): boolean => isRecadoError(failure, "not_found");

/** Links to a template or list by its name. Shows the id while loading, and a hint if it was deleted. */
function Named({
  result,
  path,
  id,
}: {
  result: QueryResult<{ name: string } | null>;
  path: string;
  id: string;
}) {
  const { t } = useTexts();
  if (isDeleted(result)) return <span class="hint">{t.campaigns.deleted}</span>;
  return result.value === null ? <>{id}</> : <a href={`${path}/${id}`}>{result.value.name}</a>;
}

/** Returns why a campaign was stopped or interrupted, in the user's language for a known code. */
export const reasonOf = ({ code, message }: NonNullable<Campaign["error"]>, { campaigns }: Texts): string =>
  (campaigns.why as Record<string, string>)[code] ?? message;

interface PartsProps extends ReturnType<typeof useParts> {
  campaign: Campaign;
}

/** Shows the channel, the template and the list of a campaign in one line. */
export function Parts({ campaign, template, list }: PartsProps) {
  const { t } = useTexts();
  const { channel, template_id, list_id } = campaign;
  return (
    <p class="hint mt-1 flex flex-wrap gap-x-4 gap-y-0.5">
      <span>{wordFor(t.channel, channel)}</span>
      <span>
        {t.palette.kinds.template}: <Named result={template} path="/console/templates" id={template_id} />
      </span>
      <span>
        {t.palette.kinds.list}: <Named result={list} path="/console/lists" id={list_id} />
      </span>
    </p>
  );
}
