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

/** `path` is the field's place in the content, such as `cards[0].title`. */
type TextMapper = (text: string, part: TextPart, path: string) => string;

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
      return { ...content, text: map(content.text, "text", "text"), ...mapSuggestions(content, map, "") };
    case "card":
      return { ...content, card: mapCard(content.card, map, "card."), ...mapSuggestions(content, map, "") };
    case "carousel":
      return {
        ...content,
        cards: content.cards.map((card, index) => mapCard(card, map, `cards[${index}].`)),
        ...mapSuggestions(content, map, ""),
      };
  }
}

function mapCard(card: CardBody, map: TextMapper, path: string): CardBody {
  const { title, description } = card;
  return {
    ...card,
    ...(title !== undefined && { title: map(title, "title", `${path}title`) }),
    ...(description !== undefined && { description: map(description, "description", `${path}description`) }),
    ...mapSuggestions(card, map, path),
  };
}

function mapSuggestions(
  holder: Content | CardBody,
  map: TextMapper,
  path: string,
): { suggestions?: Suggestion[] } {
  if (!("suggestions" in holder) || holder.suggestions === undefined) return {};
  return {
    suggestions: holder.suggestions.map((suggestion, index) =>
      mapSuggestion(suggestion, (text, part, field) =>
        map(text, part, `${path}suggestions[${index}].${field}`),
      ),
    ),
  };
}

function mapSuggestion(suggestion: Suggestion, map: TextMapper): Suggestion {
  const mapped = { ...suggestion, text: map(suggestion.text, "suggestion text", "text") };
  switch (mapped.type) {
    case "open_url":
      mapped.url = map(mapped.url, "URL", "url");
      break;
    case "view_location":
      if (mapped.label !== undefined) mapped.label = map(mapped.label, "location label", "label");
      break;
    case "create_calendar_event":
      mapped.title = map(mapped.title, "event title", "title");
      if (mapped.description !== undefined)
        mapped.description = map(mapped.description, "event description", "description");
      break;
    case "reply":
    case "dial":
    case "share_location":
      break;
  }
  mapped.postback_data = map(mapped.postback_data, "postback data", "postback_data");
  return mapped;
}

/** Calls `see` for every templated text, in the same order as `mapTexts`. */
export function forEachText(
  content: Content,
  see: (text: string, part: TextPart, path: string) => void,
): void {
  mapTexts(content, (text, part, path) => {
    see(text, part, path);
    return text;
  });
}
