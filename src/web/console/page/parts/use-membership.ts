import type { Contact } from "../../../../client";
import { useTexts } from "../texts/language";

/** Texts about a membership: how the contact was added, and when. */
export interface MembershipTexts {
  why: string;
  since: string;
}

/** Returns a function that describes a contact's membership of a list; null for a non-member. */
export function useMembership(): (contact: Contact, listId: string) => MembershipTexts | null {
  const { t, format } = useTexts();
  return (contact, listId) => {
    const found = contact.memberships.find(({ list_id }) => list_id === listId);
    if (found === undefined) return null;
    const { origin, added_at: since } = found;
    return {
      why: (t.contacts.origins as Record<string, string>)[origin] ?? origin,
      since: format.recent(since, Date.now()),
    };
  };
}
