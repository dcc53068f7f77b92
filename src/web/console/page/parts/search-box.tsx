import { Search } from "lucide";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { Icon } from "../../../design/icon";
import { useTexts } from "../texts/language";
import { handleSubmit } from "./form";
import { isSearchable, MAX_SEARCH_LENGTH, searchOf } from "./filter-values";
import { useSettled } from "./use-settled";

const isTooShort = (text: string) => text !== "" && !isSearchable(searchOf(text));

interface Props {
  value: string;
  label: string;
  /** CSS classes of the `<form>`, for example for its width. By default it is as wide as its container. */
  class?: string;
  /** Called when the user stops typing, and with `isSubmit` for Enter. Not called for too short a text. */
  onSearch(text: string, isSubmit: boolean): void;
}

/** Searches while the user types. Wrap it in an element with the role `search`. */
export function SearchBox({ value, label, class: className, onSearch }: Props) {
  const { t } = useTexts();
  const id = useId();
  const [typed, setTyped] = useState(value);
  const settled = useSettled(typed.trim());
  const applied = useRef(value);
  const apply = (text: string, isSubmit = false) => {
    if (isTooShort(text) || (text === value && !isSubmit)) return;
    applied.current = text;
    onSearch(text, isSubmit);
  };
  useEffect(() => apply(settled), [settled]);
  // Shows a search set by a link or the back button. Keeps text typed since the box's last search.
  useEffect(() => {
    if (value !== applied.current) setTyped(value);
    applied.current = value;
  }, [value]);
  return (
    <form class={className} onSubmit={handleSubmit(() => apply(typed.trim(), true))}>
      <label class="input w-full">
        <Icon of={Search} />
        <span class="sr-only">{label}</span>
        <input
          type="search"
          class="grow px-0 outline-none"
          maxLength={MAX_SEARCH_LENGTH}
          placeholder={label}
          value={typed}
          aria-describedby={isTooShort(settled) ? id : undefined}
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      </label>
      {isTooShort(settled) && (
        <p id={id} role="status" class="hint">
          {t.filters.tooShort}
        </p>
      )}
    </form>
  );
}
