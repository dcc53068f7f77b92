// Elements of RCS content: cards, carousels and suggestions.

import { el, icon } from "./dom.mjs";
import { dateAndTime, webAddress } from "./format.mjs";
import { mediaBox } from "./media.mjs";

/** @import { Card, Content, LoadMedia, Suggestion } from "./types.mjs" */
/** @import { IconName } from "./dom.mjs" */

/**
 * @typedef {object} SuggestionActions
 * @property {LoadMedia} load
 * @property {(suggestion: Suggestion, index: number) => void} tap
 */

/** Attributes of message texts. `lang` is Portuguese, for screen readers, because most texts are. */
export const WORDS = { lang: "pt-BR", dir: "auto" };

/** @type {Record<Suggestion["type"], { icon: IconName, does: string }>} */
const KINDS = {
  reply: { icon: "reply", does: "Reply" },
  open_url: { icon: "link", does: "Open link" },
  dial: { icon: "call", does: "Call" },
  view_location: { icon: "place", does: "Show location" },
  share_location: { icon: "place", does: "Share location" },
  create_calendar_event: { icon: "calendar", does: "Add to calendar" },
};

/**
 * Returns what a real phone would do on a tap; null if the page performs the action.
 * @param {Suggestion} suggestion
 */
export function effectOf(suggestion) {
  switch (suggestion.type) {
    case "reply":
      return null;
    case "open_url":
      return webAddress(suggestion.url) === null
        ? `Only http and https addresses are opened, not ${suggestion.url}`
        : null;
    case "dial":
      return `The phone would now call ${suggestion.phone}.`;
    case "view_location": {
      const place = `${suggestion.latitude}, ${suggestion.longitude}`;
      return `The phone would now show ${suggestion.label ? `${suggestion.label} (${place})` : place} on a map.`;
    }
    case "share_location":
      return "The phone would now send its location.";
    case "create_calendar_event": {
      const { title, start_at = "", end_at = "" } = suggestion;
      return `The phone would now add “${title}” to the calendar, from ${dateAndTime(start_at)} to ${dateAndTime(end_at)}.`;
    }
  }
}

/**
 * @param {readonly Suggestion[] | undefined} suggestions
 * @param {number} first index of the first suggestion within the message
 * @param {SuggestionActions} actions
 */
function suggestionList(suggestions, first, actions) {
  if (!suggestions?.length) return null;
  const items = suggestions.map((suggestion, index) => {
    const kind = KINDS[suggestion.type];
    const attributes = { class: "suggestion", onclick: () => actions.tap(suggestion, first + index) };
    const label = [
      icon(kind.icon),
      el("span", { class: "unseen" }, `${kind.does}: `),
      el("span", WORDS, suggestion.text),
    ];
    const address = suggestion.type === "open_url" ? webAddress(suggestion.url) : null;
    return el(
      "li",
      {},
      address === null
        ? el("button", { type: "button", ...attributes }, ...label)
        : el("a", { href: address, target: "_blank", rel: "noopener noreferrer", ...attributes }, ...label),
    );
  });
  return el("ul", { class: "suggestions", "aria-label": "Suggestions" }, ...items);
}

/**
 * @param {Card} card
 * @param {number} first
 * @param {SuggestionActions} actions
 * @param {string} shape
 */
function cardBox(card, first, actions, shape) {
  const { title, description, media, suggestions } = card;
  const what = title ?? "the card";
  return el(
    "div",
    { class: `card ${shape}` },
    media && mediaBox(actions.load, media.file_id, { class: media.height, what }),
    el(
      "div",
      { class: "card-body" },
      title && el("p", { class: "card-title", ...WORDS }, title),
      description && el("p", { class: "card-description", ...WORDS }, description),
      suggestionList(suggestions, first, actions),
    ),
  );
}

/**
 * @param {Extract<Content, { type: "carousel" }>} content
 * @param {SuggestionActions} actions
 */
function carouselBox({ cards, card_width }, actions) {
  let first = 0;
  const items = cards.map((card, index) => {
    const item = el(
      "li",
      { "aria-label": `Card ${index + 1} of ${cards.length}` },
      cardBox(card, first, actions, card_width),
    );
    first += card.suggestions?.length ?? 0;
    return item;
  });
  const list = el(
    "ul",
    { class: "carousel", tabindex: 0, "aria-label": `${cards.length} cards, side by side` },
    ...items,
  );
  /** @param {number} steps */
  const move = (steps) => {
    const width = (items[0]?.offsetWidth ?? 0) + 10;
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    list.scrollBy({ left: steps * width, behavior: calm ? "auto" : "smooth" });
  };
  /** @param {string} label @param {string} sign @param {number} steps */
  const arrow = (label, sign, steps) =>
    el("button", { type: "button", class: "arrow", "aria-label": label, onclick: () => move(steps) }, sign);
  return el(
    "div",
    { class: "carousel-box" },
    list,
    el("div", { class: "arrows" }, arrow("Previous card", "‹", -1), arrow("Next card", "›", 1)),
  );
}

/**
 * @param {Exclude<Content, { type: "audio" }>} content
 * @param {SuggestionActions} actions
 * @returns {HTMLElement[]}
 */
export function richContent(content, actions) {
  /** @param {number} first */
  const own = (first) => {
    const list = suggestionList(content.suggestions, first, actions);
    return list ? [list] : [];
  };
  switch (content.type) {
    case "text":
      return [el("p", { class: "bubble", ...WORDS }, content.text), ...own(0)];
    case "card": {
      const { card, orientation } = content;
      return [cardBox(card, 0, actions, orientation), ...own(card.suggestions?.length ?? 0)];
    }
    case "carousel": {
      const count = content.cards.reduce((sum, { suggestions }) => sum + (suggestions?.length ?? 0), 0);
      return [carouselBox(content, actions), ...own(count)];
    }
  }
}
