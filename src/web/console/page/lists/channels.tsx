import type { Channel, Purpose } from "../../../../client";
import { Choices } from "../parts/field";
import { useTexts } from "../texts/language";

interface Props {
  channels: readonly Channel[];
  purposes: readonly Purpose[];
  onChange(changes: { channels?: Channel[]; purposes?: Purpose[] }): void;
}

/**
 * Edits the channels and purposes on which a blacklist blocks messages. Without a channel or without a
 * purpose, it blocks nothing.
 */
export function SuppressionChoice({ channels, purposes, onChange }: Props) {
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
