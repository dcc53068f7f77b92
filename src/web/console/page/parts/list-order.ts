import type { ListOrder } from "../../../../client";
import type { Sorting } from "../../../design/data-table";
import type { Filtering } from "./filters";

const ORDERS: readonly string[] = ["created_at", "-created_at", "name", "-name"] satisfies ListOrder[];

/** Returns the order in a list's address; undefined for the default or an unknown order. */
export const orderOf = (sort: string): ListOrder | undefined =>
  ORDERS.includes(sort) ? (sort as ListOrder) : undefined;

/** Returns the next order after a click on a heading: ascending, descending, and then the default. */
export const nextOrder = (current: string, clicked: string): string =>
  current.startsWith("-") && current.slice(1) === clicked ? "" : clicked;

/** Returns the sorting of a table whose list has its order in the address. */
export const sortingOf = (of: Filtering<"sort">): Sorting => ({
  value: of.filters.sort,
  onSort: (clicked) => of.apply({ sort: nextOrder(of.filters.sort, clicked) }),
});
