import type { Contact } from "../../../../client";
import { useTexts, wordFor } from "../texts/language";

/** Reason and time of a contact's addition to a list. */
export interface Membership {
  why: string;
  /** Instant at which the contact was added. */
  since: string;
}

/** Returns a function that returns why and when a contact was added to a list; null for a non-member. */
export function useMembership(): (contact: Contact, listId: string) => Membership | null {
  const { t } = useTexts();
  return (contact, listId) => {
    const found = contact.memberships.find(({ list_id }) => list_id === listId);
    if (found === undefined) return null;
    const { origin, added_at: since } = found;
    return { why: wordFor(t.contacts.origins, origin), since };
  };
}
