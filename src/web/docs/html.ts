/** Markup that is already escaped. */
export class Html {
  constructor(readonly markup: string) {}
}

export type Part = Html | string | number | null | undefined | false | readonly Part[];

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

export const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? "");

function markupOf(part: Part): string {
  if (part instanceof Html) return part.markup;
  if (part === null || part === undefined || part === false) return "";
  if (typeof part === "object") return part.map(markupOf).join("");
  return escaped(String(part));
}

/**
 * Returns markup, as a template tag. Escapes strings, keeps `Html` as it is, and omits null, undefined and
 * false.
 */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.reduce((markup, text, index) => markup + markupOf(parts[index - 1]) + text, ""));
}
