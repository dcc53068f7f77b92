import { useEffect, useMemo, useState } from "preact/hooks";
import type { Entry } from "./recipients";

const NOBODY: Entry = { people: [], names: [], faults: [] };

/**
 * Who is meant by what was typed. The numbering plans of the world are a script of some size: it comes with the first
 * number, and where it did not come it is asked for again as more is typed.
 */
export function useRecipients(text: string): Entry {
  const [read, setRead] = useState<((text: string) => Entry) | null>(null);
  const isNeeded = read === null && text !== "";
  useEffect(() => {
    if (!isNeeded) return;
    void import("./recipients").then(
      ({ readRecipients }) => setRead(() => readRecipients),
      () => undefined,
    );
  }, [isNeeded, text]);
  return useMemo(() => (read === null ? NOBODY : read(text)), [read, text]);
}
