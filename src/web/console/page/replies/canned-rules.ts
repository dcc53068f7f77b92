import type { CannedResponse, Contact } from "../../../../client";
import { valuesOf, filled } from "../parts/values";
import { unaccented } from "../../../../platform/text";

/**
 * Returns the search text after a leading `/`; null for text without `/`, with a line break, or with over 60
 * characters after the `/`.
 */
export const slashQuery = (text: string): string | null => /^\/([^\n]{0,60})$/.exec(text)?.[1] ?? null;

/**
 * Returns the rank of a match, the lower the better. Ranks: 0 for the start of the shortcut, 1 for the start
 * of the name, 2 within the name, 3 within the text. No match has Infinity.
 */
function rankOf({ shortcut, name, text }: CannedResponse, query: string): number {
  if (shortcut?.startsWith(query)) return 0;
  if (unaccented(name).startsWith(query)) return 1;
  if (unaccented(name).includes(query)) return 2;
  return unaccented(text).includes(query) ? 3 : Infinity;
}

/** Returns the quick replies that match a search text, the best match first. Ignores case and accents. */
export function matching(all: readonly CannedResponse[], query: string): CannedResponse[] {
  const wanted = unaccented(query.trim());
  return all
    .map((one) => ({ one, rank: rankOf(one, wanted) }))
    .filter(({ rank }) => rank !== Infinity)
    .sort((a, b) => a.rank - b.rank)
    .map(({ one }) => one);
}

/** Returns the text for editing, with the contact's values. Variables without a value stay placeholders. */
export function textFor({ text }: Pick<CannedResponse, "text">, contact: Contact | null): string {
  if (contact === null) return text;
  const { content } = filled({ type: "text", text }, valuesOf(contact));
  return content.type === "text" ? content.text : text;
}

/**
 * Replaces the selection in `value` with `text`. Adds a space before the text unless it follows whitespace or
 * is at the start. Returns the whole text and the new caret.
 */
export function insertedAt(
  value: string,
  [start, end]: readonly [number, number],
  text: string,
): { text: string; caret: number } {
  const before = value.slice(0, start);
  const inserted = (/\S$/.test(before) ? " " : "") + text;
  return { text: before + inserted + value.slice(end), caret: before.length + inserted.length };
}
