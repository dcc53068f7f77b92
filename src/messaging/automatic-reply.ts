import { checkContent, checkRendered, hasPlaceholder } from "./content";

/**
 * Returns why a text cannot be sent as an automatic SMS reply; null for a valid text. Accepts placeholders if
 * the text equals the `stored` text, which an earlier version may have accepted.
 */
export function automaticReplyProblem(text: string, stored: string | null = null): string | null {
  const isStored = text === stored;
  const content = { type: "text", text } as const;
  if (!isStored && hasPlaceholder(text)) return "must have no placeholders";
  if (checkRendered("sms", content)?.code === "empty_content") return "must have a visible character";
  return checkContent("sms", content, { isStored })[0]?.message ?? null;
}
