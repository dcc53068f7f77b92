import type { Webhook } from "../../../../client";
import { useTexts, wordFor } from "../texts/language";

export function EventTypes({ of: types }: { of: Webhook["event_types"] }) {
  const { t } = useTexts();
  return (
    <div class="flex flex-wrap gap-1">
      {types.map((type) => (
        <span key={type} class="badge badge-sm badge-ghost h-auto text-left">
          {wordFor(t.settings.events, type)}
        </span>
      ))}
    </div>
  );
}
