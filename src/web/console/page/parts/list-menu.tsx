import { Ban } from "lucide";
import { useState } from "preact/hooks";
import type { ContactList } from "../../../../client";
import { Icon } from "../../../design/icon";
import { useTexts } from "../texts/language";
import { unaccented } from "../../../../platform/text";

/** Number of lists above which the menu has a search box. */
const SEARCHED_FROM = 8;

interface Props {
  lists: readonly ContactList[];
  onChoose(list: ContactList): void;
}

/** Shows the items of a menu of contact lists. Suppression lists come last. */
export function ListMenu({ lists, onChoose }: Props) {
  const { t } = useTexts();
  const [typed, setTyped] = useState("");
  const found = lists.filter(({ name }) => unaccented(name).includes(unaccented(typed.trim())));
  return (
    <>
      {lists.length > SEARCHED_FROM && (
        <li class="p-1">
          <input
            type="search"
            class="input input-sm w-full cursor-text"
            aria-label={t.lists.searchMenu}
            placeholder={t.lists.searchMenu}
            value={typed}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
        </li>
      )}
      {found.length === 0 && <li class="p-2 hint">{t.lists.noneInMenu}</li>}
      {(["default", "blacklist"] as const).map((type) => {
        const some = found.filter((list) => list.type === type);
        return (
          some.length > 0 && (
            <li key={type}>
              <span class="cursor-default bg-transparent px-3 py-1 text-xs font-medium text-quiet">
                {t.lists.kinds[type]}
              </span>
              <ul class="ms-0 ps-0 before:hidden">
                {some.map((list) => (
                  <li key={list.id}>
                    <button type="button" class="w-full" onClick={() => onChoose(list)}>
                      {type === "blacklist" && <Icon of={Ban} size={14} />}
                      <span class="truncate">{list.name}</span>
                    </button>
                  </li>
                ))}
              </ul>
            </li>
          )
        );
      })}
    </>
  );
}
