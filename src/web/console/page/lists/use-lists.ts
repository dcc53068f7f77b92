import type { ContactList } from "../../../../client";
import { useScope, useAccount } from "../service/signed-in";
import { type QueryResult, useQuery } from "../service/use-query";

/** The most that the service gives at once: whoever has more lists finds the others on the page of lists. */
const MAX_LISTS = 1_000;

/** The account's lists, newest first; none where the key may not read them. */
export function useLists(): QueryResult<readonly ContactList[]> {
  const { recado } = useAccount();
  const mayRead = useScope("contacts:read");
  return useQuery(`lists ${mayRead}`, async (signal) =>
    mayRead ? (await recado.contactLists.list({ limit: MAX_LISTS }, { signal })).data : [],
  );
}
