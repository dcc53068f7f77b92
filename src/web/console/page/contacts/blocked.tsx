import { useTexts } from "../texts/language";
import { blockedText, type Block } from "./rules";

/** Names the channels on which a contact is blocked, each with its purposes if only some are blocked. */
export function Blocked({ blocks }: { blocks: readonly Block[] }) {
  const { t } = useTexts();
  return <>{blockedText(blocks, t).join(", ")}</>;
}
