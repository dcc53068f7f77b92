import { GSM7_BASIC, GSM7_EXTENSION } from "../../../../messaging/gsm7";
import { PLACEHOLDER } from "../../../../messaging/variables";

/** A stretch of a text: a placeholder, a character that an SMS of GSM-7 has no code for, or anything else. */
export interface Piece {
  kind: "plain" | "name" | "odd";
  text: string;
}

const GSM7: ReadonlySet<string> = new Set([...GSM7_BASIC, ...GSM7_EXTENSION.keys()]);

/** The text in pieces, which make it again in a row. Characters are told apart only for an SMS. */
export function tokensOf(text: string, { isSms }: { isSms: boolean }): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  const literal = (until: number) => pieces.push(...literalTokens(text.slice(end, until), isSms));
  for (const { index, 0: placeholder } of text.matchAll(PLACEHOLDER)) {
    literal(index);
    pieces.push({ kind: "name", text: placeholder });
    end = index + placeholder.length;
  }
  literal(text.length);
  return pieces;
}

function literalTokens(text: string, isSms: boolean): Piece[] {
  const pieces: Piece[] = [];
  for (const character of text) {
    const kind = isSms && !GSM7.has(character) ? "odd" : "plain";
    const last = pieces.at(-1);
    if (last?.kind === kind) last.text += character;
    else pieces.push({ kind, text: character });
  }
  return pieces;
}

/** A placeholder that is being typed: where it begins, and what of its name is there. */
export interface Opening {
  start: number;
  typed: string;
}

/** The placeholder whose name the caret stands in, if any. */
export function openingAt(text: string, caret: number): Opening | null {
  const found = /\{\{\s*([A-Za-z0-9_.-]{0,64})$/.exec(text.slice(0, caret));
  return found ? { start: found.index, typed: found[1] as string } : null;
}

/** The names that continue what is typed; case does not count. */
export const continuing = (names: readonly string[], typed: string): string[] =>
  names.filter((name) => name.toLowerCase().startsWith(typed.toLowerCase()));

/** The text with the placeholder put in from `start` to the caret, in place of what of it stands behind; and the caret after it. */
export function withPlaceholder(
  text: string,
  { start, caret, name }: { start: number; caret: number; name: string },
): { text: string; caret: number } {
  const placeholder = `{{ ${name} }}`;
  const rest = text.slice(caret).replace(/^[A-Za-z0-9_.-]*\s*\}\}/, "");
  return { text: text.slice(0, start) + placeholder + rest, caret: start + placeholder.length };
}
