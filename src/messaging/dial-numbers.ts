import type { CardBody, Content, Suggestion } from "./content-types";
import { dialNumber } from "./phone";

/** Returns the content with the valid numbers of its `dial` suggestions in E.164. */
export function withDialNumbers(content: Content): Content {
  switch (content.type) {
    case "audio":
      return content;
    case "text":
      return { ...content, ...suggestionsOf(content) };
    case "card":
      return { ...content, card: cardOf(content.card), ...suggestionsOf(content) };
    case "carousel":
      return { ...content, cards: content.cards.map(cardOf), ...suggestionsOf(content) };
  }
}

const cardOf = (card: CardBody): CardBody => ({ ...card, ...suggestionsOf(card) });

function suggestionsOf(holder: Content | CardBody): { suggestions?: Suggestion[] } {
  if (!("suggestions" in holder) || holder.suggestions === undefined) return {};
  return {
    suggestions: holder.suggestions.map((one) =>
      one.type === "dial" ? { ...one, phone: dialNumber(one.phone) ?? one.phone } : one,
    ),
  };
}
