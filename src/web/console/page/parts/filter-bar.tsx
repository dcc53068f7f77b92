import { ChevronDown, SlidersHorizontal, X } from "lucide";
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Icon, IconButton } from "../../../design/icon";
import { useTexts } from "../texts/language";
import type { Filters } from "./filter-values";
import { countFilters, type Filtering } from "./filters";
import { SearchBox } from "./search-box";

interface BarProps {
  of: Filtering<"search">;
  /** Label of the search box. */
  label: string;
  /** Filters that a wide page always shows, such as `FilterSelect`. */
  children?: ComponentChildren;
  /** Text such as "12 lists"; null while the number is unknown. */
  countText?: string | null;
  /** Rarely used filters behind a button. A chosen filter is always visible. */
  more?: ComponentChildren;
}

/**
 * Shows the filters above a list. Each filter applies immediately and is part of the page's address. A phone
 * shows only the chosen filters and a button that opens all filters.
 */
export function FilterBar({ of, label, children, countText = null, more }: BarProps) {
  const { t, format } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const { search } = of.filters;
  const count = countFilters(of.filters);
  return (
    <div class={isOpen ? "filter-bar" : "filter-bar closed"} role="search">
      <SearchBox
        class="min-w-40 grow sm:w-52 sm:grow-0"
        value={search}
        label={label}
        onSearch={(text) => text !== search && of.apply({ search: text }, { replace: search !== "" })}
      />
      <button type="button" class="btn sm:hidden" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Icon of={SlidersHorizontal} />
        {t.filters.all}
        {count > 0 && <span class="badge badge-sm badge-primary">{format.number(count)}</span>}
      </button>
      {children}
      {more !== undefined && (
        <>
          <div class="more-filters">{more}</div>
          <button
            type="button"
            class="btn btn-ghost max-sm:hidden"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? t.filters.fewer : t.filters.more}
          </button>
        </>
      )}
      {of.isFiltered && (
        <a class="link px-1 text-[0.8125rem]" href={of.home}>
          {t.filters.clear}
        </a>
      )}
      {countText !== null && (
        <p class="hint ms-auto" aria-live="polite">
          {countText}
        </p>
      )}
    </div>
  );
}

interface SelectProps<Name extends string> {
  of: Filtering<Name>;
  name: Name;
  label: string;
  /** Texts of the options by value. */
  options: Readonly<Record<string, string>>;
}

/** Shows a filter for one of several values. The chosen value has a button that removes the filter. */
export function FilterSelect<Name extends string>({ of, name, label, options }: SelectProps<Name>) {
  const choose = (value: string) => of.apply({ [name]: value } as Partial<Filters<Name>>);
  return <FilterChoice label={label} options={options} value={of.filters[name]} onChoose={choose} />;
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
        <IconButton
          icon={X}
          label={t.filters.remove(label)}
          size="xs"
          iconSize={14}
          onClick={() => onChoose("")}
        />
      )}
    </span>
  );
}
