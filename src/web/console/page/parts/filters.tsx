import { ChevronDown, SlidersHorizontal, X } from "lucide";
import type { ComponentChildren } from "preact";
import { useLocation } from "preact-iso";
import { useState } from "preact/hooks";
import { Dropdown } from "../../../design/dropdown";
import { Icon, IconButton } from "../../../design/icon";
import { useTexts } from "../texts/language";
import { handleSubmit, InputField } from "./form";
import { useScopedQuery } from "../service/hooks";
import type { Filters } from "./filter-values";
import { addressOf, pageIn } from "./pages";
import { unlessMissing } from "./resource-page";
import { SearchBox } from "./search-box";
import { fromLocal, toLocal } from "./local-time";
import { isInstant, PERIODS } from "./period";

export interface Filtering<Name extends string = string> {
  filters: Filters<Name>;
  /** Whether a filter is set. The sort order is not a filter. */
  isFiltered: boolean;
  /** Page number, from 1. */
  page: number;
  /** Address of the list without filters. */
  home: string;
  /** Changes filters and returns to the first page. `replace` adds no entry to the browser's history. */
  apply(changes: Partial<Filters<Name>>, options?: { replace: boolean }): void;
  turnTo(page: number): void;
}

/** Returns a list's filters, which the address's query string holds, and functions that change them. */
export function useFilters<Name extends string>(home: string, names: readonly Name[]): Filtering<Name> {
  const { query, route } = useLocation();
  const filters = Object.fromEntries(names.map((name) => [name, query[name] ?? ""])) as Filters<Name>;
  const isSet = (name: Name) => name !== "sort" && filters[name] !== "";
  const goTo = (changes: Readonly<Record<string, string | number>>, replace = false) =>
    route(addressOf(home, { ...filters, ...changes }), replace);
  return {
    filters,
    home,
    page: pageIn(query),
    isFiltered: names.some(isSet),
    apply: (changes, options) => goTo(changes as Filters, options?.replace),
    turnTo: (page) => goTo({ page }),
  };
}

/** Returns the number of filters with a value, without the search and the sort order. */
const countFilters = (filters: Filters): number =>
  Object.entries(filters).filter(([name, value]) => value !== "" && name !== "search" && name !== "sort")
    .length;

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

