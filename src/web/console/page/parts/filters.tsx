import { useLocation } from "preact-iso";
import type { ComponentChildren } from "preact";
import type { Sorting } from "../../../design/data-table";
import { useTexts } from "../texts/language";
import type { Filters } from "./filter-values";
import { nextOrder } from "./list-order";
import { addressOf, pageIn } from "./pages";

export interface Filtering<Name extends string = string> {
  filters: Filters<Name>;
  isFiltered: boolean;
  /** Page number, from 1. */
  page: number;
  /** Address of the list without filters. */
  home: string;
  /** Changes filters and returns to the first page. `replace` keeps the browser's history short. */
  apply(changes: Partial<Filters<Name>>, options?: { replace: boolean }): void;
  turnTo(page: number): void;
}

/** Returns the filters of a list. The query string holds the filters, so that links include them. */
export function useFilters<Name extends string>(home: string, names: readonly Name[]): Filtering<Name> {
  const { query, route } = useLocation();
  const filters = Object.fromEntries(names.map((name) => [name, query[name] ?? ""])) as Filters<Name>;
  const goTo = (changes: Readonly<Record<string, string | number>>, replace = false) =>
    route(addressOf(home, { ...filters, ...changes }), replace);
  return {
    ...{ filters, home, page: pageIn(query), isFiltered: names.some((name) => filters[name] !== "") },
    apply: (changes, options) => goTo(changes as Filters, options?.replace),
    turnTo: (page) => goTo({ page }),
  };
}

interface FormProps {
  of: Filtering<"search">;
  /** Label of the search box. */
  label: string;
  /** Further inputs, named after their filters. */
  children?: ComponentChildren;
}

export function FilterForm({ of, label, children }: FormProps) {
  const { t } = useTexts();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    of.apply(Object.fromEntries(new FormData(event.currentTarget as HTMLFormElement)) as Filters<"search">);
  };
  return (
    <form key={JSON.stringify(of.filters)} class="filters" role="search" onSubmit={submit}>
      <label>
        {label}
        <input name="search" type="search" minLength={3} maxLength={120} defaultValue={of.filters.search} />
      </label>
      {children}
      <button type="submit" class="btn btn-primary">
        {t.filters.apply}
      </button>
      {of.isFiltered && <a href={of.home}>{t.filters.clear}</a>}
    </form>
  );
}

interface ChoiceProps<Name extends string> {
  of: Filtering<Name>;
  name: Name;
  label: string;
  /** Texts of the options by value. */
  options: Readonly<Record<string, string>>;
  /** Whether a choice applies immediately, without the form's button. */
  atOnce?: boolean;
}

/** Filter with a fixed set of values. */
export function Choice<Name extends string>({ of, name, label, options, atOnce = false }: ChoiceProps<Name>) {
  const { t } = useTexts();
  const chosen = of.filters[name];
  const choose = (event: Event) =>
    of.apply({ [name]: (event.currentTarget as HTMLSelectElement).value } as Partial<Filters<Name>>);
  return (
    <label>
      {label}
      <select name={name} {...(atOnce ? { onChange: choose } : {})}>
        <option value="">{t.filters.any}</option>
        {Object.entries(options).map(([value, words]) => (
          <option key={value} value={value} selected={value === chosen}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Returns the sorting of a table whose list has its order in the address. */
export const sortingOf = (of: Filtering<"sort">): Sorting => ({
  value: of.filters.sort,
  onSort: (clicked) => of.apply({ sort: nextOrder(of.filters.sort, clicked) }),
});
