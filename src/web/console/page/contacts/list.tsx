import { Upload } from "lucide";
import type { Recado } from "../../../../client";
import { Icon } from "../../../design/icon";
import { useTexts } from "../texts/language";
import { useLists } from "../parts/use-lists";
import { filterValue, filterValues, searchOf } from "../parts/filter-values";
import { FilterBar, FilterSelect, useFilters } from "../parts/filters";
import { isUnused, ListHead, Listing, sortingOf } from "../parts/listing";
import { orderOf } from "../parts/list-order";
import { countText, slice } from "../parts/pages";
import { When } from "../parts/when";
import { useAccount, useQuery, useScope } from "../service/hooks";
import { AttributeFilter } from "./attribute-filter";
import { BulkBar, MAX_SELECTED } from "./bulk";
import { attributesColumn, blockedChips, ContactTable, listChips } from "./table";
import { usePeople } from "./selection";

const BASE_PATH = "/console/contacts";

export function Contacts() {
  const { t, format } = useTexts();
  const { recado } = useAccount();
  const filtering = useFilters(BASE_PATH, ["search", "list", "attribute", "sort"]);
  const { search, list, attribute, sort } = filtering.filters;
  const mayWrite = useScope("contacts:write");
  const result = useLists();
  const lists = result.value ?? [];
  const people = usePeople();
  const filter = {
    search: filterValue(searchOf(search)),
    sort: orderOf(sort),
    attribute: filterValues(attribute),
  };
  const read = (client: Recado, window: { limit: number; offset: number }) =>
    list === ""
      ? client.contacts.list({ ...filter, ...window })
      : client.contactLists.listMembers({ list_id: list, ...filter, ...window });
  const contacts = useQuery(JSON.stringify([filter, filtering.page, list]), (client) =>
    read(client, slice(filtering.page)),
  );
  const found = contacts.value;
  const within = lists.find(({ id }) => id === list) ?? null;
  const options = Object.fromEntries(
    lists.map(({ id, name, type }) => [id, type === "blacklist" ? t.lists.suppressionNamed(name) : name]),
  );
  return (
    <>
      <ListHead
        title={t.menu.contacts}
        action={mayWrite ? { label: t.contacts.create, to: `${BASE_PATH}/new` } : null}
      >
        {mayWrite && (
          <a class="btn" href="/console/lists">
            <Icon of={Upload} />
            {t.contacts.importToList}
          </a>
        )}
      </ListHead>
      {!isUnused(filtering, contacts) && (
        <FilterBar
          of={filtering}
          label={t.contacts.search}
          countText={found && countText(found, format, t.contacts.count)}
        >
          <FilterSelect of={filtering} name="list" label={t.palette.kinds.list} options={options} />
          <AttributeFilter value={attribute} onChange={(value) => filtering.apply({ attribute: value })} />
        </FilterBar>
      )}
      <Listing
        result={contacts}
        of={filtering}
        noMatch={t.contacts.empty}
        none={t.contacts.none}
        nextSteps={[
          ...(mayWrite
            ? [
                { href: `${BASE_PATH}/new`, label: t.contacts.createFirst },
                { href: "/console/lists/new", label: t.contacts.importFirst },
              ]
            : []),
          { href: t.menu.docsHref, label: t.menu.docs },
        ]}
      >
        <ContactTable
          label={t.menu.contacts}
          rows={found?.data ?? []}
          sorting={sortingOf(filtering)}
          people={mayWrite ? people : undefined}
          columns={[
            { name: t.menu.lists, onCard: "bare", cell: (contact) => listChips(contact, lists) },
            { name: t.contacts.blocked, cell: (contact) => blockedChips(contact, lists) },
            attributesColumn(t.contacts.variables),
            {
              name: t.contacts.updated,
              onCard: "hidden",
              cell: ({ updated_at }) => <When at={updated_at} />,
            },
          ]}
        />
      </Listing>
      {mayWrite && (
        <BulkBar
          people={people}
          lists={lists}
          within={within}
          total={found?.pagination.total ?? 0}
          all={async () => (await read(recado, { limit: MAX_SELECTED, offset: 0 })).data}
          onChanged={contacts.refetch}
        />
      )}
    </>
  );
}
