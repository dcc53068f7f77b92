import { limits } from "../../../../../generated/server/values";
import { useTexts } from "../texts/language";
import { EncodedSize } from "../parts/sms-size";
import { changed, type ContentDraft, emptyCard, FORMS, type TemplateDraft, type CardDraft } from "./draft";
import { FileChoice } from "./file-choice";
import { Part, TextField, useFault } from "./fields";
import { Order, Suggestions } from "./suggestions";
import { FaultText, InputField, SelectField } from "../parts/form";
import { useEntries } from "./use-entries";
import type { CardMedia } from "../../../../client";

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
          label={t.templates.kinds.audio}
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

interface CardProps {
  path: string;
  card: CardDraft;
  isInCarousel: boolean;
  onChange(changes: Partial<CardDraft>): void;
}

function CardFields({ path, card, isInCarousel, onChange }: CardProps) {
  const { t } = useTexts();
  const fault = useFault(path);
  const heightFault = useFault(`${path}.media.height`);
  const altTextFault = useFault(`${path}.media.alt_text`);
  const { media } = card;
  const heights = isInCarousel ? (["short", "medium"] as const) : (["short", "medium", "tall"] as const);
  return (
    <>
      <FaultText of={fault} />
      <FileChoice
        label={t.templates.media}
        path={`${path}.media.file_id`}
        fileId={media?.file_id ?? ""}
        kinds={["image", "video"]}
        onFile={(file_id) => onChange({ media: { ...media, file_id, height: media?.height ?? "medium" } })}
        onRemove={() => onChange({ media: null })}
      />
      {media !== null && (
        <InputField
          label={t.templates.altText}
          fault={altTextFault}
          type="text"
          maxLength={limits.CardMedia.alt_text.maxLength}
          value={media.alt_text ?? ""}
          onValue={(text) => onChange({ media: withAltText(media, text) })}
        />
      )}
      {media !== null && (
        <SelectField<CardMedia["height"]>
          label={t.templates.height}
          fault={heightFault}
          value={media.height}
          options={heights.map((height) => [height, t.templates.heights[height]] as const)}
          onValue={(height) => onChange({ media: { ...media, height } })}
        />
      )}
      <TextField
        label={t.templates.field.title}
        path={`${path}.title`}
        value={card.title}
        onValue={(title) => onChange({ title })}
        maxLength={limits.Card.title.maxLength}
        isLine
      />
      <TextField
        label={t.templates.field.description}
        path={`${path}.description`}
        value={card.description}
        onValue={(description) => onChange({ description })}
        maxLength={limits.Card.description.maxLength}
      />
      <Suggestions
        label={t.templates.cardSuggestions}
        path={`${path}.suggestions`}
        max={limits.Card.suggestions.maxItems}
        suggestions={card.suggestions}
        onChange={(suggestions) => onChange({ suggestions })}
      />
    </>
  );
}

function withAltText({ alt_text: _, ...media }: CardMedia, text: string): CardMedia {
  return text === "" ? media : { ...media, alt_text: text };
}
