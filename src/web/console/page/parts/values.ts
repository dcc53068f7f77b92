import type { Contact, Content } from "../../../../client";
import { forEachText, mapTexts, type TextPart } from "../../../../messaging/content-texts";
import type { Content as Mapped } from "../../../../messaging/content-types";
import { contactValue, distinctVariables, variableNamed } from "../../../../messaging/variable-names";
import { fillText, parseText, type Values } from "../../../../messaging/variables";

/** Returns a function that maps a variable's name to the contact's value. */
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

/** Parts of a content that the console's preview shows. */
const SHOWN_PARTS: ReadonlySet<TextPart> = new Set(["text", "title", "description", "suggestion text"]);

/** Returns the variables in the shown parts of a content, as `variableNamed` spells them. */
export function shownVariables(content: Content): ReadonlySet<string> {
  const names = new Set<string>();
  forEachText(content as Mapped, (text, part) => {
    if (!SHOWN_PARTS.has(part)) return;
    for (const name of parseText(text).names) names.add(variableNamed(name));
  });
  return names;
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
