import { limits } from "../../generated/server/values";
import { dialNumber } from "./phone";
import { MAX_SMS_SEGMENTS, smsSegments } from "./segments";
import type { FieldProblem } from "../platform/problem";
import { parseTimestamp } from "../platform/time";
import {
  bytesOfContent,
  type ContentProblem,
  contentSizer,
  type ContentSize,
  MAX_RCS_BYTES,
} from "./content-size";
import { cardsOf, suggestionsOf } from "./content-parts";
import { forEachText, mapTexts, type TextPart } from "./content-texts";
import type { Channel } from "./channel";
import { notEncodable, toGsm7, withoutCounterpart } from "./gsm7-text";
import type { CardBody, Content, Suggestion } from "./content-types";
import { invalidPlaceholders, placeholderProblem } from "./invalid-placeholders";
import { fillText, parseText, variablesIn, type CompiledText, type Values } from "./variables";

export type * from "./content-types";

/** Parts that a recipient does not see. */
const UNREAD_PARTS: ReadonlySet<TextPart> = new Set(["URL", "postback data"]);

export interface CompiledContent {
  /** Distinct variables in reading order, each as spelled at its first use. */
  readonly variables: string[];
  /**
   * Returns the size of the rendered content or the problem. Renders the content only to transliterate it.
   */
  measure(values: Values): ContentSize | { notEncodable: string };
  /** Returns the content with all values filled in, or the problem. Does not change the compiled content. */
  render(values: Values): Rendered;
}

export type Rendered =
  | {
      content: Content;
      bytes: number;
      /**
       * Number of segments of an SMS before its transliteration; absent unless the content requests GSM-7.
       */
      segmentsAsWritten?: number;
    }
  | ContentProblem
  | { notEncodable: string };

/** Compiles content for rendering to many recipients. Without variables, all recipients share one object. */
export function compileContent(channel: Channel, content: Content): CompiledContent {
  const compiled = compileAsWritten(channel, content);
  return isGsm7(content) ? transliterated(compiled) : compiled;
}

/**
 * Returns the content with empty values, even if it is too long; null if it cannot be transliterated. Values
 * only make it longer.
 */
export function shortestContent(content: Content): Content | null {
  const literals = mapTexts(content, (text) => parseText(text).literals.join(""));
  if (!isGsm7(content) || literals.type !== "text") return literals;
  const encoded = toGsm7(literals.text);
  return "notEncodable" in encoded ? null : { ...literals, text: encoded.text };
}

function transliterated({ variables, render }: CompiledContent): CompiledContent {
  const renderGsm7 = (values: Values): Rendered => {
    const rendered = render(values);
    if (!("content" in rendered) || rendered.content.type !== "text") return rendered;
    const encoded = toGsm7(rendered.content.text);
    if ("notEncodable" in encoded) return { notEncodable: encoded.notEncodable };
    const { text, segmentsAsWritten } = encoded;
    const content = { ...rendered.content, text };
    return { content, bytes: bytesOfContent(content), segmentsAsWritten };
  };
  const shared = variables.length === 0 ? renderGsm7(() => undefined) : null;
  const renderOne = (values: Values) => shared ?? renderGsm7(values);
  return { variables, measure: renderOne, render: renderOne };
}

function compileAsWritten(channel: Channel, content: Content): CompiledContent {
  const texts = textsOf(content);
  const variables = variablesIn(texts);
  const measure = contentSizer(channel, content);
  if (variables.length === 0) {
    const size = measure(() => undefined);
    return { variables, measure: () => size, render: () => ("bytes" in size ? { content, ...size } : size) };
  }
  return {
    variables,
    measure,
    render(values) {
      const size = measure(values);
      if (!("bytes" in size)) return size;
      let next = 0;
      const rendered = mapTexts(content, () => fillText(texts[next++] as CompiledText, values, []));
      return { content: rendered, ...size };
    },
  };
}

function textsOf(content: Content): CompiledText[] {
  const texts: CompiledText[] = [];
  forEachText(content, (text) => texts.push(parseText(text)));
  return texts;
}

const isGsm7 = (content: Content) => "encoding" in content && content.encoding === "gsm7";

export const variablesOf = (content: Content): string[] => variablesIn(textsOf(content));

export function fileIdsOf(content: Content): string[] {
  if (content.type === "audio") return [content.file_id];
  return [...new Set(cardsOf(content).flatMap(({ card }) => card.media?.file_id ?? []))];
}

