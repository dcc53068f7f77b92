import type { Message, RenderedSuggestion } from "../../../../client";
import { useTexts } from "../texts/language";
import { TextWithGaps } from "./gaps";
import { Icon } from "./icon";
import { webAddress } from "./links";
import { Media } from "./media";

type Rendered = NonNullable<Message["content"]>;
type Card = Extract<Rendered, { type: "card" }>["card"];

/** Shows a message's content roughly as a phone does. */
export function Content({ content }: { content: Message["content"] }) {
  const { t } = useTexts();
  if (content === null) return <p class="hint">{t.messages.noContent}</p>;
  switch (content.type) {
    case "text":
      return (
        <div class="bubbles">
          <p class="bubble">
            <TextWithGaps text={content.text} />
          </p>
          <Suggestions of={content.suggestions} />
        </div>
      );
    case "audio":
      return (
        <div class="bubbles">
          <div class="bubble">
            {t.messages.audio}
            <Media fileId={content.file_id} className="sound" />
          </div>
        </div>
      );
    case "card":
      return (
        <div class="bubbles">
          <CardView card={content.card} shape={content.orientation} />
          <Suggestions of={content.suggestions} />
        </div>
      );
    case "carousel":
      return (
        <div class="bubbles">
          <div
            class="carousel"
            tabIndex={0}
            role="group"
            aria-label={t.messages.carousel(content.cards.length)}
          >
            {content.cards.map((card, index) => (
              <CardView key={index} card={card} shape={content.card_width} />
            ))}
          </div>
          <Suggestions of={content.suggestions} />
        </div>
      );
    default:
      return <p class="hint">{(content as { type: string }).type}</p>;
  }
}

function CardView({ card, shape }: { card: Card; shape: string }) {
  const { title, description, media, suggestions } = card;
  return (
    <div class={`bubble rich ${shape}`}>
      {media && <Media fileId={media.file_id} className={media.height} />}
      <div class="rich-text">
        {title && (
          <strong>
            <TextWithGaps text={title} />
          </strong>
        )}
        {description && (
          <p>
            <TextWithGaps text={description} />
          </p>
        )}
        <Suggestions of={suggestions} />
      </div>
    </div>
  );
}

function Suggestions({ of = [] }: { of?: readonly RenderedSuggestion[] | undefined }) {
  const { t } = useTexts();
  if (of.length === 0) return null;
  return (
    <ul class="suggestions">
      {of.map((suggestion, index) => {
        const address = suggestion.type === "open_url" ? webAddress(suggestion.url ?? "") : null;
        const label = (
          <>
            <Icon name={suggestion.type} />
            <span class="unseen">{t.content.does[suggestion.type]}: </span>
            <TextWithGaps text={suggestion.text} />
          </>
        );
        return (
          <li key={index}>
            {address === null ? (
              label
            ) : (
              <a href={address} target="_blank" rel="noopener noreferrer">
                {label}
              </a>
            )}
          </li>
        );
      })}
    </ul>
  );
}
