import type { ContactList } from "../../../../client";
import { useScope, useAccount } from "../service/signed-in";
import { type QueryResult, useQuery } from "../service/use-query";

/** Maximum page size of the API. Older lists are missing from choices. */
const MAX_LISTS = 1_000;

/** Returns the account's lists, newest first, or no lists if the key may not read contacts. */
export function useLists(): QueryResult<readonly ContactList[]> {
  const { recado } = useAccount();
  const mayRead = useScope("contacts:read");
  return useQuery(`lists ${mayRead}`, async (signal) =>
    mayRead ? (await recado.contactLists.list({ limit: MAX_LISTS }, { signal })).data : [],
  );
}
