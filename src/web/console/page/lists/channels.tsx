import type { Channel } from "../../../../client";
import { useTexts } from "../texts/language";

const CHANNELS: readonly Channel[] = ["sms", "rcs", "voice"];

export function ChannelsChoice({
  chosen,
  onChange,
}: {
  chosen: readonly Channel[];
  onChange(channels: Channel[]): void;
}) {
  const { t } = useTexts();
  return (
    <fieldset class="options">
      <legend>{t.lists.blocksOn}</legend>
      {CHANNELS.map((channel) => (
        <label key={channel}>
          <input
            type="checkbox"
            checked={chosen.includes(channel)}
            onChange={(event) => {
              const { checked } = event.currentTarget;
              onChange(CHANNELS.filter((one) => (one === channel ? checked : chosen.includes(one))));
            }}
          />{" "}
          {t.channel[channel]}
        </label>
      ))}
      {chosen.length === 0 && <span class="hint">{t.lists.blocksNothing}</span>}
    </fieldset>
  );
}
