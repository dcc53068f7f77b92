import type { Contact } from "../../../../client";
import { useTexts } from "../texts/language";
import { ListOptions } from "../lists/list-choice";
import { useLists } from "../lists/use-lists";
import { filterValue, searchOf } from "../parts/filter-values";
import { FilterForm, useFilters } from "../parts/filters";
import { Heading } from "../parts/heading";
import { Listing } from "../parts/listing";
import { Pages, slice } from "../parts/pages";
import { Table } from "../parts/table";
import { useAccount, useScope } from "../service/signed-in";
import { useQuery } from "../service/use-query";
import { Blocked } from "./blocked";
import { blocksOf } from "./rules";

const BASE_PATH = "/console/contacts";

export function Contacts() {
  const { t, format } = useTexts();
  const { recado } = useAccount();
  const filtering = useFilters(BASE_PATH, ["search", "list"]);
  const { search, list } = filtering.filters;
  const mayWrite = useScope("contacts:write");
  const lists = useLists();
  const params = { search: filterValue(searchOf(search)), ...slice(filtering.page) };
  const result = useQuery(JSON.stringify([params, list]), (signal) =>
    list === ""
      ? recado.contacts.list(params, { signal })
      : recado.contactLists.listMembers({ list_id: list, ...params }, { signal }),
  );
  const found = result.value;
  return (
    <>
      <div class="head">
        <Heading name={t.contacts.title} />
        {mayWrite && (
          <a class="btn" href={`${BASE_PATH}/new`}>
            {t.contacts.create}
          </a>
        )}
      </div>
      <FilterForm of={filtering} label={t.contacts.search}>
        <label>
          {t.contacts.list}
          <select name="list">
            <option value="">{t.contacts.everyList}</option>
            <ListOptions lists={lists.value ?? []} chosen={list} />
          </select>
        </label>
      </FilterForm>
      <Listing
        result={result}
        of={filtering}
        noMatch={t.contacts.empty}
        none={t.contacts.none}
        nextSteps={
          mayWrite
            ? [
                { href: `${BASE_PATH}/new`, label: t.contacts.createFirst },
                { href: "/console/lists", label: t.contacts.toLists },
              ]
            : []
        }
      >
        {found !== null && (
          <>
            <p class="hint" aria-live="polite">
              {t.contacts.count(format.number(found.data.length), format.number(found.pagination.total))}
            </p>
            <div class="people">
              <Table
                label={t.contacts.title}
                columns={[
                  t.contacts.name,
                  t.contacts.phone,
                  t.contacts.blocked,
                  t.contacts.variables,
                  t.contacts.updated,
                ]}
              >
                {found.data.map((contact) => (
                  <tr key={contact.id}>
                    <td class="line">
                      <a href={`${BASE_PATH}/${contact.id}`}>{contact.name ?? t.contacts.noName}</a>
                    </td>
                    <td class="phone">{contact.phone}</td>
                    <td>
                      <Blocked blocks={blocksOf(contact.list_ids, lists.value ?? [])} />
                    </td>
                    <td class="line">{attributesSummary(contact.attributes)}</td>
                    <td class="when">{format.instant(contact.updated_at)}</td>
                  </tr>
                ))}
              </Table>
            </div>
          </>
        )}
      </Listing>
      <Pages page={filtering.page} of={found} onPage={filtering.turnTo} />
    </>
  );
}

const attributesSummary = (attributes: Contact["attributes"]): string =>
  Object.entries(attributes)
    .map(([name, value]) => `${name}: ${value}`)
    .join(" · ");