/** Returns the texts that a recipient sees, one per line, for searching. A voice message has none. */
export function plainText(content: Content): string {
  const lines: string[] = [];
  forEachText(content, (text, part) => {
    if (!UNREAD_PARTS.has(part)) lines.push(text);
  });
  return lines.join("\n");
}

const CHANNEL_TYPES: Readonly<Record<Channel, readonly Content["type"][]>> = {
  sms: ["text"],
  rcs: ["text", "card", "carousel"],
  voice: ["audio"],
};

/**
 * Returns the problems of unrendered content that a JSON schema cannot express: rules of the channel and
 * rules between fields. `checkRendered` checks texts with placeholders after rendering. `isStored` means that
 * the texts are stored already. Invalid placeholders in them are then accepted.
 */
export function checkContent(
  channel: Channel,
  content: Content,
  { isStored = false }: { isStored?: boolean } = {},
): FieldProblem[] {
  const types = CHANNEL_TYPES[channel];
  if (!types.includes(content.type)) {
    return [{ field: "content.type", message: `must be ${types.join(" or ")} for the channel ${channel}` }];
  }
  const problems =
    channel === "sms"
      ? checkSms(content)
      : [
          ...(isGsm7(content)
            ? [{ field: "content.encoding", message: "must be auto, except in an SMS" }]
            : []),
          ...cardsOf(content).flatMap(({ path, card }) =>
            checkCard(`content.${path}`, card, content.type === "carousel"),
          ),
          ...suggestionsOf(content).flatMap(({ path, suggestion }) =>
            checkSuggestion(`content.${path}`, suggestion),
          ),
        ];
  const placeholders = isStored ? [] : checkPlaceholders(content);
  return [...problems, ...checkVariables(content), ...placeholders, ...checkSize(content)];
}

function checkSize(content: Content): FieldProblem[] {
  const bytes = bytesOfContent(content);
  if (bytes <= MAX_RCS_BYTES) return [];
  return [{ field: "content", message: `is ${bytes} bytes as JSON, at most ${MAX_RCS_BYTES} are allowed` }];
}

/** Maximum distinct placeholders of a content, equal to the maximum values of a recipient. */
export const MAX_VARIABLES = limits.Variables.maxProperties;

/** Maximum suggestions of one content, including the suggestions of its cards. */
export const MAX_SUGGESTIONS =
  limits.CarouselContent.cards.maxItems * limits.Card.suggestions.maxItems +
  limits.MessageSuggestions.maxItems;

function checkVariables(content: Content): FieldProblem[] {
  const names = variablesOf(content).length;
  if (names <= MAX_VARIABLES) return [];
  return [
    {
      field: "content",
      message: `has ${names} different placeholders, at most ${MAX_VARIABLES} are allowed`,
    },
  ];
}

function checkPlaceholders(content: Content): FieldProblem[] {
  const problems = altTextsOf(content)
    .filter(({ text }) => hasPlaceholder(text))
    .map(({ path }) => ({ field: `content.${path}`, message: "must have no placeholders" }));
  forEachText(content, (text, _, path) => {
    for (const invalid of invalidPlaceholders(text)) {
      problems.push({ field: `content.${path}`, message: placeholderProblem(invalid) });
    }
  });
  return problems;
}

function checkSms(content: Content): FieldProblem[] {
  const problems: FieldProblem[] = [];
  if ("suggestions" in content) {
    problems.push({ field: "content.suggestions", message: "are not possible in an SMS" });
  }
  const problem = smsTextProblem(content);
  if (problem !== null) problems.push({ field: "content.text", message: problem });
  return problems;
}

/**
 * Returns the problem of an SMS text; null without one. For a text with placeholders, checks only the
 * literals.
 */
function smsTextProblem(content: Content): string | null {
  const tooLong = `needs more than ${MAX_SMS_SEGMENTS} segments`;
  const isTooLong = (one: Content) => checkRendered("sms", one)?.code === "content_too_long";
  if (variablesOf(content).length > 0) {
    const literals = textsOf(content).flatMap((text) => text.literals);
    const characters = isGsm7(content) ? withoutCounterpart(literals.join("")) : [];
    if (characters.length > 0) return notEncodable(characters);
    const shortest = shortestContent(content);
    return shortest !== null && isTooLong(shortest) ? tooLong : null;
  }
  const rendered = compileContent("sms", content).render(() => undefined);
  if ("notEncodable" in rendered) return rendered.notEncodable;
  return !("content" in rendered) || isTooLong(rendered.content) ? tooLong : null;
}

