import type { ContactList } from "../../../../client";
import { type QueryResult, useScopedQuery } from "../service/hooks";

/** Maximum page size of the API. The console's list choices omit older lists beyond it. */
const MAX_LISTS = 1_000;

/** Returns the account's lists, newest first, or no lists if the key may not read contacts. */
export const useLists = (): QueryResult<readonly ContactList[]> =>
  useScopedQuery({
    scope: "contacts:read",
    key: "lists",
    none: [],
    load: async ({ contactLists }) => (await contactLists.list({ limit: MAX_LISTS })).data,
  });