function FilterChoice({ label, options, value, onChoose }: ChoiceProps) {
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

interface EnteredProps {
  label: string;
  /** Chosen value, as shown; empty for none. */
  shown: string;
  onRemove(): void;
  /** Form in which the user enters the value. */
  children: ComponentChildren;
}

/** Shows a filter whose value the user enters in a form. */
export function EnteredFilter({ label, shown, onRemove, children }: EnteredProps) {
  const { t } = useTexts();
  if (shown !== "") {
    return (
      <span class="filter on">
        <span>{label}:</span>
        <strong>{shown}</strong>
        <IconButton icon={X} label={t.filters.remove(label)} size="xs" iconSize={14} onClick={onRemove} />
      </span>
    );
  }
  const opener = (
    <>
      {label}
      <Icon of={ChevronDown} size={14} />
    </>
  );
  return (
    <Dropdown label={opener} class="filter cursor-pointer">
      <li>{children}</li>
    </Dropdown>
  );
}

interface FormProps {
  label: string;
  hint?: string;
  /** Attributes of the field, such as its type and its maximum length. */
  input: Partial<Omit<Parameters<typeof InputField>[0], "label" | "hint" | "value" | "onValue" | "fault">>;
  onEnter(text: string): void;
  /** Fields above the text field. */
  children?: ComponentChildren;
}

/** Shows the form of a filter with one text field, which is required by default. */
export function EntryForm({ label, hint, input, onEnter, children }: FormProps) {
  const { t } = useTexts();
  const [entered, setEntered] = useState("");
  return (
    <form class="block cursor-auto bg-transparent p-2" onSubmit={handleSubmit(() => onEnter(entered))}>
      {children}
      <InputField
        required
        {...input}
        label={label}
        hint={hint}
        autocomplete="off"
        value={entered}
        onValue={setEntered}
      />
      <button type="submit" class="btn btn-primary btn-sm">
        {t.filters.apply}
      </button>
    </form>
  );
}

/** Maximum number of campaigns or templates offered. The newest are offered. */
const MAX_OFFERED = 50;

interface Named {
  id: string;
  name: string;
}

interface NamedProps<Name extends string> {
  of: Filtering<Name>;
  /** Name of the filter in the query string. */
  name: Name;
  kind: "campaign" | "template";
}

/**
 * Filters by one of the newest campaigns or templates, or by an older one that is already chosen. Shows the
 * id of a deleted campaign or template.
 */
export function NamedFilter<Name extends string>({ of, name, kind }: NamedProps<Name>) {
  const { t } = useTexts();
  const chosen = of.filters[name];
  const found = useScopedQuery({
    scope: `${kind}s:read`,
    key: `${kind}s ${chosen}`,
    none: [],
    async load({ campaigns, templates }) {
      const page = { limit: MAX_OFFERED };
      const data: readonly Named[] =
        kind === "campaign" ? (await campaigns.list(page)).data : (await templates.list(page)).data;
      if (chosen === "" || data.some(({ id }) => id === chosen)) return data;
      const older: PromiseLike<Named> =
        kind === "campaign" ? campaigns.get({ campaign_id: chosen }) : templates.get({ template_id: chosen });
      return data.concat((await unlessMissing(older)) ?? []);
    },
  }).value;
  const names = (found ?? []).map(({ id, name: text }) => [id, text] as const);
  if (names.length === 0 && chosen === "") return null;
  const options: Readonly<Record<string, string>> = {
    ...(found === null ? { [chosen]: "…" } : {}),
    ...Object.fromEntries(names),
  };
  return <FilterSelect of={of} name={name} label={t.palette.kinds[kind]} options={options} />;
}

/** Option of the period filter for dates that the user enters. */
const OWN_PERIOD = "own";

interface PeriodProps {
  of: Filtering<"period" | "from" | "to">;
  label?: string;
}

/** Filters by a preset period, or by dates or instants that the user enters. */
export function PeriodFilter({ of, label }: PeriodProps) {
  const { t } = useTexts();
  const { period, from, to } = of.filters;
  const [isOwn, setOwn] = useState(false);
  const hasDates = from !== "" || to !== "";
  const showsDates = period === "" && (hasDates || isOwn);
  const choose = (value: string) => {
    setOwn(value === OWN_PERIOD);
    if (value !== OWN_PERIOD) of.apply({ period: value, from: "", to: "" });
    else if (period !== "") of.apply({ period: "" });
  };
  const names = Object.keys(PERIODS) as (keyof typeof PERIODS)[];
  const options = Object.fromEntries([
    ...names.map((name) => [name, t.messages.periods[name]]),
    [OWN_PERIOD, t.messages.periods.own],
  ]) as Record<string, string>;
  return (
    <>
      <FilterChoice
        label={label ?? t.messages.period}
        options={options}
        value={showsDates ? OWN_PERIOD : period}
        onChoose={choose}
      />
      {showsDates &&
        (["from", "to"] as const).map((name) => (
          <label key={name} class="inline-flex items-center gap-1.5 text-[0.8125rem]">
            {t.messages[name]}
            {isInstant(of.filters[name]) ? (
              <input
                type="datetime-local"
                value={toLocal(new Date(of.filters[name]))}
                onChange={({ currentTarget }) => of.apply({ [name]: fromLocal(currentTarget.value) ?? "" })}
              />
            ) : (
              <input
                type="date"
                value={of.filters[name]}
                onChange={({ currentTarget }) => of.apply({ [name]: currentTarget.value })}
              />
            )}
          </label>
        ))}
    </>
  );
}
