import type { components } from "../../../generated/carriers/http";
import type { CardBody, CardMedia, Content, Suggestion } from "../../messaging/content-types";
import { dialNumber } from "../../messaging/phone";
import type { Media } from "../kind";

type Schemas = components["schemas"];

/** Returns the suggestions with numbers in E.164. Users write numbers in other forms. */
const toSuggestions = ({ suggestions }: { suggestions?: Suggestion[] }) =>
  suggestions && {
    suggestions: suggestions.map((one) =>
      one.type === "dial" ? { ...one, phone: dialNumber(one.phone) ?? one.phone } : one,
    ),
  };

/** Converts content to the format of the carrier contract. File URLs replace file ids. */
export function toContent(content: Content, files: ReadonlyMap<string, Media>): Schemas["Content"] {
  const file = (id: string): Schemas["File"] => {
    const media = files.get(id);
    if (!media) throw new Error(`the file ${id} was not looked up`);
    return { url: media.url, content_type: media.contentType, size_bytes: media.sizeBytes };
  };
  const mediaOf = ({ file_id: id, ...rest }: CardMedia): Schemas["Media"] => ({ file: file(id), ...rest });
  const card = ({ media, ...rest }: CardBody): Schemas["Card"] => ({
    ...rest,
    ...toSuggestions(rest),
    ...(media ? { media: mediaOf(media) } : {}),
  });
  switch (content.type) {
    case "text":
      return {
        type: "text",
        text: content.text,
        ...("suggestions" in content && toSuggestions(content)),
      };
    case "audio":
      return { type: "audio", file: file(content.file_id) };
    case "card":
      return { ...content, ...toSuggestions(content), card: card(content.card) };
    case "carousel":
      return { ...content, ...toSuggestions(content), cards: content.cards.map(card) };
  }
}
