import type { Message } from "../../../../client";
import { useTexts } from "../language";

type Rendered = NonNullable<Message["content"]>;
type Card = Extract<Rendered, { type: "card" }>["card"];

/** What the person has received, as near as a page comes to a phone. */
export function Content({ content }: { content: Message["content"] }) {
  const { t } = useTexts();
  if (content === null) return <p class="hint">{t.messages.noContent}</p>;
  switch (content.type) {
    case "text":
      return (
        <div class="bubbles">
          <p class="bubble">{content.text}</p>
          <Suggestions of={content} />
        </div>
      );
    case "audio":
      return <p class="bubble">{t.messages.audio}</p>;
    case "card":
      return (
        <div class="bubbles">
          <CardView card={content.card} />
        </div>
      );
    case "carousel":
      return (
        <div class="carousel">
          {content.cards.map((card, index) => (
            <CardView key={index} card={card} />
          ))}
        </div>
      );
    default:
      return <p class="hint">{(content as { type: string }).type}</p>;
  }
}

function CardView({ card }: { card: Card }) {
  return (
    <div class="bubble rich">
      {card.title && <strong>{card.title}</strong>}
      {card.description && <p>{card.description}</p>}
      <Suggestions of={card} />
    </div>
  );
}

/** What the person may tap. */
function Suggestions({ of }: { of: object }) {
  const { suggestions = [] } = of as { suggestions?: readonly { text: string }[] };
  if (suggestions.length === 0) return null;
  return (
    <ul class="suggestions">
      {suggestions.map(({ text }, index) => (
        <li key={index}>{text}</li>
      ))}
    </ul>
  );
}
