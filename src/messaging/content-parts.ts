import type { CardBody, Content, Suggestion } from "./content-types";

/** Returns the cards of a content with their paths below the content, such as `cards[1]`. */
export function cardsOf(content: Content): { path: string; card: CardBody }[] {
  if (content.type === "card") return [{ path: "card", card: content.card }];
  if (content.type !== "carousel") return [];
  return content.cards.map((card, index) => ({ path: `cards[${index}]`, card }));
}

/**
 * Returns all suggestions of a content in reading order, those of the cards first, with their paths below the
 * content, such as `cards[1].suggestions[0]`.
 */
export function suggestionsOf(content: Content): { path: string; suggestion: Suggestion }[] {
  const at = (path: string, suggestions: readonly Suggestion[] = []) =>
    suggestions.map((suggestion, index) => ({ path: `${path}suggestions[${index}]`, suggestion }));
  const own = "suggestions" in content ? at("", content.suggestions) : [];
  return [...cardsOf(content).flatMap(({ path, card }) => at(`${path}.`, card.suggestions)), ...own];
}
