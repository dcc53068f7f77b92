import { checkContent, checkRendered, hasPlaceholder } from "./content";

/** Returns why a text cannot be sent as an automatic SMS reply; null for a valid text. */
export function automaticReplyProblem(text: string): string | null {
  const content = { type: "text", text } as const;
  if (hasPlaceholder(text)) return "must have no placeholders";
  if (checkRendered("sms", content)?.code === "empty_content") return "must have a visible character";
  return checkContent("sms", content)[0]?.message ?? null;
}
