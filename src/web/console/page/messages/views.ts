import { FAILURES } from "../parts/outcomes";
import type { MessageFilters } from "./filters";

/** Filters with a name, shown as a tab above the list. */
export interface View {
  name: string;
  /** Query string without its `?`. */
  query: string;
}

export const MAX_VIEWS = 12;
export const MAX_NAME_LENGTH = 40;

export const queryOf = (filters: Partial<MessageFilters>): string =>
  new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== "")).toString();

/** Query strings of the views that the console offers in every account. */
export const BUILT_IN = {
  all: "",
  failed: queryOf({ status: FAILURES.join(",") }),
  today: queryOf({ period: "today" }),
} as const;

/** Returns the key of an account's views in the browser's storage. */
export const keyOf = (accountId: string) => `recado-message-views-${accountId}`;

/** Returns the account's views that were saved in this browser; none if the stored text is invalid. */
export function loadViews(accountId: string): View[] {
  try {
    return readViews(localStorage.getItem(keyOf(accountId)));
  } catch {
    // The value is not JSON.
    return [];
  }
}

/**
 * Returns the views with `view` inserted at a position, instead of a view with the same query. Does not
 * insert it beside `MAX_VIEWS` other views.
 */
export function withView(views: readonly View[], view: View, position = views.length): View[] {
  const rest = withoutView(views, view);
  if (rest.length >= MAX_VIEWS) return rest;
  return [...rest.slice(0, position), view, ...rest.slice(position)];
}

/** Returns the views without the view that has the same query. */
export const withoutView = (views: readonly View[], { query }: View): View[] =>
  views.filter((one) => one.query !== query);

/** Parses stored views. Omits invalid views, and views over `MAX_VIEWS`. Throws if the text is not JSON. */
export function readViews(text: string | null): View[] {
  const stored: unknown = JSON.parse(text ?? "[]");
  if (!Array.isArray(stored)) return [];
  return (stored as Partial<View>[])
    .filter((one): one is View => typeof one?.name === "string" && typeof one.query === "string")
    .slice(0, MAX_VIEWS);
}

export function saveViews(accountId: string, views: readonly View[]): void {
  try {
    localStorage.setItem(keyOf(accountId), JSON.stringify(views));
  } catch {
    // Saving failed, for example because the storage is full. Leaving the list loses the changed views.
  }
}
