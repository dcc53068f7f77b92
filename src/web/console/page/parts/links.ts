/**
 * Returns the URL if it is a web address without placeholders, else null. Texts of messages are untrusted.
 */
export function webAddress(text: string): string | null {
  if (!URL.canParse(text) || text.includes("{{")) return null;
  const { protocol, href } = new URL(text);
  return protocol === "http:" || protocol === "https:" ? href : null;
}
