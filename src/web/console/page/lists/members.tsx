import { limits } from "../../../../../generated/server/values";
import { useLocation } from "preact-iso";
import { useState } from "preact/hooks";
import type { Contact, ContactList } from "../../../../client";
import type { Column } from "../../../design/data-table";
import { useTexts } from "../texts/language";
import { AttributeFilter } from "../contacts/attribute-filter";
import { BulkBar, MAX_SELECTED } from "../contacts/bulk";
import { attributesColumn, blockedChips, ContactTable } from "../contacts/table";
import { usePeople } from "../contacts/selection";
import { ActionButton, blames, Failure } from "../parts/state";
import { filterValue, filterValues, searchOf } from "../parts/filter-values";
import { FilterBar, useFilters } from "../parts/filters";
import { isUnused, Listing, sortingOf } from "../parts/listing";
import { useMembership } from "../parts/use-membership";
import { orderOf } from "../parts/list-order";
import { countText, slice } from "../parts/pages";
import { phoneText } from "../../../../messaging/phone-text";
import { When } from "../parts/when";
import { useAccount, useMutation, useQuery, useScope } from "../service/hooks";
import { Removal } from "../parts/removal";
import { useLists } from "../parts/use-lists";
import { FaultText, handleSubmit } from "../parts/form";

interface Props {
  list: ContactList;
  /** Counter that another part of the page increases after a change to the members, to refetch them. */
  changes: number;
  onChanged(): void;
}

export function Members({ list, changes, onChanged }: Props) {
  const { t, format } = useTexts();
  const { recado } = useAccount();
  const filtering = useFilters(useLocation().path, ["search", "attribute", "sort"]);
  const { search, attribute, sort } = filtering.filters;
  const mayWrite = useScope("contacts:write");
  const lists = useLists().value ?? [];
  const people = usePeople();
  const filter = {
    list_id: list.id,
    search: filterValue(searchOf(search)),
    sort: orderOf(sort),
    attribute: filterValues(attribute),
  };
  const window = slice(filtering.page);
  const result = useQuery(JSON.stringify([filter, window, changes]), (client) =>
    client.contactLists.listMembers({ ...filter, ...window }),
  );
  const changed = () => {
    result.refetch();
    onChanged();
  };
  const found = result.value;
  const membership = useMembership();
  const columns: (Column<Contact> | false)[] = [
    list.type === "default" && {
      name: t.contacts.blocked,
      cell: (contact) => blockedChips(contact, lists),
    },
    attributesColumn(t.contacts.variables),
    { name: t.contacts.why, onCard: "hidden", cell: (contact) => membership(contact, list.id)?.why },
    {
      name: t.contacts.since,
      cell: ({ memberships }) => {
        const own = memberships.find(({ list_id }) => list_id === list.id);
        return own && <When at={own.added_at} />;
      },
    },
    mayWrite && {
      name: t.lists.actions,
      isNumber: true,
      onCard: "bare",
      class: "max-sm:ms-auto",
      cell: (contact) => (
        <Removal
          contact={contact}
          list={list}
          name={t.lists.takeOut(contact.name ?? phoneText(contact.phone))}
          onChanged={changed}
        />
      ),
    },
  ];
  return (
    <section>
      <div class="mt-6 mb-3 flex flex-wrap items-center justify-between gap-2">
        <h2>{list.type === "blacklist" ? t.lists.blockedMembers : t.lists.members}</h2>
        {mayWrite && <Addition list={list} onAdded={changed} />}
      </div>
      {!isUnused(filtering, result) && (
        <FilterBar
          of={filtering}
          label={t.contacts.search}
          countText={found && countText(found, format, t.contacts.count)}
        >
          <AttributeFilter value={attribute} onChange={(value) => filtering.apply({ attribute: value })} />
        </FilterBar>
      )}
      <Listing result={result} of={filtering} noMatch={t.contacts.empty} none={t.lists.noMembers}>
        <ContactTable
          label={t.lists.members}
          rows={found?.data ?? []}
          sorting={sortingOf(filtering)}
          people={mayWrite ? people : undefined}
          columns={columns.filter((column) => column !== false)}
        />
      </Listing>
      {mayWrite && (
        <BulkBar
          people={people}
          lists={lists}
          within={list}
          total={found?.pagination.total ?? 0}
          all={async () => (await recado.contactLists.listMembers({ ...filter, limit: MAX_SELECTED })).data}
          onChanged={changed}
        />
      )}
    </section>
  );
}

/** Shows a form that adds a phone number to the list. The service creates the contact if it is missing. */
function Addition({ list, onAdded }: { list: ContactList; onAdded(): void }) {
  const { t } = useTexts();
  const [phone, setPhone] = useState("");
  const [added, setAdded] = useState<string | null>(null);
  const action = useMutation(
    (recado) => recado.contactLists.upsertMember({ list_id: list.id, phone: phone.trim() }),
    (contact) => {
      setPhone("");
      setAdded(contact.name ?? phoneText(contact.phone));
      onAdded();
    },
  );
  const isRefused = blames(action.failure, "phone");
  return (
    <form
      class="flex flex-wrap items-center gap-2"
      onSubmit={handleSubmit(() => {
        setAdded(null);
        void action.run();
      })}
    >
      <div class="join">
        <input
          type="tel"
          required
          maxLength={limits.PhoneNumberInput.maxLength}
          autocomplete="off"
          class="input join-item w-52"
          aria-label={t.lists.addNumber}
          aria-invalid={isRefused || undefined}
          placeholder={t.lists.addNumber}
          value={phone}
          onInput={(event) => setPhone(event.currentTarget.value)}
        />
        <ActionButton type="submit" class="btn join-item" isBusy={action.busy}>
          {t.contacts.add}
        </ActionButton>
      </div>
      {list.is_provisioned && <p class="hint">{t.contacts.optOutRecorded}</p>}
      <FaultText of={isRefused ? t.contacts.phoneInvalid : null} />
      <span role="status" class="hint empty:-ms-2">
        {added !== null && t.lists.added(added)}
      </span>
      <Failure of={action.failure} except={["phone"]} />
    </form>
  );
}
