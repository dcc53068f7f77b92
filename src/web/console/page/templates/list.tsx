import type { ListTemplatesParams } from "../../../../client";
import { useTexts } from "../texts/language";
import { contentSummary } from "../messages/content-summary";
import { filterValue, filterValues } from "../parts/filter-values";
import { Choice, FilterForm, useFilters } from "../parts/filters";
import { Heading } from "../parts/heading";
import { Listing } from "../parts/listing";
import { Pages, slice } from "../parts/pages";
import { Table } from "../parts/table";
import { useAccount, useScope } from "../service/signed-in";
import { useQuery } from "../service/use-query";

const BASE_PATH = "/console/templates";

export function TemplateList() {
  const { t, format } = useTexts();
  const { recado } = useAccount();
  const mayWrite = useScope("templates:write");
  const filtering = useFilters(BASE_PATH, ["search", "channel"]);
  const { search, channel } = filtering.filters;
  const params = {
    ...{ search: filterValue(search), channel: filterValues(channel) },
    ...slice(filtering.page),
  } as ListTemplatesParams;
  const result = useQuery(JSON.stringify(params), (signal) => recado.templates.list(params, { signal }));
  const page = result.value;
  return (
    <>
      <div class="head">
        <Heading name={t.templates.title} />
        {mayWrite && (
          <a class="btn" href={`${BASE_PATH}/new`}>
            {t.templates.new}
          </a>
        )}
      </div>
      <FilterForm of={filtering} label={t.templates.search}>
        <Choice of={filtering} name="channel" label={t.messages.channel} options={t.channel} />
      </FilterForm>
      <Listing
        result={result}
        of={filtering}
        noMatch={t.templates.empty}
        none={t.templates.none}
        nextSteps={mayWrite ? [{ href: `${BASE_PATH}/new`, label: t.templates.createFirst }] : []}
      >
        {page !== null && (
          <Table
            label={t.templates.title}
            columns={[
              ...[t.templates.name, t.messages.channel, t.messages.text, t.templates.variables],
              { name: t.templates.followUps, isNumber: true },
              t.templates.updated,
            ]}
          >
            {page.data.map((template) => (
              <tr key={template.id}>
                <td class="name">
                  <a href={`${BASE_PATH}/${template.id}`}>{template.name}</a>
                </td>
                <td>{(t.channel as Record<string, string>)[template.channel] ?? template.channel}</td>
                <td class="line">{contentSummary(template.content, t)}</td>
                <td>{template.variables.join(", ")}</td>
                <td class="number">{format.number(template.follow_ups.length)}</td>
                <td class="instant">{format.instant(template.updated_at)}</td>
              </tr>
            ))}
          </Table>
        )}
      </Listing>
      <Pages page={filtering.page} of={page} onPage={filtering.turnTo} />
    </>
  );
}
