import { Ban } from "lucide";
import type { VNode } from "preact";
import type { Contact, ContactList } from "../../../../client";
import { Icon } from "../../../design/icon";
import { OnlyFor } from "../parts/only-for";
import { useTexts } from "../texts/language";
import { type Block, blockedOn, blocksOf } from "./rules";
import { CHIP } from "../parts/chip";

/** Number of lists shown in a row of a table. */
const SHOWN = 1;

type Chips = (contact: Pick<Contact, "list_ids">, lists: readonly ContactList[]) => VNode | null;

/** Shows the contact's lists, without the lists that block it. Returns null if there are none. */
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

/** Shows the channels on which the contact is blocked. Returns null if no list blocks the contact. */
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
