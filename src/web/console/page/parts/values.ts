import type { Contact, Content } from "../../../../client";
import { forEachText, mapTexts } from "../../../../messaging/content-texts";
import type { Content as Mapped } from "../../../../messaging/content-types";
import { contactValue, distinctVariables } from "../../../../messaging/variable-names";
import { fillText, parseText, type Values } from "../../../../messaging/variables";

/** Returns a function that maps a variable to the contact's value. */
export const valuesOf =
  (contact: Pick<Contact, "attributes" | "name" | "phone">): Values =>
  (name) =>
    contactValue(contact, name);

/** Returns the distinct variables of a content, each in its first spelling. */
export function variablesIn(content: Content): string[] {
  const names: string[] = [];
  forEachText(content as Mapped, (text) => names.push(...parseText(text).names));
  return distinctVariables(names);
}

/** Fills the placeholders of a content. Keeps placeholders without a value and returns their names. */
export function filled(content: Content, values: Values): { content: Content; missing: string[] } {
  const missing: string[] = [];
  const known: Values = (name) => values(name) ?? `{{ ${name} }}`;
  const shown = mapTexts(content as Mapped, (text) => {
    const compiled = parseText(text);
    fillText(compiled, values, missing);
    return fillText(compiled, known, []);
  });
  return { content: shown as Content, missing };
}
