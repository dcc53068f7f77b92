import { useTexts } from "../texts/language";
import { blockedOn, type Block } from "./rules";

export function Blocked({ blocks }: { blocks: readonly Block[] }) {
  const { t } = useTexts();
  const channels = blockedOn(blocks);
  if (channels.length === 0) return null;
  return (
    <span class="status status-blocked">{channels.map((channel) => t.channel[channel]).join(", ")}</span>
  );
}
