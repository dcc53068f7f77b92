import { anyOf } from "../../platform/db/bulk";
import type { PageRequest } from "../../platform/db/page";
import { isNewestFirst, type Order } from "../../platform/db/reads/order";
import type { LongRead } from "../../platform/db/reads/reads";
import { type Condition, containsExactly } from "../../platform/db/reads/conditions";
import type { Scanned } from "../../platform/db/reads/scan";
import { ordered } from "../../platform/db/reads/source";
import { LIMITS, searchContacts } from "./search.store";
import { type SearchScope, tooManyMatches } from "./search-sqlite.store";

/** Maximum number of search results that are sorted or filtered by further conditions. */
export const MAX_SORTED = 20_000;

/** Column that begins with the folded name. */
export const NAME_COLUMN = "search";

/**
 * Returns the condition that a contact has the attribute, given as `name=value`. The column has the JSON that
 * `JSON.stringify` writes. The JSON escapes quotation marks inside a text, so the searched text matches only
 * a whole name with its whole value.
 */
export function hasAttribute(pair: string): Condition {
  const end = pair.indexOf("=");
  const [name, value] = [pair.slice(0, end), pair.slice(end + 1)];
  return containsExactly("attributes", `${JSON.stringify(name)}:${JSON.stringify(value)}`);
}

export interface OrderedSearch {
  text: string;
  order: Order;
  conditions: readonly Condition[];
}

/**
 * Searches contacts like `searchContacts`, in any order and with further conditions. Throws 422 for more than
 * `max` matches. A search in the default order without conditions has the limits of `searchContacts` instead.
 */
export async function searchInOrder(
  read: LongRead,
  scope: SearchScope,
  { text, order, conditions }: OrderedSearch,
  page: PageRequest,
  max = MAX_SORTED,
): Promise<Scanned> {
  if (isNewestFirst(order) && conditions.length === 0) return searchContacts(read, scope, text, page);
  const limits = { ...LIMITS, matches: max, checked: max, shallow: -1 };
  const { ids, total } = await searchContacts(read, scope, text, { limit: max, offset: 0 }, limits);
  if (total > max) throw tooManyMatches(read, max);
  return sortContacts(read, scope.accountId, ids, { order, conditions }, page);
}

export function sortContacts(
  read: LongRead,
  accountId: string,
  ids: readonly string[],
  { order, conditions }: Omit<OrderedSearch, "text">,
  { limit, offset }: PageRequest,
): Promise<Scanned> {
  if (ids.length === 0) return Promise.resolve({ ids: [], total: 0 });
  return read.step(async (db) => {
    const among = db("contacts").where({ account_id: accountId }).whereNull("deleted_at");
    void among.where(anyOf(db, "id", "uuid", ids)).select("id", NAME_COLUMN);
    for (const { sql } of conditions) void among.where(sql(db));
    // Without `materialized`, the databases may read all contacts in the order, to avoid the sort.
    const matches = () => db.withMaterialized("matches", among).from("matches");
    const [counted] = (await matches().count({ total: "*" })) as { total: number }[];
    const page = ordered(db, { id: "id", order }, matches()).limit(limit).offset(offset);
    return { ids: (await page.pluck("id")) as string[], total: counted?.total ?? 0 };
  });
}
