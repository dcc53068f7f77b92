import { distinctVariables, variableNamed } from "./variable-names";

/**
 * Compiles and renders texts with `{{ name }}` placeholders. A text is compiled once and rendered for every
 * recipient. Placeholders inside values are not expanded.
 */

/** Pattern of a placeholder. A name has 1 to 64 of these characters, with optional white space around it. */
export const PLACEHOLDER = /\{\{\s*([A-Za-z0-9_.-]{1,64})\s*\}\}/g;

/** A compiled text. `literals` are the texts around the placeholders: one more than `names`. */
export interface CompiledText {
  readonly literals: readonly string[];
  readonly names: readonly string[];
}

/** Returns a recipient's value of a variable; undefined if there is no value. An empty string is a value. */
export type Values = (name: string) => string | undefined;

/** Compiles a text. Braces without a well-formed name are plain text. */
export function parseText(text: string): CompiledText {
  const literals: string[] = [];
  const names: string[] = [];
  let end = 0;
  for (const match of text.matchAll(PLACEHOLDER)) {
    literals.push(text.slice(end, match.index));
    names.push(match[1] as string);
    end = match.index + match[0].length;
  }
  literals.push(text.slice(end));
  return { literals, names };
}

export function usesOf({ names }: CompiledText): Map<string, number> {
  const uses = new Map<string, number>();
  for (const name of names) uses.set(name, (uses.get(name) ?? 0) + 1);
  return uses;
}

/**
 * Returns the text with all values filled in. Adds names without a value to `missing`; the text is valid only
 * if `missing` stays empty.
 */
export function fillText({ literals, names }: CompiledText, values: Values, missing: string[]): string {
  let text = literals[0] as string;
  for (let i = 0; i < names.length; i++) {
    const name = names[i] as string;
    const value = values(name);
    if (value === undefined) addMissing(missing, name);
    text += (value ?? "") + (literals[i + 1] as string);
  }
  return text;
}

/** Adds a name to `missing`, unless `missing` already has a spelling of the same variable. */
export function addMissing(missing: string[], name: string): void {
  const variable = variableNamed(name);
  if (!missing.some((other) => variableNamed(other) === variable)) missing.push(name);
}

/** Returns the distinct variables of the texts, in the order and spelling of their first appearance. */
export const variablesIn = (texts: Iterable<CompiledText>): string[] => distinctVariables(namesIn(texts));

/** Returns the distinct names in the texts, in order of appearance. Two spellings are two names. */
export function namesIn(texts: Iterable<CompiledText>): string[] {
  const names = new Set<string>();
  for (const text of texts) for (const name of text.names) names.add(name);
  return [...names];
}
