import type { Shown } from "../parts/conflict";
import type { Texts } from "../texts/en/index";
import { spanText } from "../parts/units";
import type { TemplateDraft } from "./draft";

/** Returns the fields of a draft as text, for the comparison of two versions. */
export function shownDraft(
  { name, purpose, content, validity_seconds: validity, follow_ups }: TemplateDraft,
  t: Texts,
): Shown {
  const parts =
    content.form === "text" ? [{ ...content, title: "", description: content.text }] : content.cards;
  const texts = parts.flatMap(({ title, description }) => [title, description]);
  const buttons = [content, ...content.cards].flatMap(({ suggestions }) =>
    suggestions.map(({ text }) => text),
  );
  return [
    [t.common.name, name],
    [t.messages.purpose, t.purpose[purpose]],
    [t.templates.forms.text, texts.filter(Boolean).join(" · ")],
    [t.validity.name, validity === null ? t.validity.none : spanText(validity, t)],
    [t.templates.suggestions, buttons.join(" · ")],
    [t.templates.followUps, String(follow_ups.length)],
  ];
}
