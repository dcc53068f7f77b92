import type { Contact, ContactList } from "../../../../client";
import { MARK, toLines } from "../../../../platform/csv-lines";
import { phoneText } from "../../../../messaging/phone-text";
import type { Texts } from "../texts/en";
import { blockedText, blocksOf } from "./rules";

/** Separator of several lists or channels within a cell of the CSV. */
const WITHIN_CELL = " | ";

/**
 * Returns contacts as CSV for spreadsheets in the user's language. Phone numbers contain spaces, because
 * Excel would round a number without spaces and drop its plus sign.
 */
export function contactsCsv(
  contacts: readonly Contact[],
  lists: readonly ContactList[],
  t: Pick<Texts, "contacts" | "channel" | "common" | "lists" | "menu" | "purpose">,
): string {
  const attributes = [...new Set(contacts.flatMap((contact) => Object.keys(contact.attributes)))];
  const rows = contacts.map((contact) => [
    contact.name,
    phoneText(contact.phone),
    ...attributes.map((name) => contact.attributes[name] ?? null),
    lists
      .filter(({ id }) => contact.list_ids.includes(id))
      .map(({ name }) => name)
      .join(WITHIN_CELL),
    blockedText(blocksOf(contact.list_ids, lists), t).join(WITHIN_CELL),
  ]);
  const words = t.contacts;
  const heading = [t.common.name, words.phone, ...attributes, t.menu.lists, words.blocked];
  return MARK + toLines([heading, ...rows], words.csvDelimiter);
}
