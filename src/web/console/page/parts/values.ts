import type { Contact, Content } from "../../../../client";
import { forEachText, mapTexts } from "../../../../messaging/content-texts";
import type { Content as Mapped } from "../../../../messaging/content-types";
import { contactValue, distinctVariables } from "../../../../messaging/variable-names";
import { fillText, parseText, type Values } from "../../../../messaging/variables";

/** Returns the values that a contact fills placeholders with. */
export const valuesOf =
  (contact: Pick<Contact, "attributes" | "name" | "phone">): Values =>
  (name) =>
    contactValue(contact, name);

/** Returns the distinct variables of a content, as it spells them first. */
export function variablesIn(content: Content): string[] {
  const names: string[] = [];
  forEachText(content as Mapped, (text) => names.push(...parseText(text).names));
  return distinctVariables(names);
}

/** The content with the values in place; where one is missing its placeholder stays, and its name is told. */
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
