import { useLocation } from "preact-iso";
import type { Campaign, ListCampaignsParams } from "../../../../client";
import { type Column, DataTable } from "../../../design/data-table";
import { useTexts, wordFor } from "../texts/language";
import { failuresIn, verdictOf } from "../parts/campaign-outcome";
import { CampaignProgress, CampaignStatus, DeliveryRate } from "../parts/campaign-progress";
import { FilterBar, type Filtering, FilterSelect, useFilters } from "../parts/filters";
import { isUnused, ListHead, Listing, sortingOf } from "../parts/listing";
import { filterValue, filterValues } from "../parts/filter-values";
import { orderOf } from "../parts/list-order";
import { countText, slice } from "../parts/pages";
import { When } from "../parts/when";
import { useQuery, useScope } from "../service/hooks";
import { BASE_PATH, reasonOf } from "./parts";

const POLL_MS = 3_000;
/** Filters and sort order in the query string. `template` and `list` are ids that links set. */
const FILTERS = ["search", "status", "channel", "purpose", "template", "list", "sort"] as const;

export function CampaignList() {
  const { t, format } = useTexts();
  const { route } = useLocation();
  const mayWrite = useScope("campaigns:write");
  const filtering = useFilters(BASE_PATH, FILTERS);
  const { search, status, channel, purpose, template, list, sort } = filtering.filters;
  const params = {
    search: filterValue(search),
    status: filterValues(status),
    channel: filterValues(channel),
    purpose: filterValues(purpose),
    template_id: filterValues(template),
    list_id: filterValues(list),
    sort: orderOf(sort),
    ...slice(filtering.page),
  } as ListCampaignsParams;
  const result = useQuery(JSON.stringify(params), (recado) => recado.campaigns.list(params), {
    everyMs: POLL_MS,
  });
  const page = result.value;
  return (
    <>
      <ListHead
        title={t.menu.campaigns}
        action={mayWrite ? { label: t.campaigns.create, to: `${BASE_PATH}/new` } : null}
      />
      {!isUnused(filtering, result) && (
        <FilterBar
          of={filtering}
          label={t.common.findByName}
          countText={page && countText(page, format, t.campaigns.count)}
        >
          <FilterSelect
            of={filtering}
            name="status"
            label={t.messages.status}
            options={t.campaigns.statuses}
          />
          <FilterSelect of={filtering} name="channel" label={t.messages.channel} options={t.channel} />
          <FilterSelect of={filtering} name="purpose" label={t.messages.purpose} options={t.purpose} />
          <LinkedFilter of={filtering} name="template" label={t.palette.kinds.template} />
          <LinkedFilter of={filtering} name="list" label={t.palette.kinds.list} />
        </FilterBar>
      )}
      <Listing
        result={result}
        of={filtering}
        noMatch={t.campaigns.none}
        none={t.campaigns.noneYet}
        nextSteps={mayWrite ? [{ href: `${BASE_PATH}/new`, label: t.campaigns.createFirst }] : []}
      >
        <DataTable
          label={t.menu.campaigns}
          columns={columnsOf({ t, format })}
          rows={page?.data ?? []}
          idOf={({ id }) => id}
          sorting={sortingOf(filtering)}
          onOpen={({ id }) => route(`${BASE_PATH}/${id}`)}
        />
      </Listing>
    </>
  );
}

export function columnsOf({ t, format }: ReturnType<typeof useTexts>): Column<Campaign>[] {
  return [
    {
      name: t.common.name,
      isTitle: true,
      sort: "name",
      cell: ({ id, name, channel, purpose }) => (
        <div class="name sm:min-w-44">
          <a class="hover:underline" href={`${BASE_PATH}/${id}`}>
            {name}
          </a>
          <div class="hint">
            {wordFor(t.channel, channel)} · {t.purpose[purpose]}
          </div>
        </div>
      ),
    },
    { name: t.messages.status, onCard: "bare", cell: (campaign) => <StatusCell campaign={campaign} /> },
    {
      name: t.campaigns.outcomes,
      onCard: "text",
      class: "max-sm:order-1 sm:w-56",
      cell: (campaign) => (isUnsent(campaign) ? null : <CampaignProgress of={campaign} />),
    },
    {
      name: t.rates.delivered,
      isNumber: true,
      class: "max-sm:order-1",
      cell: (campaign) =>
        isUnsent(campaign) ? null : (
          <DeliveryRate counts={campaign.progress} remaining={remainingOf(campaign)} />
        ),
    },
    {
      name: t.menu.contacts,
      isNumber: true,
      onCard: "hidden",
      cell: (campaign) =>
        isUnsent(campaign) ? null : format.number(campaign.expected_total ?? campaign.progress.total),
    },
    { name: t.messages.when, onCard: "bare", cell: (campaign) => <WhenCell campaign={campaign} /> },
  ];
}

const isUnsent = ({ progress, expected_total: expected }: Campaign): boolean =>
  progress.total === 0 && expected === null;

const remainingOf = ({ progress, expected_total: expected }: Campaign): number =>
  expected === null ? 0 : expected - progress.total;

function StatusCell({ campaign }: { campaign: Campaign }) {
  const { t, format } = useTexts();
  const failures = failuresIn(campaign.progress);
  const reason =
    campaign.error !== null
      ? reasonOf(campaign.error, t)
      : verdictOf(campaign)?.verdict === "failures"
        ? t.campaigns.failed(format.number(failures), failures === 1)
        : null;
  return (
    <div class="min-w-0">
      <CampaignStatus of={campaign} />
      {reason !== null && <div class="hint max-w-52 sm:pl-[0.9rem]">{reason}</div>}
    </div>
  );
}

function WhenCell({ campaign }: { campaign: Campaign }) {
  const { t } = useTexts();
  const { status, scheduled_at: planned, started_at: started, created_at: created } = campaign;
  const [words, at] =
    status === "scheduled" && planned !== null
      ? [t.campaigns.whenScheduled, planned]
      : started !== null
        ? [t.campaigns.whenStarted, started]
        : [t.campaigns.whenCreated, created];
  return (
    <div class="max-sm:flex max-sm:flex-row-reverse max-sm:gap-1.5">
      <When at={at} />
      <div class="hint">{words}</div>
    </div>
  );
}

/**
 * Shows the name of the template or list by which a link has filtered the campaigns, with a button that
 * removes the filter.
 */
function LinkedFilter({
  of,
  name,
  label,
}: {
  of: Filtering<(typeof FILTERS)[number]>;
  name: "template" | "list";
  label: string;
}) {
  const id = of.filters[name];
  const { value, failure, isStale } = useQuery(`${name} ${id}`, async (recado) => {
    if (id === "") return null;
    const found =
      name === "template"
        ? await recado.templates.get({ template_id: id })
        : await recado.contactLists.get({ list_id: id });
    return found.name;
  });
  return id === "" ? null : (
    <FilterSelect
      of={of}
      name={name}
      label={label}
      options={{ [id]: (isStale ? null : value) ?? (failure === null ? "…" : id) }}
    />
  );
}
