import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { useTexts } from "../texts/language";
import { useQuery, useScope } from "../service/hooks";
import { webAddress } from "./links";
import { Loading } from "./state";
import type { Message, RenderedSuggestion } from "../../../../client";
import { TextWithGaps } from "./gaps";

const PLACE_PATH =
  "M12 2a7 7 0 0 0-7 7c0 5.25 7 13 7 13s7-7.75 7-13a7 7 0 0 0-7-7m0 9.5A2.5 2.5 0 1 1 12 6.5a2.5 2.5 0 0 1 0 5z";

const ICON_PATHS = {
  reply: "M10 9V5l-7 7 7 7v-4.1c5 0 8.5 1.6 11 5.1-1-5-4-10-11-11",
  open_url:
    "M14 3v2h3.6l-9.8 9.8 1.4 1.4L19 6.4V10h2V3zM5 5a2 2 0 0 0-2 2v12a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-7h-2v7H5V7h7V5z",
  dial: "M6.6 10.8a15.1 15.1 0 0 0 6.6 6.6l2.2-2.2a1 1 0 0 1 1-.25 11.4 11.4 0 0 0 3.6.6 1 1 0 0 1 1 1V20a1 1 0 0 1-1 1A17 17 0 0 1 3 4a1 1 0 0 1 1-1h3.5a1 1 0 0 1 1 1c0 1.25.2 2.45.57 3.57a1 1 0 0 1-.25 1z",
  view_location: PLACE_PATH,
  share_location: PLACE_PATH,
  create_calendar_event:
    "M7 2v2H5a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h14a2 2 0 0 0 2-2V6a2 2 0 0 0-2-2h-2V2h-2v2H9V2zm-2 8h14v10H5z",
} as const;

/** Shows an icon as decoration, hidden from screen readers. */
function SuggestionIcon({ name }: { name: keyof typeof ICON_PATHS }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={ICON_PATHS[name]} />
    </svg>
  );
}

interface MediaProps {
  fileId: string;
  className?: string;
  /** Alternative text of the file. Default: the file's name. */
  altText?: string | undefined;
}

export function Media({ fileId, className = "", altText }: MediaProps) {
  const { t } = useTexts();
  const canRead = useScope("files:read");
  return canRead ? (
    <ReadableMedia key={fileId} fileId={fileId} className={className} altText={altText} />
  ) : (
    <AbsentMedia className={className} altText={altText} reason={t.content.fileHidden} />
  );
}

function AbsentMedia({ reason, className, altText }: Omit<MediaProps, "fileId"> & { reason: string }) {
  return (
    <p class={`media ${className}`}>
      {altText !== undefined && <span class="block">{altText}</span>}
      {reason}
    </p>
  );
}

function ReadableMedia({ fileId, className, altText }: MediaProps) {
  const { t } = useTexts();
  const [isBroken, setBroken] = useState(false);
  const result = useQuery(fileId, async (recado) => {
    const [file, { url }] = await Promise.all([
      recado.files.get({ file_id: fileId }),
      recado.files.getDownloadUrl({ file_id: fileId }),
    ]);
    return { kind: file.kind, name: file.filename, url: webAddress(url) };
  });
  const file = result.value;
  const fail = () => setBroken(true);
  if (result.failure !== null || isBroken || file?.url === null) {
    return <AbsentMedia className={className} altText={altText} reason={t.content.fileUnavailable} />;
  }
  return (
    <div class={`media ${className}`}>
      {file === null && <Loading isLoading rows={1} />}
      {file?.kind === "image" && (
        <img src={file.url} alt={altText ?? file.name ?? t.templates.kinds.image} onError={fail} />
      )}
      {file?.kind === "video" && (
        <video
          src={file.url}
          controls
          preload="metadata"
          aria-label={altText ?? file.name ?? t.templates.kinds.video}
          onError={fail}
        />
      )}
      {file?.kind === "audio" && (
        <audio
          src={file.url}
          controls
          preload="metadata"
          aria-label={file.name ?? t.templates.kinds.audio}
          onError={fail}
        />
      )}
    </div>
  );
}

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
            <SuggestionIcon name={suggestion.type} />
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

export function PhoneFrame({ title, children }: { title: string; children: ComponentChildren }) {
  const { t } = useTexts();
  return (
    <div class="phone-frame" role="group" aria-label={t.content.phone}>
      <p class="border-b border-base-300 px-4 py-2.5 text-center font-semibold wrap-anywhere">{title}</p>
      <div class="min-h-32 px-3 py-4">{children}</div>
    </div>
  );
}
