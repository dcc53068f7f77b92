import { useEffect, useRef, useState } from "preact/hooks";
import { useAccount, useScope } from "../service/signed-in";

/** Returns contact names by id, each requested once. Unnamed and deleted contacts are absent. */
export function useNames(ids: readonly string[]): ReadonlyMap<string, string> {
  const { recado } = useAccount();
  const mayRead = useScope("contacts:read");
  const requested = useRef(new Set<string>());
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map());
  useEffect(() => {
    if (!mayRead) return;
    for (const id of ids.filter((one) => !requested.current.has(one))) {
      requested.current.add(id);
      void recado.contacts.get({ contact_id: id }).then(
        ({ name }) => {
          if (name !== null) setNames((before) => new Map(before).set(id, name));
        },
        // Without a name, the list shows the number.
        () => undefined,
      );
    }
  }, [ids.join(" "), mayRead]);
  return names;
}
