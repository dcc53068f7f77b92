import { OnlyFor } from "../parts/only-for";
import { useTexts } from "../texts/language";
import { blockedFor, blockedOn, type Block } from "./rules";

/** Names the channels on which a contact is blocked, and the purposes if only some are blocked. */
export function Blocked({ blocks }: { blocks: readonly Block[] }) {
  const { t } = useTexts();
  return (
    <>
      {blockedOn(blocks)
        .map((channel) => t.channel[channel])
        .join(", ")}
      <OnlyFor purposes={blockedFor(blocks)} />
    </>
  );
}
