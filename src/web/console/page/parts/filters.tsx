import { useLocation } from "preact-iso";
import type { Sorting } from "../../../design/data-table";
import type { QueryResult } from "../service/use-query";
import type { Filters } from "./filter-values";
import { nextOrder, shownOrder } from "./list-order";
import { addressOf, pageIn } from "./pages";

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
export const countFilters = (filters: Filters): number =>
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
