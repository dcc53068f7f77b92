import { invalidPlaceholders } from "../../../../messaging/invalid-placeholders";
import type { Texts } from "../texts/en";

/** Returns the error text for the first invalid placeholder of a text; null without one. */
export function placeholderFault(text: string, { content }: Texts): string | null {
  const [invalid] = invalidPlaceholders(text);
  return invalid === undefined ? null : content.invalidPlaceholder(invalid.written, invalid.proposed);
}
