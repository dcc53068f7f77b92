import { Ban, Users } from "lucide";
import { type Channel, type ContactList, isRecadoError, type Purpose } from "../../../../client";
import { Choices } from "../parts/form";
import { useTexts } from "../texts/language";
import { useFieldFault } from "../parts/state";
import { Icon } from "../../../design/icon";
import { OnlyFor } from "../parts/only-for";

interface SuppressionProps {
  channels: readonly Channel[];
  purposes: readonly Purpose[];
  onChange(changes: { channels?: Channel[]; purposes?: Purpose[] }): void;
}

/**
 * Edits the channels and purposes on which a blacklist blocks messages. Without a channel or without a
 * purpose, it blocks nothing.
 */
export function SuppressionChoice({ channels, purposes, onChange }: SuppressionProps) {
  const { t } = useTexts();
  const hintOf = (chosen: readonly string[]) => (chosen.length === 0 ? t.lists.blocksNothing : undefined);
  return (
    <>
      <Choices
        legend={t.lists.blocksOn}
        words={t.channel}
        chosen={channels}
        hint={hintOf(channels)}
        onChange={(chosen) => onChange({ channels: chosen })}
      />
      <Choices
        legend={t.lists.blocksFor}
        words={t.purpose}
        chosen={purposes}
        hint={hintOf(purposes)}
        onChange={(chosen) => onChange({ purposes: chosen })}
      />
    </>
  );
}

/** Returns a function that returns a failure's error text for the list's name; null if it has none. */
export function useNameFault(): (failure: unknown) => string | null {
  const { t } = useTexts();
  const fieldFault = useFieldFault();
  return (failure) => {
    const fault = fieldFault(failure, "name");
    return fault !== null && isRecadoError(failure, "conflict") ? t.lists.nameTaken : fault;
  };
}

interface KindProps {
  list: Pick<ContactList, "type" | "channels" | "purposes" | "is_provisioned">;
}

export function Kind({ list: { type, channels, purposes, is_provisioned: isOptOuts } }: KindProps) {
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

export function ListOptions({ lists, chosen = "" }: { lists: readonly ContactList[]; chosen?: string }) {
  const { t } = useTexts();
  return (
    <>
      {(["default", "blacklist"] as const).map((type) => {
        const some = lists.filter((list) => list.type === type);
        return (
          some.length > 0 && (
            <optgroup key={type} label={t.lists.kinds[type]}>
              {some.map(({ id, name }) => (
                <option key={id} value={id} selected={id === chosen}>
                  {name}
                </option>
              ))}
            </optgroup>
          )
        );
      })}
    </>
  );
}
