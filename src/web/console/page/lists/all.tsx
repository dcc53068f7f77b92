import type { ListContactListsParams } from "../../../../client";
import { useTexts } from "../texts/language";
import { filterValue } from "../parts/filter-values";
import { Choice, FilterForm, useFilters } from "../parts/filters";
import { Heading } from "../parts/heading";
import { FirstUse, Listing } from "../parts/listing";
import { Pages, slice } from "../parts/pages";
import { Table } from "../parts/table";
import { useAccount, useScope } from "../service/signed-in";
import { useQuery } from "../service/use-query";
import { Kind } from "./kind";

const BASE_PATH = "/console/lists";

export function Lists() {
  const { t, format } = useTexts();
  const { recado } = useAccount();
  const filtering = useFilters(BASE_PATH, ["search", "type"]);
  const { search, type } = filtering.filters;
  const params = {
    ...{ search: filterValue(search), type: filterValue(type) },
    ...slice(filtering.page),
  } as ListContactListsParams;
  const result = useQuery(JSON.stringify(params), (signal) => recado.contactLists.list(params, { signal }));
  const found = result.value;
  const mayWrite = useScope("contacts:write");
  const nextSteps = mayWrite ? [{ href: `${BASE_PATH}/new`, label: t.lists.createFirst }] : [];
  // A new account has only the opt-out list, which the service creates.
  const isNew =
    !filtering.isFiltered &&
    found?.pagination.has_more === false &&
    found.data.every((list) => list.is_provisioned);
  return (
    <>
      <div class="head">
        <Heading name={t.lists.title} />
        {mayWrite && (
          <a class="btn" href={`${BASE_PATH}/new`}>
            {t.lists.create}
          </a>
        )}
      </div>
      <FilterForm of={filtering} label={t.lists.name}>
        <Choice of={filtering} name="type" label={t.lists.kind} options={t.lists.kinds} />
      </FilterForm>
      <Listing
        result={result}
        of={filtering}
        noMatch={t.lists.empty}
        none={t.lists.none}
        nextSteps={nextSteps}
      >
        {isNew && <FirstUse words={t.lists.none} nextSteps={nextSteps} />}
        {found !== null && (
          <div class="people">
            <Table
              label={t.lists.title}
              columns={[
                t.lists.name,
                { name: t.lists.contacts, isNumber: true },
                t.lists.kind,
                t.lists.createdAt,
              ]}
            >
              {found.data.map((list) => (
                <tr key={list.id}>
                  <td class="line">
                    <a href={`${BASE_PATH}/${list.id}`}>{list.name}</a>
                  </td>
                  <td class="number">{format.number(list.contact_count)}</td>
                  <td>
                    <Kind list={list} />
                  </td>
                  <td class="when">{format.instant(list.created_at)}</td>
                </tr>
              ))}
            </Table>
          </div>
        )}
      </Listing>
      <Pages page={filtering.page} of={found} onPage={filtering.turnTo} />
    </>
  );
}
