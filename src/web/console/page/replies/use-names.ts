import { useEffect, useRef, useState } from "preact/hooks";
import { useAccount, useScope } from "../service/signed-in";

/** Returns contact names by id. Requests each name once. Omits unnamed and deleted contacts. */
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
        // If the request fails, the list shows the phone number instead of the name.
        () => undefined,
      );
    }
  }, [ids.join(" "), mayRead]);
  return names;
}
