import type { ListOrder } from "../../../../client";

const ORDERS: readonly string[] = ["created_at", "-created_at", "name", "-name"] satisfies ListOrder[];

/** Returns the order in a list's address; undefined for the default or an unknown order. */
export const orderOf = (sort: string): ListOrder | undefined =>
  ORDERS.includes(sort) ? (sort as ListOrder) : undefined;

/** Returns the next order after a click on a heading: ascending, descending, and then the default. */
export const nextOrder = (current: string, clicked: string): string =>
  current.startsWith("-") && current.slice(1) === clicked ? "" : clicked;
