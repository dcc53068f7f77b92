import { GSM7_CHARACTERS } from "../../../../messaging/gsm7";
import { PLACEHOLDER } from "../../../../messaging/variables";

/** Part of a text: a placeholder (`name`), characters outside GSM-7 (`odd`), or any other text (`plain`). */
interface Token {
  kind: "plain" | "name" | "odd";
  text: string;
}

/** Splits a text into tokens. Only an SMS text can have tokens of the kind `odd`. */
export function tokensOf(text: string, { isSms }: { isSms: boolean }): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  const literal = (until: number) => tokens.push(...literalTokens(text.slice(end, until), isSms));
  for (const { index, 0: placeholder } of text.matchAll(PLACEHOLDER)) {
    literal(index);
    tokens.push({ kind: "name", text: placeholder });
    end = index + placeholder.length;
  }
  literal(text.length);
  return tokens;
}

function literalTokens(text: string, isSms: boolean): Token[] {
  const tokens: Token[] = [];
  for (const character of text) {
    const kind = isSms && !GSM7_CHARACTERS.has(character) ? "odd" : "plain";
    const last = tokens.at(-1);
    if (last?.kind === kind) last.text += character;
    else tokens.push({ kind, text: character });
  }
  return tokens;
}

/** Placeholder that the user has not finished typing: its start index, and the typed part of its name. */
interface Opening {
  start: number;
  typed: string;
}

/** Returns the unfinished placeholder that ends at the caret; null if there is none. */
export function openingAt(text: string, caret: number): Opening | null {
  const found = /\{\{\s*([A-Za-z0-9_.-]{0,64})$/.exec(text.slice(0, caret));
  return found ? { start: found.index, typed: found[1] as string } : null;
}

/** Returns the names that begin with the typed text, ignoring case. */
export const continuing = (names: readonly string[], typed: string): string[] =>
  names.filter((name) => name.toLowerCase().startsWith(typed.toLowerCase()));

/** Completes the placeholder between `start` and the caret. Returns the text and the new caret. */
export function withPlaceholder(
  text: string,
  { start, caret, name }: { start: number; caret: number; name: string },
): { text: string; caret: number } {
  const placeholder = `{{ ${name} }}`;
  const rest = text.slice(caret).replace(/^[A-Za-z0-9_.-]*\s*\}\}/, "");
  return { text: text.slice(0, start) + placeholder + rest, caret: start + placeholder.length };
}
