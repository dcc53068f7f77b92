import { Ban, Users } from "lucide";
import type { ContactList } from "../../../../client";
import { Icon } from "../../../design/icon";
import { useTexts } from "../texts/language";

interface Props {
  list: Pick<ContactList, "type" | "channels" | "is_provisioned">;
}

export function Kind({ list: { type, channels, is_provisioned: isOptOuts } }: Props) {
  const { t } = useTexts();
  const isBlacklist = type === "blacklist";
  const words = channels.map((channel) => t.channel[channel]).join(", ");
  return (
    <span class="inline-flex items-center gap-1.5">
      <span class={isBlacklist && channels.length > 0 ? "text-error" : "text-quiet"}>
        <Icon of={isBlacklist ? Ban : Users} size={14} />
      </span>
      {!isBlacklist
        ? (t.lists.kinds[type] ?? type)
        : channels.length === 0
          ? t.lists.blocksNothing
          : isOptOuts
            ? t.lists.optOuts(words)
            : t.lists.blocks(words)}
    </span>
  );
}
