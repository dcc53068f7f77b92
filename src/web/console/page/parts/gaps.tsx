import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { variableNamed } from "../../../../messaging/variable-names";
import { tokensOf } from "./tokens";

/** Names of variables without a value, as `variableNamed` returns them. `TextWithGaps` marks them. */
export const GapsContext = createContext<ReadonlySet<string>>(new Set());

export function TextWithGaps({ text }: { text: string }) {
  const gaps = useContext(GapsContext);
  if (gaps.size === 0) return <>{text}</>;
  return (
    <>
      {tokensOf(text, { isSms: false }).map(({ kind, text: token }, index) => {
        const name = kind === "name" ? token.slice(2, -2).trim() : null;
        return name !== null && gaps.has(variableNamed(name)) ? (
          <mark key={index} class="gap">
            {name}
          </mark>
        ) : (
          token
        );
      })}
    </>
  );
}
