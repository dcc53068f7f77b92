import type { CardBody, Content, Suggestion } from "./content-types";

/** Role of a text, which determines its maximum length and whether searches include it. */
export type TextPart =
  | "text"
  | "title"
  | "description"
  | "suggestion text"
  | "event title"
  | "event description"
  | "location label"
  | "URL"
  | "postback data";

type TextMapper = (text: string, part: TextPart) => string;

/**
 * Returns a copy of the content with `map` applied to each templated text, in reading order. The order
 * depends only on the content's structure. A dial suggestion's number is not templated, because it is
 * validated before rendering.
 */
export function mapTexts(content: Content, map: TextMapper): Content {
  switch (content.type) {
    case "audio":
      return content;
    case "text":
      return { ...content, text: map(content.text, "text"), ...mapSuggestions(content, map) };
    case "card":
      return { ...content, card: mapCard(content.card, map), ...mapSuggestions(content, map) };
    case "carousel":
      return {
        ...content,
        cards: content.cards.map((card) => mapCard(card, map)),
        ...mapSuggestions(content, map),
      };
  }
}

function mapCard(card: CardBody, map: TextMapper): CardBody {
  return {
    ...card,
    ...(card.title !== undefined && { title: map(card.title, "title") }),
    ...(card.description !== undefined && { description: map(card.description, "description") }),
    ...mapSuggestions(card, map),
  };
}

function mapSuggestions(holder: Content | CardBody, map: TextMapper): { suggestions?: Suggestion[] } {
  if (!("suggestions" in holder) || holder.suggestions === undefined) return {};
  return { suggestions: holder.suggestions.map((suggestion) => mapSuggestion(suggestion, map)) };
}

function mapSuggestion(suggestion: Suggestion, map: TextMapper): Suggestion {
  const mapped = { ...suggestion, text: map(suggestion.text, "suggestion text") };
  switch (mapped.type) {
    case "open_url":
      mapped.url = map(mapped.url, "URL");
      break;
    case "view_location":
      if (mapped.label !== undefined) mapped.label = map(mapped.label, "location label");
      break;
    case "create_calendar_event":
      mapped.title = map(mapped.title, "event title");
      if (mapped.description !== undefined) mapped.description = map(mapped.description, "event description");
      break;
    case "reply":
    case "dial":
    case "share_location":
      break;
  }
  mapped.postback_data = map(mapped.postback_data, "postback data");
  return mapped;
}

/** Calls `see` for every templated text, in the same order as `mapTexts`. */
export function forEachText(content: Content, see: (text: string, part: TextPart) => void): void {
  mapTexts(content, (text, part) => {
    see(text, part);
    return text;
  });
}
