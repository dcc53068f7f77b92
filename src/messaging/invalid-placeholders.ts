import { shortened, unaccented } from "../platform/text";
import { parseText } from "./variables";

// This module also runs in browsers.

/** Pattern of braces around a name on one line, valid or not. */
const WRITTEN = /\{\{([\p{L}\p{M}\p{N}\p{Zs}\t_.-]+)\}\}/gu;

/** Longest placeholder that an error quotes, in UTF-16 units. */
const MAX_QUOTED = 80;

export interface InvalidPlaceholder {
  /** The placeholder with its braces, shortened to `MAX_QUOTED`. */
  written: string;
  /** The placeholder without accents and with `_` for spaces; null if that is invalid too. */
  proposed: string | null;
}

const isValid = (placeholder: string): boolean => parseText(placeholder).names.length > 0;

/**
 * Returns the distinct placeholders of a text with an invalid name, such as `{{ código }}`. Other braces,
 * such as `{{}}` and `{{"a": 1}}`, are plain text.
 */
export function invalidPlaceholders(text: string): InvalidPlaceholder[] {
  const found = new Map<string, InvalidPlaceholder>();
  for (const [placeholder, name = ""] of text.matchAll(WRITTEN)) {
    if (!/[\p{L}\p{N}]/u.test(name) || isValid(placeholder)) continue;
    const proposed = `{{ ${unaccented(name).trim().replace(/\s+/g, "_")} }}`;
    const isLong = placeholder.length > MAX_QUOTED;
    found.set(placeholder, {
      written: isLong ? `${shortened(placeholder, MAX_QUOTED - 3)}…}}` : placeholder,
      proposed: isValid(proposed) ? proposed : null,
    });
  }
  return [...found.values()];
}

const PROBLEM = "has the invalid placeholder ";

/** Returns the error message of a field that contains an invalid placeholder. */
export function placeholderProblem({ written, proposed }: InvalidPlaceholder): string {
  const rule = "a name has at most 64 letters without accents, digits, `_`, `.` and `-`";
  return `${PROBLEM}${written}: ${rule}${proposed === null ? "" : `; write ${proposed}`}`;
}

/** Returns the placeholders that a field problem names; null for any other problem. */
export function readPlaceholderProblem(message: string): InvalidPlaceholder | null {
  if (!message.startsWith(PROBLEM)) return null;
  const [written = "", proposed = null] = message.match(/\{\{.*?\}\}/gu) ?? [];
  return { written, proposed };
}
