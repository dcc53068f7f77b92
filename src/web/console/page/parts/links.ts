/** Returns the URL; null unless it is an http(s) URL without placeholders. Message texts are untrusted. */
export function webAddress(text: string): string | null {
  if (!URL.canParse(text) || text.includes("{{")) return null;
  const { protocol, href } = new URL(text);
  return protocol === "http:" || protocol === "https:" ? href : null;
}