const altTextsOf = (content: Content) =>
  cardsOf(content).map(({ path, card }) => ({
    path: `${path}.media.alt_text`,
    text: card.media?.alt_text ?? "",
  }));

/** Returns whether two contents have the same texts in the same fields, alt texts included. */
export function hasSameTexts(one: Content, other: Content): boolean {
  const allTexts = (content: Content): string => {
    const texts: string[] = [];
    forEachText(content, (text, _, path) => texts.push(path, text));
    return JSON.stringify([texts, altTextsOf(content)]);
  };
  return allTexts(one) === allTexts(other);
}

/** Returns whether a text has a placeholder, with a valid name or not. */
export const hasPlaceholder = (text: string): boolean =>
  parseText(text).names.length > 0 || invalidPlaceholders(text).length > 0;

function checkCard(path: string, card: CardBody, inCarousel: boolean): FieldProblem[] {
  const problems: FieldProblem[] = [];
  if (isEmptyCard(card)) problems.push({ field: path, message: "needs a title, a description or media" });
  if (inCarousel && card.media?.height === "tall") {
    problems.push({ field: `${path}.media.height`, message: "must be short or medium in a carousel" });
  }
  return problems;
}

function checkSuggestion(path: string, suggestion: Suggestion): FieldProblem[] {
  switch (suggestion.type) {
    case "open_url":
      if (canBecomeWebAddress(suggestion.url)) return [];
      return [{ field: `${path}.url`, message: "must be an http or https URL" }];
    case "dial":
      if (dialNumber(suggestion.phone) !== null) return [];
      return [{ field: `${path}.phone`, message: "is not a valid phone number" }];
    case "create_calendar_event":
      if (parseTimestamp(suggestion.end_at) > parseTimestamp(suggestion.start_at)) return [];
      return [{ field: `${path}.end_at`, message: "must be after start_at" }];
    default:
      return [];
  }
}

export const isWebAddress = (url: string) => /^https?:\/\//i.test(url) && URL.canParse(url);

/**
 * Returns whether values can make a text an http or https URL. `1` stands in for each placeholder, because it
 * is valid as host, port and path. A text that begins with a placeholder is accepted.
 */
function canBecomeWebAddress(text: string): boolean {
  const { literals } = parseText(text);
  return (literals[0] === "" && literals.length > 1) || isWebAddress(literals.join("1"));
}

export interface RenderedProblem {
  code: "empty_content" | "content_too_long" | "not_encodable" | "missing_variable";
  message: string;
}

/**
 * Returns the problem that prevents sending rendered content; null without one. Problems are empty content,
 * too many SMS segments, and a value that makes a URL invalid. `measure` checks the lengths. With
 * `hidesContacts`, the content has placeholders instead of the values of contacts, so a URL may begin with a
 * placeholder.
 */
export function checkRendered(
  channel: Channel,
  content: Content,
  { hidesContacts = false }: { hidesContacts?: boolean } = {},
): RenderedProblem | null {
  if (isEmpty(content)) return { code: "empty_content", message: "nothing is left of the content" };
  if (channel === "rcs") return checkRenderedSuggestions(content, hidesContacts);
  if (content.type !== "text" || content.text.length <= MAX_SMS_SEGMENTS) return null;
  const { segments } = smsSegments(content.text);
  if (segments <= MAX_SMS_SEGMENTS) return null;
  return { code: "content_too_long", message: `${segments} segments, at most ${MAX_SMS_SEGMENTS} are sent` };
}

function checkRenderedSuggestions(content: Content, hidesContacts: boolean): RenderedProblem | null {
  const isAddress = hidesContacts ? canBecomeWebAddress : isWebAddress;
  for (const { suggestion } of suggestionsOf(content)) {
    if (isBlank(suggestion.text)) {
      return { code: "empty_content", message: "nothing is left of a suggestion's text" };
    }
    if (suggestion.type === "open_url" && !isAddress(suggestion.url)) {
      return { code: "missing_variable", message: "a value makes no http or https URL of a suggestion's" };
    }
  }
  return null;
}

function isEmpty(content: Content): boolean {
  if (content.type === "text") return isBlank(content.text);
  return cardsOf(content).some(({ card }) => isEmptyCard(card));
}

function isEmptyCard(card: CardBody): boolean {
  return card.media === undefined && isBlank(card.title) && isBlank(card.description);
}

/** Characters that a recipient can see. U+2800 is the empty Braille pattern. */
const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}\u2800]/u;

function isBlank(text: string | undefined): boolean {
  return text === undefined || !VISIBLE.test(text);
}
