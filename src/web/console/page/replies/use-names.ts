import { useEffect, useState } from "preact/hooks";
import { useAccount, useScope } from "../service/hooks";
import { contactNamesOf } from "../parts/name-cache";

/** Returns contact names by id. Omits contacts that are unnamed, deleted or that the key may not read. */
export function useNames(ids: readonly string[]): ReadonlyMap<string, string> {
  const { recado, account } = useAccount();
  const mayRead = useScope("contacts:read");
  const cache = contactNamesOf(account.id);
  const [, setRound] = useState(0);
  useEffect(() => {
    if (!mayRead) return;
    return cache.want({
      ids,
      load: async (some) => {
        const { data } = await recado.contacts.list({ id: [...some], limit: some.length });
        return new Map(data.map(({ id, name }) => [id, name]));
      },
      onChanged: () => setRound((before) => before + 1),
    });
  }, [ids.join(" "), cache, mayRead]);
  if (!mayRead) return new Map();
  return new Map(
    ids.flatMap((id) => {
      const name = cache.nameOf(id);
      return name === null ? [] : [[id, name] as const];
    }),
  );
}
