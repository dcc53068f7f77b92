import type { ListOrder } from "../../../../client";

const ORDERS: readonly string[] = ["created_at", "-created_at", "name", "-name"] satisfies ListOrder[];

/** Sort order of a list if the page's address has no order; also the contract's default. */
const DEFAULT_ORDER = "-created_at" satisfies ListOrder;

/** Returns the sort order in the page's address; undefined if it is missing or unknown. */
export const orderOf = (sort: string): ListOrder | undefined =>
  ORDERS.includes(sort) ? (sort as ListOrder) : undefined;

/** Returns the sort order in the page's address; the default if it is missing or unknown. */
export const shownOrder = (sort: string): string => orderOf(sort) ?? DEFAULT_ORDER;

/**
 * Returns the order of a list after a click on a column's heading. `clicked` is the order that the heading
 * offers: ascending, or descending if the list is ascending. The third click returns to the default order. In
 * the column of the default order, the order alternates between descending and ascending.
 */
export const nextOrder = (current: string, clicked: string): string =>
  current === `-${clicked}` && current !== DEFAULT_ORDER ? "" : clicked;
