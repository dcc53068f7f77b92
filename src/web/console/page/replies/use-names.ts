import { useEffect, useRef, useState } from "preact/hooks";
import { useAccount, useScope } from "../service/signed-in";

/** The names of contacts by their ids, each asked for once; a contact without a name, or that is gone, has none. */
export function useNames(ids: readonly string[]): ReadonlyMap<string, string> {
  const { recado } = useAccount();
  const mayRead = useScope("contacts:read");
  const asked = useRef(new Set<string>());
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map());
  useEffect(() => {
    if (!mayRead) return;
    for (const id of ids.filter((one) => !asked.current.has(one))) {
      asked.current.add(id);
      void recado.contacts.get({ contact_id: id }).then(
        ({ name }) => {
          if (name !== null) setNames((before) => new Map(before).set(id, name));
        },
        // Without its name, a conversation is shown by its number.
        () => undefined,
      );
    }
  }, [ids.join(" "), mayRead]);
  return names;
}
