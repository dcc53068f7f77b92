import { useLocation } from "preact-iso";
import type { Contact } from "../../../../client";
import { type Column, DataTable, type Sorting } from "../../../design/data-table";
import { phoneText } from "../../../../messaging/phone-text";
import { useTexts } from "../texts/language";
import { attributesText } from "./rules";
import { type People, withPage } from "./selection";

interface Props {
  label: string;
  rows: readonly Contact[];
  /** Columns after the columns for the name and the phone number. */
  columns: readonly Column<Contact>[];
  /** Selected contacts; undefined if the key may not change contacts, so that rows cannot be selected. */
  people: People | undefined;
  sorting: Sorting;
}

/** Shows contacts in a table. A click on a row opens the contact's page. */
export function ContactTable({ label, rows, columns, people, sorting }: Props) {
  const { t } = useTexts();
  const { route } = useLocation();
  const nameOf = new Map(rows.map(({ id, name, phone }) => [id, name ?? phoneText(phone)]));
  return (
    <DataTable
      label={label}
      sorting={sorting}
      rows={rows}
      idOf={({ id }) => id}
      onOpen={({ id }) => route(`/console/contacts/${id}`)}
      columns={[
        {
          name: t.common.name,
          isTitle: true,
          sort: "name",
          class: "line sm:max-w-56",
          cell: ({ id, name }) => (
            <a class="block truncate" href={`/console/contacts/${id}`} title={name ?? undefined}>
              {name ?? t.contacts.noName}
            </a>
          ),
        },
        { name: t.contacts.phone, onCard: "bare", class: "phone", cell: ({ phone }) => phoneText(phone) },
        ...columns,
      ]}
      {...(people === undefined
        ? {}
        : {
            selection: {
              ids: new Set(people.chosen.keys()),
              onChange: (ids) => people.choose(withPage(people.chosen, rows, ids)),
              all: t.contacts.selectPage,
              one: (id) => t.contacts.select(nameOf.get(id) ?? ""),
            },
          })}
    />
  );
}

/** Returns the table column with the contact's attributes in one line. */
export function attributesColumn(name: string): Column<Contact> {
  return {
    name,
    onCard: "bare",
    class: "line sm:max-w-52",
    cell: ({ attributes }) => {
      const text = attributesText(attributes);
      return text === "" ? null : (
        <span class="block truncate" title={text}>
          {text}
        </span>
      );
    },
  };
}
