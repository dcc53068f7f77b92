import { limits } from "../../../../../generated/server/values";
import { useTexts } from "../texts/language";
import { EncodedSize } from "../parts/sms-encoding";
import { CardFields } from "./card";
import { changed, type ContentDraft, emptyCard, FORMS, type TemplateDraft } from "./draft";
import { FileChoice } from "./file-choice";
import { Part } from "./part";
import { Order, Suggestions } from "./suggestions";
import { TextField } from "./text-field";
import { SelectField } from "../parts/field";
import { useEntries } from "./use-entries";

interface Props {
  draft: TemplateDraft;
  onChange(changes: Partial<ContentDraft>): void;
}

export function ContentFields({ draft, onChange }: Props) {
  const { t } = useTexts();
  const { channel, content } = draft;
  const forms = FORMS[channel];
  const choice = <Name extends "form" | "orientation" | "card_width">(
    name: Name,
    options: readonly ContentDraft[Name][],
    words: Readonly<Record<string, string>>,
  ) => (
    <SelectField<string>
      label={t.templates[name]}
      value={content[name]}
      options={options.map((option) => [option, words[option] ?? ""] as const)}
      onValue={(option) => onChange({ [name]: option })}
    />
  );
  return (
    <>
      {forms.length > 1 && choice("form", forms, t.templates.forms)}
      {content.form === "text" && (
        <TextField
          label={t.send.text}
          path="content.text"
          hint={t.content.placeholders}
          value={content.text}
          onValue={(text) => onChange({ text })}
          maxLength={limits.TextContent.text.maxLength}
          required
          isSms={channel === "sms" && content.encoding !== "gsm7"}
          below={channel === "sms" ? <EncodedSize text={content.text} encoding={content.encoding} /> : null}
        />
      )}
      {content.form === "audio" && (
        <FileChoice
          label={t.content.recording}
          path="content.file_id"
          fileId={content.file_id}
          kinds={["audio"]}
          onFile={(file_id) => onChange({ file_id })}
        />
      )}
      {content.form === "card" && (
        <>
          {choice("orientation", ["vertical", "horizontal"], t.templates.orientations)}
          <CardFields
            path="content.card"
            card={content.cards[0] ?? emptyCard()}
            isInCarousel={false}
            onChange={(changes) => onChange({ cards: changed(content.cards, 0, changes) })}
          />
        </>
      )}
      {content.form === "carousel" && (
        <>
          {choice("card_width", ["small", "medium"], t.templates.widths)}
          <Carousel content={content} onChange={onChange} />
        </>
      )}
      {channel === "rcs" && (
        <Suggestions
          label={t.templates.suggestions}
          path="content.suggestions"
          max={limits.MessageSuggestions.maxItems}
          suggestions={content.suggestions}
          onChange={(suggestions) => onChange({ suggestions })}
        />
      )}
    </>
  );
}

function Carousel({ content, onChange }: { content: ContentDraft; onChange: Props["onChange"] }) {
  const { t } = useTexts();
  const { cards } = content;
  const { minItems, maxItems } = limits.CarouselContent.cards;
  const entries = useEntries(cards, (changed) => onChange({ cards: changed }));
  return (
    <>
      {entries.map((entry) => (
        <Part
          key={entry.key}
          path={`content.cards[${entry.index}]`}
          title={`${t.templates.cardOf(entry.index + 1)} ${entry.value.title}`}
          isOpen={entry.index === 0}
        >
          <CardFields
            path={`content.cards[${entry.index}]`}
            card={entry.value}
            isInCarousel
            onChange={entry.change}
          />
          <Order of={entry} least={minItems} />
        </Part>
      ))}
      {cards.length < maxItems && (
        <p>
          <button type="button" onClick={() => onChange({ cards: [...cards, emptyCard()] })}>
            {t.templates.addCard}
          </button>
        </p>
      )}
    </>
  );
}
