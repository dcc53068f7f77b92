import type { ListOrder } from "../../../../client";

const ORDERS: readonly string[] = ["created_at", "-created_at", "name", "-name"] satisfies ListOrder[];

/** Order of a list whose address has no order. */
const DEFAULT_ORDER = "-created_at" satisfies ListOrder;

/** Returns the order in a list's address; undefined for the default or an unknown order. */
export const orderOf = (sort: string): ListOrder | undefined =>
  ORDERS.includes(sort) ? (sort as ListOrder) : undefined;

/** Returns the order of a list: the order in its address, else the contract's default. */
export const shownOrder = (sort: string): string => orderOf(sort) ?? DEFAULT_ORDER;

/**
 * Returns the next order after a click on a heading: ascending, descending, and then the default. The heading
 * of the default order alternates between descending and ascending.
 */
export const nextOrder = (current: string, clicked: string): string =>
  current === `-${clicked}` && current !== DEFAULT_ORDER ? "" : clicked;
