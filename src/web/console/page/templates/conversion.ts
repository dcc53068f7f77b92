import type { Content, FollowUpRuleInput, RenderedSuggestion, Template } from "../../../../client";
import { encodingOf } from "../parts/encoding";
import {
  type CardDraft,
  type ContentDraft,
  EMPTY_CONTENT,
  emptyCard,
  emptySuggestion,
  type SuggestionDraft,
  type TemplateDraft,
} from "./draft";

export const draftOf = ({ content, follow_ups, ...template }: Template): TemplateDraft => ({
  name: template.name,
  channel: template.channel,
  purpose: template.purpose,
  content: contentDraftOf(content),
  validity_seconds: template.validity_seconds,
  follow_ups: follow_ups.map(({ on, after_seconds, template_id }) => ({
    on: [...on],
    after_seconds,
    template_id,
  })),
});

function contentDraftOf(content: Content): ContentDraft {
  const base = { ...EMPTY_CONTENT, form: content.type };
  const draftOfCard = (card: Card): CardDraft => ({
    title: card.title ?? "",
    description: card.description ?? "",
    media: card.media ?? null,
    suggestions: (card.suggestions ?? []).map(suggestionDraftOf),
  });
  switch (content.type) {
    case "audio":
      return { ...base, file_id: content.file_id };
    case "text":
      return {
        ...base,
        text: content.text,
        encoding: content.encoding ?? "auto",
        suggestions: (content.suggestions ?? []).map(suggestionDraftOf),
      };
    case "card": {
      const { orientation, card, suggestions = [] } = content;
      return {
        ...base,
        orientation,
        suggestions: suggestions.map(suggestionDraftOf),
        cards: [draftOfCard(card), emptyCard()],
      };
    }
    case "carousel": {
      const { card_width, cards, suggestions = [] } = content;
      return {
        ...base,
        card_width,
        suggestions: suggestions.map(suggestionDraftOf),
        cards: cards.map(draftOfCard),
      };
    }
  }
}

function suggestionDraftOf(suggestion: RenderedSuggestion): SuggestionDraft {
  const { type, text, postback_data, latitude, longitude, ...rest } = suggestion;
  return {
    ...emptySuggestion(),
    type,
    text,
    postback_data: postback_data === text ? "" : postback_data,
    ...rest,
    latitude: latitude === undefined ? "" : String(latitude),
    longitude: longitude === undefined ? "" : String(longitude),
  };
}

/** Converts a draft to a content. The service rejects the content of an incomplete draft. */
export function contentOf({ channel, content: draft }: Pick<TemplateDraft, "channel" | "content">): Content {
  const { form, text, orientation, card_width, cards, file_id } = draft;
  const below = channel === "rcs" ? suggestionsOf(draft.suggestions) : {};
  switch (form) {
    case "text":
      return { type: "text", text, ...encodingOf(channel, draft.encoding), ...below };
    case "audio":
      return { type: "audio", file_id };
    case "card":
      return { type: "card", orientation, card: cardOf(cards[0] ?? emptyCard()), ...below };
    case "carousel":
      return { type: "carousel", card_width, cards: cards.map(cardOf), ...below } as Content;
  }
}

type Card = Extract<Content, { type: "card" }>["card"];

function cardOf({ title, description, media, suggestions }: CardDraft): Card {
  const card = {
    ...(title === "" ? {} : { title }),
    ...(description === "" ? {} : { description }),
    ...(media === null ? {} : { media }),
    ...suggestionsOf(suggestions),
  };
  return card as Card;
}

const suggestionsOf = (drafts: readonly SuggestionDraft[]) =>
  drafts.length === 0 ? {} : { suggestions: drafts.map(suggestionOf) };

type Suggestion = NonNullable<Extract<Content, { type: "text" }>["suggestions"]>[number];

function suggestionOf(draft: SuggestionDraft): Suggestion {
  const { type, text, url, phone, label, title, description } = draft;
  const common = { text, postback_data: draft.postback_data || text };
  switch (type) {
    case "reply":
    case "share_location":
      return { type, ...common };
    case "open_url":
      return { type, ...common, url };
    case "dial":
      return { type, ...common, phone };
    case "view_location": {
      const place = { latitude: degrees(draft.latitude), longitude: degrees(draft.longitude) };
      return { type, ...common, ...place, ...(label === "" ? {} : { label }) };
    }
    case "create_calendar_event": {
      const { start_at, end_at } = draft;
      return { type, ...common, title, ...(description === "" ? {} : { description }), start_at, end_at };
    }
  }
}

/** Parses degrees of latitude or longitude, with a decimal point or comma; `NaN` for an invalid text. */
const degrees = (text: string): number => (text.trim() === "" ? Number.NaN : Number(text.replace(",", ".")));

/** Converts a template's draft to the request body that saves it. */
export const templateOf = (draft: TemplateDraft) => ({
  name: draft.name,
  purpose: draft.purpose,
  content: contentOf(draft),
  validity_seconds: draft.validity_seconds,
  follow_ups: draft.follow_ups.map((rule): FollowUpRuleInput => ({ ...rule })),
});
