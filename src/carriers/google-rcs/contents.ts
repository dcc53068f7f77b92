import type { components } from "../../../generated/carriers/google-rcs";
import type {
  CardBody,
  CardMedia,
  Content,
  RcsCard,
  RcsCarousel,
  Suggestion,
} from "../../messaging/content-types";
import { parseTimestamp, toTimestamp } from "../../platform/time";
import type { Media } from "../kind";

type Schemas = components["schemas"];
type Upper<T extends string> = Uppercase<T>;

type MediaOf = (media: CardMedia) => Media;

/** Maximum thumbnail size, in bytes. Source: RBM ContentInfo.thumbnailUrl. */
const MAX_THUMBNAIL_BYTES = 100_000;

const upper = <T extends string>(text: T) => text.toUpperCase() as Upper<T>;

/** Converts content to Google's format; returns null for audio, which RCS does not support. */
export function toGoogle(content: Content, mediaOf: MediaOf): Schemas["AgentContentMessage"] | null {
  if (content.type === "audio") return null;
  const payload =
    content.type === "text" ? { text: content.text } : { richCard: toRichCard(content, mediaOf) };
  return { ...payload, ...toSuggestions("suggestions" in content ? content.suggestions : undefined) };
}

function toRichCard(content: RcsCard | RcsCarousel, mediaOf: MediaOf): Schemas["RichCard"] {
  if (content.type === "carousel") {
    return {
      carouselCard: {
        cardWidth: upper(content.card_width),
        cardContents: content.cards.map((card) => toCard(card, mediaOf)),
      },
    };
  }
  const { orientation, card } = content;
  return {
    standaloneCard: {
      cardOrientation: upper(orientation),
      // RBM StandaloneCard: a horizontal card requires the position of its image.
      ...(orientation === "horizontal" && { thumbnailImageAlignment: "LEFT" as const }),
      cardContent: toCard(card, mediaOf),
    },
  };
}

function toCard(
  { title, description, media, suggestions }: CardBody,
  mediaOf: MediaOf,
): Schemas["CardContent"] {
  return {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(media !== undefined && { media: toMedia(media, mediaOf(media)) }),
    ...toSuggestions(suggestions),
  };
}

/** Uses a small image as its own thumbnail, so that handsets do not first display an empty frame. */
function toMedia({ height, alt_text }: CardMedia, { url, contentType, sizeBytes }: Media): Schemas["Media"] {
  const isThumbnail = contentType.startsWith("image/") && sizeBytes <= MAX_THUMBNAIL_BYTES;
  return {
    height: upper(height),
    // Source: RBM release notes of 4 November 2026, Media.contentDescription.
    ...(alt_text !== undefined && { contentDescription: alt_text }),
    contentInfo: { fileUrl: url, ...(isThumbnail && { thumbnailUrl: url }) },
  };
}

const toSuggestions = (suggestions: readonly Suggestion[] | undefined) =>
  suggestions?.length ? { suggestions: suggestions.map(toSuggestion) } : {};

function toSuggestion(suggestion: Suggestion): Schemas["Suggestion"] {
  const button = { text: suggestion.text, postbackData: suggestion.postback_data };
  switch (suggestion.type) {
    case "reply":
      return { reply: button };
    case "open_url":
      return { action: { ...button, openUrlAction: { url: toUri(suggestion.url) } } };
    case "dial":
      return { action: { ...button, dialAction: { phoneNumber: suggestion.phone } } };
    case "view_location": {
      const { latitude, longitude, label } = suggestion;
      const place = { latLong: { latitude, longitude }, ...(label !== undefined && { label }) };
      return { action: { ...button, viewLocationAction: place } };
    }
    case "share_location":
      return { action: { ...button, shareLocationAction: {} } };
    case "create_calendar_event": {
      const { title, description, start_at: start, end_at: end } = suggestion;
      return {
        action: {
          ...button,
          createCalendarEventAction: {
            startTime: toTimestamp(parseTimestamp(start)),
            endTime: toTimestamp(parseTimestamp(end)),
            title,
            ...(description !== undefined && { description }),
          },
        },
      };
    }
  }
}

/** Returns the URL in ASCII, as RBM OpenUrlAction.url requires. Users write `https://padaria.example/pão`. */
export const toUri = (url: string) =>
  /^[\x21-\x7e]*$/.test(url) || !URL.canParse(url) ? url : new URL(url).href;
