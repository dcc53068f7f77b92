import { checkContent, checkRendered, hasPlaceholder } from "./content";

/**
 * Returns why a text cannot be sent as an automatic SMS reply; null for a valid text. Accepts placeholders in
 * a text that equals the `stored` text, as `checkContent` does.
 */
export function automaticReplyProblem(text: string, stored: string | null = null): string | null {
  const isStored = text === stored;
  const content = { type: "text", text } as const;
  if (!isStored && hasPlaceholder(text)) return "must have no placeholders";
  if (checkRendered("sms", content)?.code === "empty_content") return "must have a visible character";
  return checkContent("sms", content, { isStored })[0]?.message ?? null;
}
