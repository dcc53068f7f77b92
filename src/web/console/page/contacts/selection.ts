import { useState } from "preact/hooks";
import type { Contact } from "../../../../client";

export interface People {
  /** Selected contacts by id, including contacts on other pages. */
  chosen: ReadonlyMap<string, Contact>;
  choose(contacts: readonly Contact[]): void;
}

/** Returns the selected contacts. They stay selected when the page or the filters change. */
export function usePeople(): People {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Contact>>(new Map());
  return { chosen, choose: (contacts) => setChosen(new Map(contacts.map((one) => [one.id, one]))) };
}

/** Returns the selection with `ids` selected of one page's rows. Contacts of other pages stay selected. */
export function withPage(
  chosen: ReadonlyMap<string, Contact>,
  rows: readonly Contact[],
  ids: ReadonlySet<string>,
): Contact[] {
  const shown = new Set(rows.map(({ id }) => id));
  return [
    ...[...chosen.values()].filter(({ id }) => !shown.has(id)),
    ...rows.filter(({ id }) => ids.has(id)),
  ];
}
