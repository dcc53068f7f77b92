const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

// XML 1.0 forbids them even as references.
const FORBIDDEN = new RegExp("[\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\ufffe\\uffff]", "g");

/** Text for HTML and XML, in elements and in attributes. */
export const escaped = (text: string): string =>
  text.replace(FORBIDDEN, "�").replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
