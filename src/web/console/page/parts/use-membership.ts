import type { Contact } from "../../../../client";
import { useTexts } from "../texts/language";

/** How and since when a contact is in a list, in words. */
export interface Place {
  why: string;
  since: string;
}

/** Puts a contact's place in a list into words; null where it has none. */
export function useMembership(): (contact: Contact, listId: string) => Place | null {
  const { t, format } = useTexts();
  return (contact, listId) => {
    const found = contact.memberships.find(({ list_id }) => list_id === listId);
    if (found === undefined) return null;
    const { origin, added_at: since } = found;
    return {
      why: (t.contacts.origins as Record<string, string>)[origin] ?? origin,
      since: format.instant(since),
    };
  };
}
