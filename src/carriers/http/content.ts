import type { components } from "../../../generated/carriers/http";
import type { CardBody, Content } from "../../messaging/content-types";
import type { Media } from "../kind";

type Schemas = components["schemas"];

export function filesOf(content: Content): string[] {
  if (content.type === "audio") return [content.file_id];
  const cards = content.type === "card" ? [content.card] : content.type === "carousel" ? content.cards : [];
  return [...new Set(cards.flatMap(({ media }) => media?.file_id ?? []))];
}

/** Converts content to the format of the carrier contract. File URLs replace file ids. */
export function toContent(content: Content, files: ReadonlyMap<string, Media>): Schemas["Content"] {
  const file = (id: string): Schemas["File"] => {
    const media = files.get(id);
    if (!media) throw new Error(`the file ${id} was not looked up`);
    return { url: media.url, content_type: media.contentType, size_bytes: media.sizeBytes };
  };
  const card = ({ media, ...rest }: CardBody): Schemas["Card"] => ({
    ...rest,
    ...(media ? { media: { file: file(media.file_id), height: media.height } } : {}),
  });
  switch (content.type) {
    case "text":
      return content;
    case "audio":
      return { type: "audio", file: file(content.file_id) };
    case "card":
      return { ...content, card: card(content.card) };
    case "carousel":
      return { ...content, cards: content.cards.map(card) };
  }
}
