import { type Channel, isRecadoError, type Purpose } from "../../../../client";
import { Choices } from "../parts/form";
import { useTexts } from "../texts/language";
import { useFieldFault } from "../parts/state";

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

export const LIVE_STATUSES: readonly string[] = ["pending", "running"];
