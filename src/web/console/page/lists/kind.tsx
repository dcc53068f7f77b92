import type { ContactList } from "../../../../client";
import { useTexts } from "../texts/language";

export function Kind({ list: { type, channels } }: { list: Pick<ContactList, "type" | "channels"> }) {
  const { t } = useTexts();
  if (type !== "blacklist") return <>{t.lists.kinds[type] ?? type}</>;
  const words = channels.map((channel) => t.channel[channel]).join(", ");
  return (
    <span class="status status-blocked">
      {channels.length === 0 ? t.lists.blocksNothing : t.lists.blocks(words)}
    </span>
  );
}
