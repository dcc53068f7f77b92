import { ChevronDown, Search, X } from "lucide";
import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { Icon } from "../../../design/icon";
import { useTexts } from "../texts/language";
import { type Filters, searchOf } from "./filter-values";
import type { Filtering } from "./filters";
import { useSettled } from "./use-settled";

/** Minimum length of a search, as in the contract. */
const MIN_SEARCH_LENGTH = 3;

const isTooShort = (text: string) => text !== "" && searchOf(text).length < MIN_SEARCH_LENGTH;

interface BarProps {
  of: Filtering<"search">;
  /** Label of the search box. */
  label: string;
  /** Further filters, such as `FilterSelect`. */
  children?: ComponentChildren;
}

/** Filters above a list. Each applies immediately and stands in the page's address. */
export function FilterBar({ of, label, children }: BarProps) {
  const { t } = useTexts();
  return (
    <div class="mb-3 flex flex-wrap items-center gap-2" role="search">
      <SearchBox of={of} label={label} />
      {children}
      {of.isFiltered && (
        <a class="link px-1 text-[0.8125rem]" href={of.home}>
          {t.filters.clear}
        </a>
      )}
    </div>
  );
}

function SearchBox({ of, label }: Pick<BarProps, "of" | "label">) {
  const { t } = useTexts();
  const id = useId();
  const { search } = of.filters;
  const [typed, setTyped] = useState(search);
  const settled = useSettled(typed.trim());
  const applied = useRef(search);
  const isShort = isTooShort(settled);
  const apply = (text: string) => {
    if (text === search || isTooShort(text)) return;
    applied.current = text;
    of.apply({ search: text }, { replace: search !== "" });
  };
  useEffect(() => apply(settled), [settled]);
  // A link or the back button changed the search. The box keeps what was typed since its own change.
  useEffect(() => {
    if (search !== applied.current) setTyped(search);
    applied.current = search;
  }, [search]);
  return (
    <form
      class="grow sm:grow-0"
      onSubmit={(event) => {
        event.preventDefault();
        apply(typed.trim());
      }}
    >
      <label class="input w-full sm:w-52">
        <Icon of={Search} />
        <span class="unseen">{label}</span>
        <input
          type="search"
          class="grow px-0 outline-none"
          maxLength={120}
          placeholder={label}
          value={typed}
          aria-describedby={isShort ? id : undefined}
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      </label>
      {isShort && (
        <p id={id} role="status" class="hint">
          {t.filters.tooShort}
        </p>
      )}
    </form>
  );
}

interface SelectProps<Name extends string> {
  of: Filtering<Name>;
  name: Name;
  label: string;
  /** Texts of the options by value. */
  options: Readonly<Record<string, string>>;
}

/** Filter with a set of values. Shows its value, with a button that removes it. */
export function FilterSelect<Name extends string>({ of, name, label, options }: SelectProps<Name>) {
  const choose = (value: string) => of.apply({ [name]: value } as Partial<Filters<Name>>);
  return <FilterChoice {...{ label, options, value: of.filters[name] }} onChoose={choose} />;
}

interface ChoiceProps {
  label: string;
  options: Readonly<Record<string, string>>;
  /** Chosen value; empty for none. */
  value: string;
  onChoose(value: string): void;
}

export function FilterChoice({ label, options, value, onChoose }: ChoiceProps) {
  const { t } = useTexts();
  const isOn = value !== "";
  return (
    <span class={isOn ? "filter on" : "filter"}>
      <span aria-hidden="true">{isOn ? `${label}:` : label}</span>
      {isOn && <strong aria-hidden="true">{options[value] ?? value}</strong>}
      {!isOn && <Icon of={ChevronDown} size={14} />}
      <select
        aria-label={label}
        value={value}
        onChange={({ currentTarget }) => onChoose(currentTarget.value)}
      >
        <option value="">{t.filters.any}</option>
        {isOn && !Object.hasOwn(options, value) && (
          <option value={value} selected>
            {value}
          </option>
        )}
        {Object.entries(options).map(([one, words]) => (
          <option key={one} value={one} selected={one === value}>
            {words}
          </option>
        ))}
      </select>
      {isOn && (
        <button
          type="button"
          class="btn btn-ghost btn-xs btn-square"
          aria-label={t.filters.remove(label)}
          onClick={() => onChoose("")}
        >
          <Icon of={X} size={14} />
        </button>
      )}
    </span>
  );
}
