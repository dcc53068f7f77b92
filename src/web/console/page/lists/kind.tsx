import { Ban, Users } from "lucide";
import type { ContactList } from "../../../../client";
import { Icon } from "../../../design/icon";
import { useTexts } from "../texts/language";
import { OnlyFor } from "../parts/only-for";

interface Props {
  list: Pick<ContactList, "type" | "channels" | "purposes" | "is_provisioned">;
}

export function Kind({ list: { type, channels, purposes, is_provisioned: isOptOuts } }: Props) {
  const { t, format } = useTexts();
  const isBlacklist = type === "blacklist";
  const isBlocking = isBlacklist && channels.length > 0 && purposes.length > 0;
  const words = format.list(channels.map((channel) => t.channel[channel]));
  return (
    <span class="flex items-center gap-1.5">
      <span class={isBlocking ? "text-error" : "text-quiet"}>
        <Icon of={isBlacklist ? Ban : Users} size={14} />
      </span>
      {!isBlacklist
        ? (t.lists.kinds[type] ?? type)
        : !isBlocking
          ? t.lists.blocksNothing
          : isOptOuts
            ? t.lists.optOuts(words)
            : t.lists.blocks(words)}
      {isBlocking && <OnlyFor purposes={purposes} />}
    </span>
  );
}
