import type { Sender } from "../../../../client";
import { useTexts, wordFor } from "../texts/language";

export function SenderState({ of: { state, waiting_since: since } }: { of: Sender }) {
  const { t, format } = useTexts();
  const words = t.settings.senders;
  return (
    <>
      <span class={`status switched-${state === "ready" ? "on" : "off"}`}>
        {wordFor(words.states, state)}
      </span>
      {since !== null && <div class="hint">{words.waiting(format.instant(since))}</div>}
    </>
  );
}
