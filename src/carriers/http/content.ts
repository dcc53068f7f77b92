import type { components } from "../../../generated/carriers/http";
import type { CardBody, CardMedia, Content } from "../../messaging/content-types";
import { withDialNumbers } from "../../messaging/dial-numbers";
import type { Media } from "../kind";

type Schemas = components["schemas"];

/**
 * Converts content to the format of the carrier contract. File URLs replace file ids. Content that an earlier
 * version stored may have numbers of `dial` suggestions in other forms than E.164.
 */
export function toContent(stored: Content, files: ReadonlyMap<string, Media>): Schemas["Content"] {
  const file = (id: string): Schemas["File"] => {
    const media = files.get(id);
    if (!media) throw new Error(`the file ${id} was not looked up`);
    return { url: media.url, content_type: media.contentType, size_bytes: media.sizeBytes };
  };
  const content = withDialNumbers(stored);
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
