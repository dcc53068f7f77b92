import { useLocation } from "preact-iso";
import { ChevronDown, type IconNode, Plus, SlidersHorizontal, X } from "lucide";
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Sorting } from "../../../design/data-table";
import type { QueryResult } from "../service/hooks";
import type { Filters } from "./filter-values";
import { nextOrder, shownOrder } from "./list-order";
import { addressOf, pageIn, Pages } from "./pages";
import { Icon, IconButton } from "../../../design/icon";
import { useTexts } from "../texts/language";
import { SearchBox } from "./search-box";
import { Heading } from "./resource-page";
import { State } from "./state";

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

/** Returns the number of filters with a value, without the search and the sort order. */
const countFilters = (filters: Filters): number =>
  Object.entries(filters).filter(([name, value]) => value !== "" && name !== "search" && name !== "sort")
    .length;

/** Returns whether a list is known to have no entries even without filters, so that filters are useless. */
export const isUnused = (
  { isFiltered, page }: Pick<Filtering, "isFiltered" | "page">,
  { value, isStale }: Pick<QueryResult<{ data: readonly unknown[] }>, "value" | "isStale">,
): boolean => !isFiltered && page === 1 && !isStale && value?.data.length === 0;

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

/** Returns a table's sort order, as in the address's `sort`, and the function that changes it. */
export function sortingOf(of: Filtering<"sort">): Sorting {
  const value = shownOrder(of.filters.sort);
  return { value, onSort: (clicked) => of.apply({ sort: nextOrder(value, clicked) }) };
}

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

interface HeadProps {
  title: string;
  /** Sentence below the title. */
  intro?: string;
  /** Primary action of the list; null if the key may not perform it. */
  action: { label: string; icon?: IconNode; to: string | (() => void) } | null;
  /** Secondary actions. A phone shows them below the title. */
  children?: ComponentChildren;
}

/** Shows the head of a list: the title, with the primary action at its right. */
export function ListHead({ title, intro, action, children }: HeadProps) {
  return (
    <div class="list-head">
      <Heading name={title} />
      {children && <div class="choices">{children}</div>}
      {action !== null && <Primary {...action} />}
      {intro !== undefined && <p class="hint">{intro}</p>}
    </div>
  );
}

function Primary({ label, icon = Plus, to }: NonNullable<HeadProps["action"]>) {
  const content = (
    <>
      <Icon of={icon} />
      {label}
    </>
  );
  return typeof to === "string" ? (
    <a class="btn btn-primary" href={to}>
      {content}
    </a>
  ) : (
    <button type="button" class="btn btn-primary" onClick={to}>
      {content}
    </button>
  );
}

/** Link that is shown if the list has no entries yet. */
interface NextStep {
  href: string;
  label: string;
}

interface Props {
  result: QueryResult<NonNullable<Parameters<typeof Pages>[0]["of"]>>;
  of: Pick<Filtering, "isFiltered" | "page" | "home" | "turnTo">;
  /** Maximum number of entries of a page. Default: `PAGE_SIZE`. */
  size?: number;
  /** Text if no entry matches the filters. */
  noMatch: string;
  /** Text if the list has no entries yet. */
  none: string;
  nextSteps?: readonly NextStep[];
  children: ComponentChildren;
}

/**
 * Shows a page of a list, or a hint if the page is empty. While new filters are requested, dims the entries
 * of the previous filters.
 */
export function Listing({ result, of, size, noMatch, none, nextSteps = [], children }: Props) {
  const { t } = useTexts();
  const { route } = useLocation();
  return (
    <>
      <State result={result} />
      {result.value !== null && (
        <div class={result.isStale ? "outdated" : undefined} aria-busy={result.isStale}>
          {result.value.data.length > 0 ? (
            children
          ) : isUnused(of, result) ? (
            <FirstUse words={none} nextSteps={nextSteps} />
          ) : of.page > 1 ? (
            <Hint words={t.state.pageEmpty} action={t.state.firstPage} onClick={() => of.turnTo(1)} />
          ) : (
            <Hint words={noMatch} action={t.filters.clear} onClick={() => route(of.home)} />
          )}
        </div>
      )}
      <Pages page={of.page} of={result.value} size={size} onPage={of.turnTo} />
    </>
  );
}

function Hint({ words, action, onClick }: { words: string; action: string; onClick: () => void }) {
  return (
    <div class="card empty">
      <p>{words}</p>
      <div class="choices">
        <button type="button" class="btn" onClick={onClick}>
          {action}
        </button>
      </div>
    </div>
  );
}

export function FirstUse({ words, nextSteps = [] }: { words: string; nextSteps?: readonly NextStep[] }) {
  return (
    <div class="card empty">
      <p>{words}</p>
      {nextSteps.length > 0 && (
        <div class="choices">
          {nextSteps.map(({ href, label }) => (
            <a key={href} class="btn" href={href}>
              {label}
            </a>
          ))}
        </div>
      )}
    </div>
  );
}
