import type { Contact, Content } from "../../../../client";
import { mapTexts } from "../../../../messaging/content-texts";
import type { Content as Mapped } from "../../../../messaging/content-types";
import { fillText, parseText, type Values } from "../../../../messaging/variables";

/** What placeholders are filled with for a contact: an attribute, or else its own name or number. */
export const valuesOf =
  ({ attributes, name, phone }: Pick<Contact, "attributes" | "name" | "phone">): Values =>
  (asked) => {
    if (Object.hasOwn(attributes, asked)) return attributes[asked];
    if (asked === "name") return name ?? undefined;
    return asked === "phone" ? phone : undefined;
  };

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
