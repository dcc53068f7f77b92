import { limits } from "../../generated/server/values";
import { GSM7_PART, MAX_SMS_SEGMENTS } from "./segments";
import { mapTexts, type TextPart } from "./content-texts";
import type { Channel } from "./channel";
import type { Content } from "./content-types";
import { type CompiledText, namesIn, addMissing, parseText, usesOf, type Values } from "./variables";

/** Maximum lengths of rendered texts in Google's RCS for Business, in characters (code points). */
const RCS_LIMITS: Readonly<Record<TextPart, number>> = {
  text: limits.TextContent.text.maxLength,
  title: limits.Card.title.maxLength,
  description: limits.Card.description.maxLength,
  "suggestion text": limits.SuggestionText.maxLength,
  "event title": limits.CreateCalendarEventSuggestion.title.maxLength,
  "event description": limits.CreateCalendarEventSuggestion.description.maxLength,
  "location label": limits.ViewLocationSuggestion.label.maxLength,
  URL: limits.OpenUrlSuggestion.url.maxLength,
  "postback data": limits.PostbackData.maxLength,
};

/** Maximum size of content as JSON, in bytes. RCS for Business limits a message's payload to 250 KB. */
export const MAX_RCS_BYTES = 250_000;

/** Maximum length of an SMS text in UTF-16 units. Only a text in the GSM alphabet reaches the maximum. */
const MAX_SMS_UNITS = MAX_SMS_SEGMENTS * GSM7_PART;

/** Size of rendered content, the limit that it exceeds, or the distinct names without a value. */
export type ContentSize = { bytes: number } | ContentProblem;
export type ContentProblem = { tooLong: string } | { missing: string[] };

/** Returns the size of content as JSON in UTF-8, the form in which it is stored. */
export const bytesOfContent = (content: Content) => Buffer.byteLength(JSON.stringify(content));

/**
 * Returns a function that computes the size of the rendered content. The function adds up lengths and builds
 * no text, so a long value in a hundred places costs no memory.
 */
export function contentSizer(channel: Channel, content: Content): (values: Values) => ContentSize {
  const texts: { part: TextPart; compiled: CompiledText; literal: number; uses: Map<string, number> }[] = [];
  const bare = mapTexts(content, (text, part) => {
    const compiled = parseText(text);
    const joined = compiled.literals.join("");
    texts.push({ part, compiled, literal: charactersIn(channel, joined), uses: usesOf(compiled) });
    return joined;
  });
  const literalBytes = bytesOfContent(bare);
  const names = namesIn(texts.map(({ compiled }) => compiled));
  const allUses = usesOf({ literals: [], names: texts.flatMap(({ compiled }) => compiled.names) });

  return (values) => {
    const missing: string[] = [];
    const found = new Map<string, string>();
    for (const name of names) {
      const value = values(name);
      if (value === undefined) addMissing(missing, name);
      else found.set(name, value);
    }
    if (missing.length > 0) return { missing };
    const characters = new Map<string, number>();
    for (const [name, value] of found) characters.set(name, charactersIn(channel, value));
    for (const { part, literal, uses } of texts) {
      const tooLong = tooManyCharacters(channel, part, literal + total(uses, (name) => characters.get(name)));
      if (tooLong !== null) return { tooLong };
    }
    const bytes = literalBytes + total(allUses, (name) => jsonBytes(found.get(name) ?? ""));
    if (channel !== "rcs" || bytes <= MAX_RCS_BYTES) return { bytes };
    return { tooLong: `${bytes} bytes in all, at most ${MAX_RCS_BYTES} are allowed` };
  };
}

function total(uses: ReadonlyMap<string, number>, sizeOf: (name: string) => number | undefined): number {
  let sum = 0;
  for (const [name, times] of uses) sum += times * (sizeOf(name) ?? 0);
  return sum;
}

function tooManyCharacters(channel: Channel, part: TextPart, characters: number): string | null {
  if (channel === "sms") {
    if (characters <= MAX_SMS_UNITS) return null;
    return `${characters} characters, at most ${MAX_SMS_UNITS} fit into ${MAX_SMS_SEGMENTS} segments`;
  }
  const limit = RCS_LIMITS[part];
  return characters > limit ? `a ${part} of ${characters} characters, at most ${limit} are allowed` : null;
}

/**
 * Returns the length of a text: UTF-16 units for SMS, code points for RCS. Lengths of joined texts add up,
 * because texts are well-formed Unicode.
 */
function charactersIn(channel: Channel, text: string): number {
  let characters = text.length;
  if (channel === "sms") return characters;
  for (let i = 0; i < text.length; i++) if ((text.charCodeAt(i) & 0xfc00) === 0xdc00) characters--;
  return characters;
}

/** Returns the UTF-8 bytes of a text inside a JSON string, without the quotation marks. */
const jsonBytes = (text: string) => Buffer.byteLength(JSON.stringify(text)) - 2;
