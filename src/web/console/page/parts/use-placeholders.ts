import { useAccount, useScope } from "../service/signed-in";
import { useAnswer } from "../service/use-answer";

/** What every contact has of its own. */
const OWN = ["name", "phone"];
/** Contacts and templates that are looked through. */
const LOOKED_AT = 100;

/** The names that placeholders can have: those of contacts and their attributes, and those that templates use already. */
export function usePlaceholders(): readonly string[] {
  const { recado } = useAccount();
  const seesContacts = useScope("contacts:read");
  const seesTemplates = useScope("templates:read");
  const answer = useAnswer("placeholders", async (signal) => {
    const window = { limit: LOOKED_AT };
    const [contacts, templates] = await Promise.all([
      seesContacts ? recado.contacts.list(window, { signal }) : null,
      seesTemplates ? recado.templates.list(window, { signal }) : null,
    ]);
    const attributes = contacts?.data.flatMap((contact) => Object.keys(contact.attributes)) ?? [];
    return [...attributes, ...(templates?.data.flatMap(({ variables }) => variables) ?? [])];
  });
  return [...new Set([...OWN, ...[...(answer.value ?? [])].sort()])];
}
