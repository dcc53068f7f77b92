import { Ban } from "lucide";
import type { VNode } from "preact";
import { useLocation } from "preact-iso";
import type { Contact, ContactList } from "../../../../client";
import { Icon } from "../../../design/icon";
import { OnlyFor } from "../parts/only-for";
import { useTexts } from "../texts/language";
import { attributesText, type Block, blockedOn, blockedText, blocksOf } from "./rules";
import { CHIP } from "../parts/chip";
import { type Column, DataTable, type Sorting } from "../../../design/data-table";
import { phoneText } from "../../../../messaging/phone-text";
import { type People, withPage } from "./selection";

/** Number of lists that a table row names before the count of further lists. */
const SHOWN = 1;

type Chips = (contact: Pick<Contact, "list_ids">, lists: readonly ContactList[]) => VNode | null;

/** Returns chips with the contact's lists, without blacklists that block it; null if there are none. */
export const listChips: Chips = ({ list_ids }, lists) => {
  const blocks = new Set(blocksOf(list_ids, lists).map(({ id }) => id));
  const own = lists.filter(({ id }) => list_ids.includes(id) && !blocks.has(id));
  if (own.length === 0) return null;
  return (
    <span class="inline-flex gap-1" title={own.map(({ name }) => name).join(", ")}>
      {own.slice(0, SHOWN).map(({ id, name }) => (
        <span key={id} class={`${CHIP} block max-w-44 truncate leading-5`}>
          {name}
        </span>
      ))}
      {own.length > SHOWN && <span class={CHIP}>+{own.length - SHOWN}</span>}
    </span>
  );
};

/** Returns chips with the channels on which blacklists block the contact; null if none does. */
export const blockedChips: Chips = ({ list_ids }, lists) => {
  const blocks = blocksOf(list_ids, lists);
  return blocks.length === 0 ? null : <BlockedChip blocks={blocks} />;
};

function BlockedChip({ blocks }: { blocks: readonly Block[] }) {
  const { t } = useTexts();
  return (
    <span
      class="inline-flex flex-wrap gap-1"
      title={t.contacts.blockedBy(blocks.map(({ name }) => name).join(", "))}
    >
      {blockedOn(blocks).map(({ channel, purposes }) => (
        <span key={channel} class={`${CHIP} whitespace-nowrap`}>
          <span class="text-error">
            <Icon of={Ban} size={11} />
          </span>
          {t.channel[channel]}
          <OnlyFor purposes={purposes} />
        </span>
      ))}
    </span>
  );
}

/** Names the channels on which a contact is blocked, each with its purposes if only some are blocked. */
export function Blocked({ blocks }: { blocks: readonly Block[] }) {
  const { t } = useTexts();
  return <>{blockedText(blocks, t).join(", ")}</>;
}

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
