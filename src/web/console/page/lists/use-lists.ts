import type { ContactList } from "../../../../client";
import { useScope, useAccount } from "../service/signed-in";
import { type Answer, useQuery } from "../service/use-answer";

/** The most that the service gives at once: whoever has more lists finds the others on the page of lists. */
const MOST = 1_000;

/** The account's lists, newest first; none where the key may not read them. */
export function useLists(): Answer<readonly ContactList[]> {
  const { recado } = useAccount();
  const mayRead = useScope("contacts:read");
  return useQuery(`lists ${mayRead}`, async (signal) =>
    mayRead ? (await recado.contactLists.list({ limit: MOST }, { signal })).data : [],
  );
}
