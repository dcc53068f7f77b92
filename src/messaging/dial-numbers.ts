import type { Content } from "./content-types";
import { mapSuggestions } from "./map-suggestions";
import { dialNumber } from "./phone";

/** Returns the content with the valid numbers of its `dial` suggestions in E.164. */
export const withDialNumbers = (content: Content): Content =>
  mapSuggestions(content, (one) =>
    one.type === "dial" ? { ...one, phone: dialNumber(one.phone) ?? one.phone } : one,
  );

/**
 * Parses the stored content of a template or message. Earlier versions stored the numbers of `dial`
 * suggestions as in the request; the result has them in E.164.
 */
export function parseStoredContent(stored: string): Content {
  const content = JSON.parse(stored) as Content;
  // In a text, `JSON.stringify` escapes the quotes, so only a suggestion matches.
  return stored.includes('"type":"dial"') ? withDialNumbers(content) : content;
}
