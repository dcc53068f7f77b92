const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

// Characters that XML 1.0 forbids, even as character references.
const FORBIDDEN = new RegExp("[\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\ufffe\\uffff]", "g");

/** Escapes a text for HTML and XML, in elements and attributes. */
export const escaped = (text: string): string =>
  text.replace(FORBIDDEN, "�").replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
