import { limits } from "../../../../../generated/server/values";
import type { CardMedia } from "../../../../client";
import { useTexts } from "../texts/language";
import { useFault } from "./context";
import type { CardDraft } from "./draft";
import { FileChoice } from "./file-choice";
import { Suggestions } from "./suggestions";
import { TextField } from "./text-field";
import { InputField, FaultText, SelectField } from "../parts/field";

interface Props {
  path: string;
  card: CardDraft;
  isInCarousel: boolean;
  onChange(changes: Partial<CardDraft>): void;
}

export function CardFields({ path, card, isInCarousel, onChange }: Props) {
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
