import type { Channel, Purpose } from "../../../../client";
import { useTexts } from "../texts/language";

interface Choice<Value extends string> {
  legend: string;
  /** Texts of all values, in order. */
  words: Readonly<Record<Value, string>>;
  chosen: readonly Value[];
  onChange(chosen: Value[]): void;
}

function Choices<Value extends string>({ legend, words, chosen, onChange }: Choice<Value>) {
  const { t } = useTexts();
  const values = Object.keys(words) as Value[];
  return (
    <fieldset class="options">
      <legend>{legend}</legend>
      {values.map((value) => (
        <label key={value}>
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={(event) => {
              const { checked } = event.currentTarget;
              onChange(values.filter((one) => (one === value ? checked : chosen.includes(one))));
            }}
          />{" "}
          {words[value]}
        </label>
      ))}
      {chosen.length === 0 && <span class="hint">{t.lists.blocksNothing}</span>}
    </fieldset>
  );
}

interface Props {
  channels: readonly Channel[];
  purposes: readonly Purpose[];
  onChange(changes: { channels?: Channel[]; purposes?: Purpose[] }): void;
}

/** The channels and the purposes of a blacklist. */
export function SuppressionChoice({ channels, purposes, onChange }: Props) {
  const { t } = useTexts();
  return (
    <>
      <Choices
        legend={t.lists.blocksOn}
        words={t.channel}
        chosen={channels}
        onChange={(chosen) => onChange({ channels: chosen })}
      />
      <Choices
        legend={t.lists.blocksFor}
        words={t.purpose}
        chosen={purposes}
        onChange={(chosen) => onChange({ purposes: chosen })}
      />
    </>
  );
}
