/** A stranger's address that may become a link: of the web, and with its placeholders filled in; else null. */
export function webAddress(text: string): string | null {
  if (!URL.canParse(text) || text.includes("{{")) return null;
  const { protocol, href } = new URL(text);
  return protocol === "http:" || protocol === "https:" ? href : null;
}
