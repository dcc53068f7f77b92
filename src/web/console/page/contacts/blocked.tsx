import { useTexts } from "../texts/language";
import { blockedText, type Block } from "./rules";

/**
 * Names the channels on which blacklists block a contact. A channel with only some blocked purposes names
 * these purposes.
 */
export function Blocked({ blocks }: { blocks: readonly Block[] }) {
  const { t } = useTexts();
  return <>{blockedText(blocks, t).join(", ")}</>;
}
