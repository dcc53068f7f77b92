import { distinctVariables, variableNamed } from "./variable-names";

/**
 * `{{ name }}` placeholders. A text is compiled once and rendered for every recipient. What is put in is never looked
 * at again, so a value that itself reads `{{ name }}` stays as it is.
 */

/** Names are 1 to 64 of these characters; white space around a name does not count. */
export const PLACEHOLDER = /\{\{\s*([A-Za-z0-9_.-]{1,64})\s*\}\}/g;

/** `literals` surround the placeholders: there is always one more of them than of `names`. */
export interface CompiledText {
  readonly literals: readonly string[];
  readonly names: readonly string[];
}

/** A recipient's value by name; undefined where there is none. The empty string is a value. */
export type Values = (name: string) => string | undefined;

/** Braces that hold no well-formed name are plain text. */
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

/** The text with every value in place, or the distinct names that have none, in order of first appearance. */
export function renderText(compiled: CompiledText, values: Values): { text: string } | { missing: string[] } {
  const missing: string[] = [];
  const text = fillText(compiled, values, missing);
  return missing.length === 0 ? { text } : { missing };
}

/** How often each name is asked for. */
export function usesOf({ names }: CompiledText): Map<string, number> {
  const uses = new Map<string, number>();
  for (const name of names) uses.set(name, (uses.get(name) ?? 0) + 1);
  return uses;
}

/** As `renderText`, for several texts that share one list of what is missing; the text counts only if that stays empty. */
export function fillText({ literals, names }: CompiledText, values: Values, missing: string[]): string {
  let text = literals[0] as string;
  for (let i = 0; i < names.length; i++) {
    const name = names[i] as string;
    const value = values(name);
    if (value === undefined) noteMissing(missing, name);
    text += (value ?? "") + (literals[i + 1] as string);
  }
  return text;
}

/** Adds a name to those without a value, unless it is there in this or another spelling. */
export function noteMissing(missing: string[], name: string): void {
  const variable = variableNamed(name);
  if (!missing.some((other) => variableNamed(other) === variable)) missing.push(name);
}

/** Returns the distinct variables of some texts, in order of first appearance and as spelled there. */
export const variablesIn = (texts: Iterable<CompiledText>): string[] => distinctVariables(namesIn(texts));

/** The distinct names that some texts ask for, in order of first appearance: two spellings of a variable are two. */
export function namesIn(texts: Iterable<CompiledText>): string[] {
  const names = new Set<string>();
  for (const text of texts) for (const name of text.names) names.add(name);
  return [...names];
}
