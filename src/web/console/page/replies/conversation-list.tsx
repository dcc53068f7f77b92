import { useLocation } from "preact-iso";
import { useEffect } from "preact/hooks";
import type { Conversation, ConversationPage } from "../../../../client";
import { phoneText, typedNumber } from "../../../../messaging/phone-text";
import { When } from "../parts/when";
import { useTexts, wordFor } from "../texts/language";
import { FirstUse } from "../parts/listing";
import { Heading } from "../parts/resource-page";
import { addressOf, Pages, slice } from "../parts/pages";
import { State } from "../parts/state";
import { useInboxChange } from "../service/inbox";
import { type QueryResult, useQuery, useScope } from "../service/hooks";
import { usePollingInterval } from "../service/polling-interval";
import { FILTERS, isNarrowed, tabForSearch, tabOf, TABS, toParams, valueOfTab } from "./inbox-filters";
import { OtherMatches } from "./other-matches";
import { type Filtering, FilterSelect, NamedFilter, useFilters } from "../parts/filters";
import { SearchBox } from "../parts/search-box";

interface RowProps {
  of: Conversation;
  href: string;
  isOpen: boolean;
}

function ConversationRow({ of: conversation, href, isOpen }: RowProps) {
  const { t, format } = useTexts();
  const { phone, contact_name: name, channel, unread, unread_count: count, status } = conversation;
  return (
    <li>
      <a
        class={unread ? "conversation unread" : "conversation"}
        href={href}
        aria-current={isOpen ? "true" : undefined}
      >
        <span class="flex items-baseline gap-2">
          {unread && <span class="dot self-center" aria-hidden="true" />}
          <strong class="min-w-0 grow truncate">{name ?? phoneText(phone)}</strong>
          <span class="hint">
            <When at={conversation.last_received_at} />
          </span>
        </span>
        <span class="preview">{preview(conversation, t.conversation)}</span>
        <span class="hint flex flex-wrap items-center gap-x-2">
          {wordFor(t.channel, channel)}
          {unread && <span>{t.replies.unreadCount(format.number(count), count === 1)}</span>}
          {status === "done" && <span class="status tone-good">{t.replies.done}</span>}
          {conversation.opted_out && <span class="status status-blocked">{t.replies.optedOut}</span>}
        </span>
      </a>
    </li>
  );
}

interface PreviewTexts {
  erased: string;
  aFile: string;
  aLocation: string;
}

function preview({ preview: text, content_type: type }: Conversation, t: PreviewTexts): string {
  if (text !== null) return text;
  return type === "file" ? t.aFile : type === "location" ? t.aLocation : t.erased;
}

/**
 * Factor by which the list polls less often while a conversation is open, because the conversation polls for
 * its replies itself.
 */
const BESIDE_FACTOR = 5;
export const BASE_PATH = "/console/replies";
/** Polling interval in milliseconds, to show changes by other users. `useNewest` finds new replies sooner. */
const POLL_MS = 30_000;

interface Props {
  /** Number of the open conversation, as in the page's address; empty for none. */
  openNumber: string;
}

/** Lists conversations, newest reply first, with tabs, a search and filters. */
export function ConversationList({ openNumber }: Props) {
  const { t } = useTexts();
  const { path, route } = useLocation();
  const filtering = useFilters(path, FILTERS);
  const { filters } = filtering;
  const params = { ...toParams(filters), ...slice(filtering.page) };
  const result = useQuery(JSON.stringify(params), (recado) => recado.conversations.list(params), {
    everyMs: filtering.page === 1 ? POLL_MS : null,
  });
  useInboxChange(result.refetch);
  const newest = useNewest(result, openNumber === "" ? 1 : BESIDE_FACTOR);
  const rows = result.value?.data ?? [];
  const addressOfNumber = (phone: string) =>
    addressOf(`${BASE_PATH}/${encodeURIComponent(phone)}`, { ...filters, page: filtering.page });
  const search = (text: string, isSubmit: boolean) => {
    const number = isSubmit ? typedNumber(text) : null;
    if (number !== null) return route(`${BASE_PATH}/${encodeURIComponent(number)}`);
    filtering.apply(
      { search: text, tab: tabForSearch(filters, text) },
      { replace: filters.search !== "" && text !== "" },
    );
  };
  return (
    <>
      <div class="inbox-filters">
        {openNumber === "" ? (
          <Heading name={t.menu.replies} />
        ) : (
          <h2 class="text-[1.125rem]">{t.menu.replies}</h2>
        )}
        <div role="search">
          <SearchBox value={filters.search} label={t.replies.search} onSearch={search} />
        </div>
        <Tabs of={filtering} path={path} />
        <div class="flex flex-wrap gap-2">
          <NamedFilter of={filtering} name="campaign_id" kind="campaign" />
          <FilterSelect
            of={filtering}
            name="opted_out"
            label={t.replies.optedOut}
            options={{ yes: t.replies.optedOutOnly, no: t.replies.optedOutNot }}
          />
        </div>
      </div>
      <div class="inbox-rows">
        <State result={result} />
        {result.value !== null && (
          <div class={result.isStale ? "outdated" : undefined} aria-busy={result.isStale}>
            {rows.length === 0 ? (
              <Empty of={filtering} path={path} newest={newest} />
            ) : (
              <ul class="conversations" aria-label={t.menu.groups.conversations}>
                {rows.map((row) => (
                  <ConversationRow
                    key={row.id}
                    of={row}
                    href={addressOfNumber(row.phone)}
                    isOpen={isOpen(row, openNumber)}
                  />
                ))}
              </ul>
            )}
            {filters.search !== "" && filtering.page === 1 && (
              <OtherMatches
                search={filters.search}
                shown={new Set(rows.map(({ phone }) => phone))}
                addressOf={addressOfNumber}
              />
            )}
          </div>
        )}
        <Pages page={filtering.page} of={result.value} onPage={filtering.turnTo} />
      </div>
    </>
  );
}

