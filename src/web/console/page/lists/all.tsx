import { useLocation } from "preact-iso";
import type { Campaign, ContactList, ListContactListsParams } from "../../../../client";
import { useQuery, useScope } from "../service/hooks";
import { type CampaignCounts, campaignCounts } from "./rules";
import { type Column, DataTable } from "../../../design/data-table";
import { useTexts } from "../texts/language";
import { filterValue } from "../parts/filter-values";
import { FilterBar, FilterSelect, useFilters } from "../parts/filters";
import { FirstUse, ListHead, Listing, sortingOf } from "../parts/listing";
import { orderOf } from "../parts/list-order";
import { slice } from "../parts/pages";
import { When } from "../parts/when";
import { Kind } from "./fields";

const MAX_CAMPAIGNS = 1_000;

/**
 * Counts the campaigns of each `default` list in one request. Returns null without a response, or without the
 * scope `campaigns:read`. If the campaigns exceed one page, `isWhole` is false and the counts are too low.
 */
function useCampaignCounts(
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

const BASE_PATH = "/console/lists";

export function Lists() {
  const { t, format } = useTexts();
  const { route } = useLocation();
  const filtering = useFilters(BASE_PATH, ["search", "type", "sort"]);
  const { search, type, sort } = filtering.filters;
  const params = {
    search: filterValue(search),
    type: filterValue(type),
    sort: orderOf(sort),
    ...slice(filtering.page),
  } as ListContactListsParams;
  const result = useQuery(JSON.stringify(params), (recado) => recado.contactLists.list(params));
  const found = result.value;
  const mayWrite = useScope("contacts:write");
  const counts = useCampaignCounts(found?.data ?? []);
  const nextSteps = [
    ...(mayWrite ? [{ href: `${BASE_PATH}/new`, label: t.lists.createFirst }] : []),
    { href: `${t.menu.docsHref}/guides/campaigns`, label: t.menu.docs },
  ];
  // The service creates an opt-out list in a new account. An account with only this list counts as new.
  const isNew =
    !filtering.isFiltered &&
    !result.isStale &&
    found?.pagination.has_more === false &&
    found.data.every((list) => list.is_provisioned);
  const usedBy = (list: ContactList) => {
    if (list.type === "blacklist" || counts === null) return null;
    const { all: used, scheduled } = counts.of.get(list.id) ?? { all: 0, scheduled: 0 };
    return (
      <>
        {counts.isWhole ? format.number(used) : t.lists.atLeast(format.number(used))}
        {scheduled > 0 && (
          <span class="hint">
            {" · "}
            {t.lists.scheduled(scheduled, format.number(scheduled))}
          </span>
        )}
      </>
    );
  };
  const columns: Column<ContactList>[] = [
    {
      name: t.common.name,
      isTitle: true,
      sort: "name",
      class: "line",
      cell: ({ id, name }) => <a href={`${BASE_PATH}/${id}`}>{name}</a>,
    },
    { name: t.lists.kind, cell: (list) => <Kind list={list} /> },
    { name: t.menu.contacts, isNumber: true, cell: ({ contact_count }) => format.number(contact_count) },
    { name: t.menu.campaigns, isNumber: true, cell: usedBy },
    {
      name: t.messages.created,
      onCard: "hidden",
      sort: "created_at",
      cell: ({ created_at }) => <When at={created_at} />,
    },
    { name: t.lists.updated, cell: ({ updated_at }) => <When at={updated_at} /> },
  ];
  return (
    <>
      <ListHead
        title={t.menu.lists}
        action={mayWrite ? { label: t.lists.create, to: `${BASE_PATH}/new` } : null}
      />
      {!isNew && (
        <FilterBar
          of={filtering}
          label={t.common.name}
          countText={found && t.lists.count(found.pagination.total, format.number(found.pagination.total))}
        >
          <FilterSelect of={filtering} name="type" label={t.lists.kind} options={t.lists.kinds} />
        </FilterBar>
      )}
      <Listing
        result={result}
        of={filtering}
        noMatch={t.lists.empty}
        none={t.lists.none}
        nextSteps={nextSteps}
      >
        {isNew && <FirstUse words={t.lists.none} nextSteps={nextSteps} />}
        <DataTable
          label={t.menu.lists}
          rows={found?.data ?? []}
          sorting={sortingOf(filtering)}
          idOf={({ id }) => id}
          onOpen={({ id }) => route(`${BASE_PATH}/${id}`)}
          columns={columns}
        />
      </Listing>
    </>
  );
}
