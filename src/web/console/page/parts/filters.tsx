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
  /**
   * Changes filters and returns to the first page. With `replace`, the browser's history gets no new entry.
   */
  apply(changes: Partial<Filters<Name>>, options?: { replace: boolean }): void;
  turnTo(page: number): void;
}

/** Returns the number of filters with a value, without the search and the sort order. */
export const countFilters = (filters: Filters): number =>
  Object.entries(filters).filter(([name, value]) => value !== "" && name !== "search" && name !== "sort")
    .length;

/**
 * Returns whether a list has no entries although no filter is set, so that filters are useless. Returns false
 * while the response is missing or outdated.
 */
export const isUnused = (
  { isFiltered, page }: Pick<Filtering, "isFiltered" | "page">,
  { value, isStale }: Pick<QueryResult<{ data: readonly unknown[] }>, "value" | "isStale">,
): boolean => !isFiltered && page === 1 && !isStale && value?.data.length === 0;

/**
 * Returns a list's filters from the query string of the page's address, and functions that change the
 * address.
 */
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

/**
 * Returns a table's sort order, which the page's address contains as `sort`, and a function that changes it.
 */
export function sortingOf(of: Filtering<"sort">): Sorting {
  const value = shownOrder(of.filters.sort);
  return { value, onSort: (clicked) => of.apply({ sort: nextOrder(value, clicked) }) };
}
