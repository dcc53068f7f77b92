import { useLocation } from "preact-iso";
import type { ListTemplatesParams, Template } from "../../../../client";
import { type Column, DataTable } from "../../../design/data-table";
import { useTexts, wordFor } from "../texts/language";
import { contentSummary } from "../messages/content-summary";
import { FilterBar, FilterSelect, useFilters } from "../parts/filters";
import { isUnused, ListHead, Listing, sortingOf } from "../parts/listing";
import { filterValue, filterValues } from "../parts/filter-values";
import { orderOf } from "../parts/list-order";
import { shownName } from "../parts/variables";
import { slice } from "../parts/pages";
import { When } from "../parts/when";
import { useQuery, useScope } from "../service/hooks";
import { useTemplateUse } from "./use-template-use";

const BASE_PATH = "/console/templates";

export function TemplateList() {
  const { t, format } = useTexts();
  const { route } = useLocation();
  const mayWrite = useScope("templates:write");
  const filtering = useFilters(BASE_PATH, ["search", "channel", "purpose", "sort"]);
  const { search, channel, purpose, sort } = filtering.filters;
  const params = {
    search: filterValue(search),
    channel: filterValues(channel),
    purpose: filterValues(purpose),
    sort: orderOf(sort),
    ...slice(filtering.page),
  } as ListTemplatesParams;
  const result = useQuery(JSON.stringify(params), (recado) => recado.templates.list(params));
  const sent = useTemplateUse(Date.now());
  const columns: readonly Column<Template>[] = [
    {
      name: t.common.name,
      isTitle: true,
      sort: "name",
      class: "max-sm:flex-1!",
      cell: ({ id, name, variables }) => (
        <div class="name sm:min-w-44">
          <a class="hover:underline" href={`${BASE_PATH}/${id}`}>
            {name}
          </a>
          {variables.length > 0 && (
            <div class="hint max-sm:hidden">
              {variables.map((variable) => `{{${shownName(variable, t.content.own)}}}`).join(" ")}
            </div>
          )}
        </div>
      ),
    },
    {
      name: t.messages.channel,
      onCard: "bare",
      cell: ({ channel: on, purpose: its }) => (
        <div class="whitespace-nowrap">
          {wordFor(t.channel, on)}
          <div class="hint max-sm:hidden">{t.purpose[its]}</div>
        </div>
      ),
    },
    {
      name: t.messages.text,
      onCard: "text",
      class: "sm:w-full sm:max-w-0",
      cell: ({ content }) => <span class="block truncate">{contentSummary(content, t)}</span>,
    },
    {
      name: t.templates.followUpsShort,
      isNumber: true,
      onCard: "hidden",
      cell: ({ follow_ups: rules }) => (rules.length === 0 ? null : format.number(rules.length)),
    },
    ...(sent === null
      ? []
      : [
          {
            name: t.templates.used,
            isNumber: true,
            onCard: "hidden" as const,
            cell: ({ id }: Template) => t.templates.usedCount(format.number(sent.get(id) ?? 0)),
          },
        ]),
    {
      name: t.contacts.createdAt,
      onCard: "hidden",
      sort: "created_at",
      cell: ({ created_at: at }) => <When at={at} />,
    },
    { name: t.contacts.updated, onCard: "hidden", cell: ({ updated_at: at }) => <When at={at} /> },
  ];
  return (
    <>
      <ListHead
        title={t.menu.templates}
        action={mayWrite ? { label: t.templates.new, to: `${BASE_PATH}/new` } : null}
      />
      {!isUnused(filtering, result) && (
        <FilterBar of={filtering} label={t.common.findByName}>
          <FilterSelect of={filtering} name="channel" label={t.messages.channel} options={t.channel} />
          <FilterSelect of={filtering} name="purpose" label={t.messages.purpose} options={t.purpose} />
        </FilterBar>
      )}
      <Listing
        result={result}
        of={filtering}
        noMatch={t.templates.empty}
        none={t.templates.none}
        nextSteps={mayWrite ? [{ href: `${BASE_PATH}/new`, label: t.templates.createFirst }] : []}
      >
        <DataTable
          label={t.menu.templates}
          columns={columns}
          rows={result.value?.data ?? []}
          idOf={({ id }) => id}
          sorting={sortingOf(filtering)}
          onOpen={({ id }) => route(`${BASE_PATH}/${id}`)}
        />
      </Listing>
    </>
  );
}
