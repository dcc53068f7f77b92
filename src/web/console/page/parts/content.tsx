import type { Message, RenderedSuggestion } from "../../../../client";
import { useTexts } from "../texts/language";
import { TextWithGaps } from "./gaps";
import { Icon } from "./icon";
import { webAddress } from "./links";
import { Media } from "./media";

type Rendered = NonNullable<Message["content"]>;
type Card = Extract<Rendered, { type: "card" }>["card"];

/**
 * Called for a tap on a suggestion. `index` counts from 0: first the cards' suggestions, then the message's.
 */
export type OnTap = (suggestion: RenderedSuggestion, index: number) => void;

interface Props {
  content: Message["content"];
  /** Called for a tap on a suggestion. Without it, only suggestions that open a URL can be tapped. */
  onTap?: OnTap | undefined;
}

/** Shows a message's content roughly as a phone does, or a notice if the content is null. */
export function Content({ content, onTap }: Props) {
  const { t } = useTexts();
  if (content === null) return <p class="hint">{t.messages.noContent}</p>;
  const cards = content.type === "card" ? [content.card] : content.type === "carousel" ? content.cards : [];
  return (
    <div class="bubbles">
      <Body content={content} onTap={onTap} />
      {content.type !== "audio" && (
        <Suggestions of={content.suggestions} first={countOf(cards)} onTap={onTap} />
      )}
    </div>
  );
}

function Body({ content, onTap }: { content: Rendered; onTap: Props["onTap"] }) {
  const { t } = useTexts();
  switch (content.type) {
    case "text":
      return (
        <p class="bubble">
          <TextWithGaps text={content.text} />
        </p>
      );
    case "audio":
      return (
        <div class="bubble">
          {t.messages.audio}
          <Media fileId={content.file_id} className="sound" />
        </div>
      );
    case "card":
      return <CardView card={content.card} shape={content.orientation} onTap={onTap} />;
    case "carousel":
      return (
        <div
          class="carousel"
          tabIndex={0}
          role="group"
          aria-label={t.messages.carousel(content.cards.length)}
        >
          {content.cards.map((card, index) => (
            <CardView
              key={index}
              card={card}
              shape={content.card_width}
              first={countOf(content.cards.slice(0, index))}
              onTap={onTap}
            />
          ))}
        </div>
      );
    default:
      return <p class="hint">{(content as { type: string }).type}</p>;
  }
}

const countOf = (cards: readonly Card[]): number =>
  cards.reduce((sum, { suggestions = [] }) => sum + suggestions.length, 0);

interface Tappable {
  /** Index of the first shown suggestion among all suggestions of the message. Default: 0. */
  first?: number;
  onTap?: OnTap | undefined;
}

function CardView({ card, shape, ...tappable }: { card: Card; shape: string } & Tappable) {
  const { title, description, media, suggestions } = card;
  return (
    <div class={`bubble rich ${shape}`}>
      {media && <Media fileId={media.file_id} className={media.height} altText={media.alt_text} />}
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
        <Suggestions of={suggestions} {...tappable} />
      </div>
    </div>
  );
}

interface SuggestionsProps extends Tappable {
  of?: readonly RenderedSuggestion[] | undefined;
}

function Suggestions({ of = [], first = 0, onTap }: SuggestionsProps) {
  const { t } = useTexts();
  if (of.length === 0) return null;
  return (
    <ul class="suggestions">
      {of.map((suggestion, index) => {
        const address = suggestion.type === "open_url" ? webAddress(suggestion.url ?? "") : null;
        const label = (
          <>
            <Icon name={suggestion.type} />
            <span class="sr-only">{t.content.does[suggestion.type]}: </span>
            <TextWithGaps text={suggestion.text} />
          </>
        );
        const tap = onTap && (() => onTap(suggestion, first + index));
        return (
          <li key={index}>
            {address !== null ? (
              <a href={address} target="_blank" rel="noopener noreferrer" onClick={tap}>
                {label}
              </a>
            ) : tap ? (
              <button type="button" onClick={tap}>
                {label}
              </button>
            ) : (
              label
            )}
          </li>
        );
      })}
    </ul>
  );
}
