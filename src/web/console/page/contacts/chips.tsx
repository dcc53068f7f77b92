import { Ban } from "lucide";
import type { Contact, ContactList } from "../../../../client";
import { Icon } from "../../../design/icon";
import { useTexts } from "../texts/language";
import { blockedOn, blocksOf } from "./rules";

/** Number of lists shown in a row of a table. */
const SHOWN = 1;
export const CHIP = "badge badge-sm border-base-300 bg-base-200";

interface Props {
  contact: Pick<Contact, "list_ids">;
  lists: readonly ContactList[];
}

/** Names of the contact's lists, without the lists that block it. */
export function ListChips({ contact, lists }: Props) {
  const { format } = useTexts();
  const blocks = new Set(blocksOf(contact.list_ids, lists).map(({ id }) => id));
  const own = lists.filter(({ id }) => contact.list_ids.includes(id) && !blocks.has(id));
  if (own.length === 0) return null;
  return (
    <span class="inline-flex gap-1" title={own.map(({ name }) => name).join(", ")}>
      {own.slice(0, SHOWN).map(({ id, name }) => (
        <span key={id} class={`${CHIP} block max-w-32 truncate leading-5`}>
          {name}
        </span>
      ))}
      {own.length > SHOWN && <span class={CHIP}>+{format.number(own.length - SHOWN)}</span>}
    </span>
  );
}

/** Channels on which the contact is blocked. The lists that block it are the title. */
export function BlockedChips({ contact, lists }: Props) {
  const { t } = useTexts();
  const blocks = blocksOf(contact.list_ids, lists);
  if (blocks.length === 0) return null;
  return (
    <span
      class={`${CHIP} whitespace-nowrap`}
      title={t.contacts.blockedBy(blocks.map(({ name }) => name).join(", "))}
    >
      <span class="text-error">
        <Icon of={Ban} size={11} />
      </span>
      {blockedOn(blocks)
        .map((channel) => t.channel[channel])
        .join(", ")}
    </span>
  );
}
