/** Returns the URL, or null if it is not http(s) or contains placeholders. Message texts are untrusted. */
export function webAddress(text: string): string | null {
  if (!URL.canParse(text) || text.includes("{{")) return null;
  const { protocol, href } = new URL(text);
  return protocol === "http:" || protocol === "https:" ? href : null;
}
