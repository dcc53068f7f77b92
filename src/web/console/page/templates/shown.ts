import type { CardMedia, Content, RenderedSuggestion } from "../../../../client";
import { spanText } from "../parts/units";
import type { Texts } from "../texts/en/index";
import { contentOf } from "./conversion";
import type { RuleDraft, TemplateDraft } from "./draft";

/** Returns all fields that a draft would save, as text for the comparison of two versions. */
export function shownDraft(
  draft: TemplateDraft,
  t: Texts,
): readonly (readonly [name: string, value: string])[] {
  const { name, purpose, validity_seconds: validity, follow_ups } = draft;
  const content = contentOf(draft);
  const cards = cardsOf(content);
  const texts = content.type === "text" ? [content.text] : cards.flatMap(textsOfCard);
  const files = content.type === "audio" ? [content.file_id] : cards.map(({ media }) => mediaText(media, t));
  const own = content.type === "audio" ? [] : (content.suggestions ?? []);
  const ofCards = cards.flatMap(({ suggestions = [] }) => suggestions);
  return [
    [t.common.name, name],
    [t.messages.purpose, t.purpose[purpose]],
    [t.templates.form, formText(content, t)],
    [t.templates.forms.text, joined(texts)],
    [t.templates.media, joined(files)],
    [t.templates.suggestions, joined(own.map((one) => suggestionText(one, t)))],
    [t.templates.cardSuggestions, joined(ofCards.map((one) => suggestionText(one, t)))],
    [t.validity.name, validity === null ? t.validity.none : spanText(validity, t)],
    [t.templates.followUps, joined(follow_ups.map((rule) => ruleText(rule, t)))],
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

function cardsOf(content: Content): readonly Card[] {
  if (content.type === "card") return [content.card];
  return content.type === "carousel" ? content.cards : [];
}

const textsOfCard = ({ title = "", description = "" }: Card): string[] => [title, description];

const mediaText = (media: CardMedia | undefined, t: Texts): string =>
  media
    ? [media.file_id, t.templates.heights[media.height], media.alt_text ?? ""].filter(Boolean).join(", ")
    : "";

function suggestionText(suggestion: RenderedSuggestion, t: Texts): string {
  const { type, text, postback_data, ...target } = suggestion;
  const data = postback_data === text ? [] : [postback_data];
  return `${text} (${[t.content.does[type], ...Object.values(target), ...data].join(", ")})`;
}

const ruleText = ({ on, after_seconds, template_id }: RuleDraft, t: Texts): string =>
  `${t.templates.edge(
    on.map((outcome) => t.templates.outcomes[outcome]).join(t.templates.or),
    after_seconds === 0 ? null : spanText(after_seconds, t),
  )} → ${template_id}`;
