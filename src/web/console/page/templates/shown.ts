import type { CardMedia, Content, RenderedSuggestion } from "../../../../client";
import type { Localization } from "../parts/reasons";
import type { Texts } from "../texts/en/index";
import { contentOf } from "./conversion";
import type { RuleDraft, TemplateDraft } from "./draft";

/**
 * Returns the label and the text of each field that a template's draft would save, to compare two versions.
 * `nameOf` returns a file's or template's name by its id.
 */
export function shownDraft(
  draft: TemplateDraft,
  localization: Localization,
  nameOf: (id: string) => string,
): readonly (readonly [name: string, value: string])[] {
  const { t, format } = localization;
  const { name, purpose, validity_seconds: validity, follow_ups } = draft;
  const content = contentOf(draft);
  const cards = cardsOf(content);
  const texts = content.type === "text" ? content.text : numbered(cards.map(textOfCard));
  const files =
    content.type === "audio"
      ? nameOf(content.file_id)
      : numbered(cards.map(({ media }) => mediaText(media, t, nameOf)));
  const own = content.type === "audio" ? [] : content.suggestions;
  return [
    [t.common.name, name],
    [t.messages.purpose, t.purpose[purpose]],
    [t.templates.form, formText(content, t)],
    [t.templates.forms.text, texts],
    [t.templates.media, files],
    [t.templates.suggestions, buttonsText(own, t)],
    [t.templates.cardSuggestions, numbered(cards.map(({ suggestions }) => buttonsText(suggestions, t)))],
    [t.validity.name, validity === null ? t.validity.none : format.exactSpan(validity)],
    [t.templates.followUps, joined(follow_ups.map((rule) => ruleText(rule, localization, nameOf)))],
  ];
}

type Card = Extract<Content, { type: "card" }>["card"];

const joined = (texts: readonly string[]): string => texts.filter(Boolean).join(" · ");

function formText(content: Content, t: Texts): string {
  const form = t.templates.forms[content.type];
  switch (content.type) {
    case "text":
      return joined([form, content.encoding === "gsm7" ? t.content.gsm7 : ""]);
    case "card":
      return joined([form, t.templates.orientations[content.orientation]]);
    case "carousel":
      return joined([form, t.templates.widths[content.card_width]]);
    case "audio":
      return form;
  }
}

export function cardsOf(content: Content): readonly Card[] {
  if (content.type === "card") return [content.card];
  return content.type === "carousel" ? content.cards : [];
}

/** Numbers the texts of cards by their card's position, and joins them. Omits empty texts. */
const numbered = (texts: readonly string[]): string =>
  joined(texts.map((text, index) => (text === "" ? "" : `${index + 1}. ${text}`)));

/** Returns a card's title and description, joined by a dash even if one is missing; empty if both are. */
const textOfCard = ({ title = "", description = "" }: Card): string =>
  title + description === "" ? "" : `${title} – ${description}`.trim();

const mediaText = (media: CardMedia | undefined, t: Texts, nameOf: (id: string) => string): string =>
  media
    ? [nameOf(media.file_id), t.templates.heights[media.height], media.alt_text ?? ""]
        .filter(Boolean)
        .join(", ")
    : "";

const buttonsText = (suggestions: readonly RenderedSuggestion[] = [], t: Texts): string =>
  joined(suggestions.map((one) => suggestionText(one, t)));

function suggestionText(suggestion: RenderedSuggestion, t: Texts): string {
  const { type, text, postback_data, ...target } = suggestion;
  const data = postback_data === text ? [] : [postback_data];
  return `${text} (${[t.content.does[type], ...Object.values(target), ...data].join(", ")})`;
}

const ruleText = (
  { on, after_seconds, template_id }: RuleDraft,
  { t, format }: Localization,
  nameOf: (id: string) => string,
): string =>
  `${t.templates.edge(
    on.map((outcome) => t.templates.outcomes[outcome]).join(t.templates.or),
    after_seconds === 0 ? null : format.exactSpan(after_seconds),
  )} → ${nameOf(template_id)}`;
