import type { Message } from "../../../../client";
import type { Texts } from "../texts/en";

/** Returns the text of a message, or a short description of other content; a dash without content. */
export function contentSummary(content: Message["content"], { messages: t }: Texts): string {
  if (content === null) return "—";
  switch (content.type) {
    case "text":
      return content.text;
    case "audio":
      return t.audio;
    case "card":
      return [t.card, content.card.title, content.card.description].filter(Boolean).join(" · ");
    case "carousel":
      return t.carousel(content.cards.length);
    default:
      return (content as { type: string }).type;
  }
}