const isOpen = ({ phone }: Conversation, openNumber: string) =>
  openNumber !== "" && phone.replace(/\D/g, "").endsWith(openNumber.replace(/\D/g, ""));

function Tabs({ of, path }: { of: Filtering<(typeof FILTERS)[number]>; path: string }) {
  const { t } = useTexts();
  const current = tabOf(of.filters);
  return (
    <nav class="inbox-tabs" aria-label={t.replies.tabsLabel}>
      {TABS.map((tab) => (
        <a
          key={tab}
          class="rounded-field px-2 py-1.5 text-[0.8125rem] font-medium text-quiet hover:bg-base-200 aria-[current]:bg-primary-soft aria-[current]:text-primary"
          aria-current={tab === current ? "page" : undefined}
          href={addressOf(path, { ...of.filters, tab: valueOfTab(tab) })}
        >
          {t.replies.tabs[tab]}
        </a>
      ))}
    </nav>
  );
}

interface EmptyProps {
  of: Filtering<(typeof FILTERS)[number]>;
  path: string;
  newest: Newest | null;
}

function Empty({ of: { filters, page }, path, newest }: EmptyProps) {
  const { t } = useTexts();
  const { route } = useLocation();
  const maySend = useScope("messages:send");
  const isFiltered = isNarrowed(filters) || page > 1;
  const hasAny = useHasAny(!isFiltered && newest !== null && newest.id === null);
  if (isFiltered) {
    return (
      <div class="empty">
        <p>{t.replies.empty}</p>
        <div class="choices">
          <button type="button" class="btn" onClick={() => route(addressOf(path, { tab: filters.tab }))}>
            {t.filters.clear}
          </button>
        </div>
      </div>
    );
  }
  if (hasAny) return <p class="empty text-quiet">{t.replies.noneIn[tabOf(filters)]}</p>;
  return (
    <FirstUse
      words={t.replies.none}
      nextSteps={maySend && path === BASE_PATH ? [{ href: "/console/send", label: t.send.title }] : []}
    />
  );
}

/**
 * Returns true if the account has a conversation, and until the response arrives. If `isAsked` is false,
 * sends no request and returns true.
 */
function useHasAny(isAsked: boolean): boolean {
  const { value } = useQuery(`any conversation ${isAsked}`, async (recado) =>
    isAsked ? (await recado.conversations.list({ limit: 1 })).data.length > 0 : true,
  );
  return !isAsked || (value ?? true);
}

interface Newest {
  /** Id of the newest message in the unread conversations; null if no conversation is unread. */
  id: string | null;
}

/** Refetches the list when a reply arrives. Returns the newest unread reply's id; null while loading. */
function useNewest(result: QueryResult<ConversationPage>, factor: number): Newest | null {
  const everyMs = usePollingInterval(result.value?.data[0]?.last_message_id);
  // A new reply is unread. Without the filter `unread`, the service would count all conversations at each
  // poll.
  const newest = useQuery<Newest>(
    "newest unread conversation",
    async (recado) => {
      const { data } = await recado.conversations.list({ unread: true, limit: 1 });
      return { id: data[0]?.last_message_id ?? null };
    },
    { everyMs: factor * everyMs },
  ).value;
  const isFirst = result.value === null;
  useEffect(() => {
    if (!isFirst) result.refetch();
  }, [newest?.id]);
  return newest;
}
