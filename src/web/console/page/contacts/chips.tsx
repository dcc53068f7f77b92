import { Ban } from "lucide";
import type { VNode } from "preact";
import type { Contact, ContactList } from "../../../../client";
import { Icon } from "../../../design/icon";
import { OnlyFor } from "../parts/only-for";
import { useTexts } from "../texts/language";
import { type Block, blockedOn, blockedText, blocksOf } from "./rules";
import { CHIP } from "../parts/chip";

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
