import type { Channel } from "../../messaging/channel";
import { suggestionsOf } from "../../messaging/content-parts";
import type { CardBody, Content, RcsCard, RcsCarousel, Suggestion } from "../../messaging/content-types";
import { smsSegments } from "../../messaging/segments";
import { parseTimestamp, toTimestamp } from "../../platform/time";
import type { UnsupportedContent, Media, NamedFiles } from "../kind";
import { unplayableRecording } from "../media";
import type { Schemas } from "./client";

/**
 * Converts contents to Zenvia's format. Sources: "Zenvia APIs" 2.0.0, `components.schemas`:
 * `content.sms.text`, `content.call`, `content.text`, `content.replyable-text`, `content.card`,
 * `content.carousel`, `content.bases.buttons.*`; sections "SMS limitations" and "Voice limitations".
 */

/** Maximum length of an SMS. Source: "SMS limitations", SMS length. */
const MAX_SMS_CHARACTERS = 1_520;

/** Playable file types. Source: "Voice limitations": MP3 and WAV. */
const AUDIO_TYPES: ReadonlySet<string> = new Set(["audio/mpeg", "audio/mp3", "audio/wav"]);

type UrlOf = (fileId: string) => string;

/**
 * Returns an SMS with the encoding that the segment count assumes. Zenvia's default has a smaller alphabet.
 */
export const smsText = (text: string): Schemas["SmsText"] => ({
  type: "text",
  text,
  encodingStrategy:
    smsSegments(text).encoding === "gsm7" ? "MORE_CHARACTERS_PER_MESSAGE" : "MORE_CHARACTER_SUPPORT",
});

export const call = (url: string): Schemas["Call"] => ({
  type: "call",
  audio: [{ type: "file", fileUrl: url }],
});

export const unplayable = ({ contentType }: Pick<Media, "contentType">): string | null =>
  AUDIO_TYPES.has(contentType)
    ? null
    : `Zenvia plays audio/mpeg and audio/wav, and the file is ${contentType}`;

export function rcsContent(content: Content, urlOf: UrlOf): Schemas["RcsContent"] {
  switch (content.type) {
    case "text": {
      const suggestions = "suggestions" in content ? content.suggestions : undefined;
      return suggestions?.length
        ? { type: "replyable_text", text: content.text, quickReplyButtons: suggestions.map(button) }
        : { type: "text", text: content.text };
    }
    case "card":
      return {
        type: "card",
        ...cardBody(content.card, urlOf, () => dispositionOf(content)),
        ...quickReplies(content),
      };
    case "carousel":
      return {
        type: "carousel",
        cardWidth: content.card_width === "small" ? "SMALL" : "MEDIUM",
        cards: content.cards.map((card) => cardBody(card, urlOf, heightOf)),
        ...quickReplies(content),
      };
    case "audio":
      throw new Error("RCS does not support audio content");
  }
}

type Height = NonNullable<CardBody["media"]>["height"];

const HEIGHTS = {
  short: "ON_THE_TOP_SHORT_HEIGHT",
  medium: "ON_THE_TOP_MEDIUM_HEIGHT",
  tall: "ON_THE_TOP_TALL_HEIGHT",
} as const satisfies Record<Height, string>;

const heightOf = (height: Height) => HEIGHTS[height];

/** Returns the media position. Media on the left of the text always has the card's height. */
const dispositionOf = ({ orientation, card }: RcsCard) =>
  orientation === "horizontal" ? ("ON_THE_LEFT" as const) : HEIGHTS[card.media?.height ?? "short"];

function cardBody<D extends string>(
  { title, description, media, suggestions }: CardBody,
  urlOf: UrlOf,
  disposition: (height: Height) => D,
) {
  return {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { text: description }),
    ...(media === undefined
      ? {}
      : {
          media: {
            url: urlOf(media.file_id),
            ...(media.alt_text === undefined ? {} : { caption: media.alt_text }),
            disposition: disposition(media.height),
          },
        }),
    ...(suggestions?.length ? { buttons: suggestions.map(button) } : {}),
  };
}

const quickReplies = ({ suggestions }: RcsCard | RcsCarousel) =>
  suggestions?.length ? { quickReplyButtons: suggestions.map(button) } : {};

function button(suggestion: Suggestion): Schemas["Button"] {
  const { text, postback_data: payload } = suggestion;
  switch (suggestion.type) {
    case "reply":
      return { type: "text", text, payload };
    case "open_url":
      return { type: "link", text, payload, url: suggestion.url };
    case "dial":
      return { type: "dial", text, payload, phoneNumber: suggestion.phone };
    case "view_location":
      return {
        type: "view_location",
        text,
        payload,
        latitude: degrees(suggestion.latitude),
        longitude: degrees(suggestion.longitude),
        ...(suggestion.label === undefined ? {} : { label: suggestion.label }),
      };
    case "share_location":
      return { type: "share_location", text, payload };
    case "create_calendar_event":
      return {
        type: "calendar_event",
        text,
        payload,
        startTime: toTimestamp(parseTimestamp(suggestion.start_at)),
        endTime: toTimestamp(parseTimestamp(suggestion.end_at)),
        title: suggestion.title,
      };
  }
}

/** Formats degrees with six decimals (0.1 m). `String` would write small numbers with an exponent. */
const degrees = (value: number): string => value.toFixed(6);

export function unsupportedContent(
  channel: Channel,
  content: Content,
  files: NamedFiles,
): UnsupportedContent | null {
  if (content.type === "audio") return unplayableRecording(content, files, unplayable);
  if (channel === "sms" && content.type === "text") {
    const { length } = content.text;
    if (length <= MAX_SMS_CHARACTERS) return null;
    return { field: "text", message: `has ${length} characters, but Zenvia allows at most 1,520` };
  }
  if (content.type === "card" && content.orientation === "horizontal" && content.card.media === undefined) {
    return {
      field: "orientation",
      message: "must be vertical: Zenvia supports horizontal cards only with media",
    };
  }
  const event = suggestionsOf(content).find(
    ({ suggestion }) => suggestion.type === "create_calendar_event" && suggestion.description !== undefined,
  );
  if (!event) return null;
  return { field: `${event.path}.description`, message: "is not supported by Zenvia" };
}
