import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { tokensOf } from "./tokens";

/** Names of variables without a value: their placeholders are marked wherever content is shown. */
export const GapsContext = createContext<ReadonlySet<string>>(new Set());

/** A text of a message, with the gaps marked. */
export function TextWithGaps({ text }: { text: string }) {
  const gaps = useContext(GapsContext);
  if (gaps.size === 0) return <>{text}</>;
  return (
    <>
      {tokensOf(text, { isSms: false }).map(({ kind, text: piece }, index) => {
        const name = kind === "name" ? piece.slice(2, -2).trim() : null;
        return name !== null && gaps.has(name) ? (
          <mark key={index} class="gap">
            {name}
          </mark>
        ) : (
          piece
        );
      })}
    </>
  );
}
