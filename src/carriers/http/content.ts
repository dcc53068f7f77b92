import type { components } from "../../../generated/carriers/http";
import type { CardBody, CardMedia, Content, Suggestion } from "../../messaging/content-types";
import { mapSuggestions } from "../../messaging/map-suggestions";
import { parseTimestamp, toTimestamp } from "../../platform/time";
import type { Media } from "../kind";

type Schemas = components["schemas"];

/** Converts content to the format of the carrier contract. File URLs replace file ids. */
export function toContent(stored: Content, files: ReadonlyMap<string, Media>): Schemas["Content"] {
  const file = (id: string): Schemas["File"] => {
    const media = files.get(id);
    if (!media) throw new Error(`the file ${id} was not looked up`);
    return { url: media.url, content_type: media.contentType, size_bytes: media.sizeBytes };
  };
  const content = mapSuggestions(stored, withEventInUtc);
  const mediaOf = ({ file_id: id, ...rest }: CardMedia): Schemas["Media"] => ({ file: file(id), ...rest });
  const card = ({ media, ...rest }: CardBody): Schemas["Card"] => ({
    ...rest,
    ...(media ? { media: mediaOf(media) } : {}),
  });
  switch (content.type) {
    case "text":
      return {
        type: "text",
        text: content.text,
        ...("suggestions" in content && { suggestions: content.suggestions }),
      };
    case "audio":
      return { type: "audio", file: file(content.file_id) };
    case "card":
      return { ...content, card: card(content.card) };
    case "carousel":
      return { ...content, cards: content.cards.map(card) };
  }
}

const withEventInUtc = (suggestion: Suggestion): Suggestion =>
  suggestion.type === "create_calendar_event"
    ? {
        ...suggestion,
        start_at: toTimestamp(parseTimestamp(suggestion.start_at)),
        end_at: toTimestamp(parseTimestamp(suggestion.end_at)),
      }
    : suggestion;
