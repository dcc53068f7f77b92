import type { CardBody, Content, Suggestion } from "./content-types";

/** Returns a copy of the content with `map` applied to each suggestion, also in its cards. */
export function mapSuggestions(content: Content, map: (suggestion: Suggestion) => Suggestion): Content {
  const mapped = (holder: Content | CardBody): { suggestions?: Suggestion[] } =>
    "suggestions" in holder && holder.suggestions !== undefined
      ? { suggestions: holder.suggestions.map(map) }
      : {};
  const cardOf = (card: CardBody): CardBody => ({ ...card, ...mapped(card) });
  switch (content.type) {
    case "audio":
      return content;
    case "text":
      return { ...content, ...mapped(content) };
    case "card":
      return { ...content, card: cardOf(content.card), ...mapped(content) };
    case "carousel":
      return { ...content, cards: content.cards.map(cardOf), ...mapped(content) };
  }
}
