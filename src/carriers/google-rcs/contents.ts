import type { components } from "../../../generated/carriers/google-rcs";
import type {
  CardBody,
  CardMedia,
  Content,
  RcsCard,
  RcsCarousel,
  Suggestion,
} from "../../messaging/content-types";
import { normalizePhone } from "../../messaging/phone";
import { parseTimestamp, toTimestamp } from "../../platform/time";
import type { Media } from "../kind";

type Schemas = components["schemas"];
type Upper<T extends string> = Uppercase<T>;

/** The file of a card as Google fetches it. */
export type MediaOf = (media: CardMedia) => Media;

/** RBM ContentInfo.thumbnailUrl: a larger picture is not taken. */
const MAX_THUMBNAIL_BYTES = 100_000;

const upper = <T extends string>(text: T) => text.toUpperCase() as Upper<T>;

/** Content in Google's words; null for what is none of RCS. */
export function toGoogle(content: Content, mediaOf: MediaOf): Schemas["AgentContentMessage"] | null {
  if (content.type === "audio") return null;
  const said = content.type === "text" ? { text: content.text } : { richCard: toRichCard(content, mediaOf) };
  return { ...said, ...toSuggestions("suggestions" in content ? content.suggestions : undefined) };
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
      // RBM StandaloneCard: a horizontal card says where its picture stands.
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

/** A small picture is its own thumbnail, so that it shows at once; of others Google shows an empty frame at first. */
function toMedia({ height }: CardMedia, { url, contentType, sizeBytes }: Media): Schemas["Media"] {
  const isThumbnail = contentType.startsWith("image/") && sizeBytes <= MAX_THUMBNAIL_BYTES;
  return { height: upper(height), contentInfo: { fileUrl: url, ...(isThumbnail && { thumbnailUrl: url }) } };
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
    case "dial": {
      const phoneNumber = normalizePhone(suggestion.phone) ?? suggestion.phone;
      return { action: { ...button, dialAction: { phoneNumber } } };
    }
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

/** RBM OpenUrlAction.url takes URIs by RFC 3986, which have ASCII only; people write `https://padaria.example/pão`. */
export const toUri = (url: string) =>
  /^[\x21-\x7e]*$/.test(url) || !URL.canParse(url) ? url : new URL(url).href;
