import { useLocation } from "preact-iso";
import { useEffect } from "preact/hooks";
import type { InboundMessage, InboundMessagePage } from "../../../../client";
import { useTexts } from "../texts/language";
import { filterValue, filterValues, searchOf } from "../parts/filter-values";
import { FilterForm, useFilters } from "../parts/filters";
import { Heading } from "../parts/heading";
import { Listing } from "../parts/listing";
import { Pages, slice } from "../parts/pages";
import { useAccount, useScope } from "../service/signed-in";
import { type QueryResult, useQuery } from "../service/use-query";
import { usePace } from "../service/use-pace";
import type { Texts } from "../texts/en";
import { conversationsOf } from "./conversations";
import { useNames } from "./use-names";

const BASE_PATH = "/console/replies";
/** Number of replies that a page requests and groups into conversations. */
const REPLIES_PER_PAGE = 100;

export function Replies() {
  const { t, format } = useTexts();
  const { recado } = useAccount();
  const { route } = useLocation();
  const maySend = useScope("messages:send");
  const filtering = useFilters(BASE_PATH, ["search", "campaign_id"]);
  const { search, campaign_id } = filtering.filters;
  const filters = { search: filterValue(search), campaign_id: filterValues(campaign_id) };
  const params = { ...filters, ...slice(filtering.page, REPLIES_PER_PAGE) };
  const result = useQuery(JSON.stringify(params), (signal) =>
    recado.inbound.listMessages(params, { signal }),
  );
  useNewest(filters, filtering.page === 1 ? result : null);
  const found = result.value;
  const conversations = conversationsOf(found?.data ?? []);
  const names = useNames(conversations.flatMap(({ contactId }) => contactId ?? []));
  // A phone number in the search box opens the number's conversation. Other text searches the replies.
  const apply = ({ search: typed = "" }: { search?: string }) =>
    /^\d{8,}$/.test(searchOf(typed))
      ? route(`${BASE_PATH}/${encodeURIComponent(typed.trim())}`)
      : filtering.apply({ search: typed.trim() });
  return (
    <>
      <Heading name={t.replies.title} />
      <FilterForm of={{ ...filtering, apply }} label={t.replies.search} />
      {campaign_id !== "" && <p class="hint">{t.replies.ofCampaign(campaign_id)}</p>}
      <Listing
        result={result}
        of={filtering}
        noMatch={t.replies.empty}
        none={t.replies.none}
        nextSteps={maySend ? [{ href: "/console/send", label: t.send.title }] : []}
      >
        <ul class="rows conversations" aria-label={t.replies.title}>
          {conversations.map(({ number, contactId, latest, count }) => {
            const name = contactId === null ? undefined : names.get(contactId);
            return (
              <li key={number}>
                {number === null ? (
                  <strong>{t.conversation.numberErased}</strong>
                ) : (
                  <a href={`${BASE_PATH}/${encodeURIComponent(number)}`}>
                    <strong>{name ?? number}</strong>
                    {name !== undefined && <span class="hint phone"> {number}</span>}
                  </a>
                )}
                <time class="hint" dateTime={latest.received_at}>
                  {format.instant(latest.received_at)}
                </time>
                <span class="line">{replySummary(latest, t)}</span>
                <span class="hint by">
                  {(t.channel as Record<string, string>)[latest.channel] ?? latest.channel}
                  {count > 1 && ` · ${t.replies.count(format.number(count))}`}
                </span>
              </li>
            );
          })}
        </ul>
      </Listing>
      <Pages page={filtering.page} of={found} size={REPLIES_PER_PAGE} onPage={filtering.turnTo} />
    </>
  );
}

/** Refetches the list when a reply arrives. Polls newer replies only, because a list request counts all. */
function useNewest(filters: object, result: QueryResult<InboundMessagePage> | null): void {
  const { recado } = useAccount();
  const newest = result?.value?.data[0];
  const everyMs = usePace(newest?.id);
  const since = newest === undefined ? {} : { from: newest.received_at };
  const latest = useQuery(
    JSON.stringify([filters, since, result === null]),
    async (signal) =>
      result?.value
        ? ((await recado.inbound.listMessages({ ...filters, ...since, limit: 1 }, { signal })).data[0]?.id ??
          null)
        : null,
    { everyMs: result === null ? null : everyMs },
  );
  useEffect(() => {
    if (latest.value !== null && latest.value !== newest?.id) result?.refetch();
  }, [latest.value]);
}

function replySummary({ text, file, location }: InboundMessage, { conversation: t }: Texts): string {
  if (file !== null) return file.filename ?? t.file(file.content_type);
  if (location !== null) return t.location(`${location.latitude}, ${location.longitude}`);
  return text ?? t.erased;
}
