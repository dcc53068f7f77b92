import type { Webhook } from "../../../../client";
import { useTexts } from "../texts/language";

export function EventTypes({ of: types }: { of: Webhook["event_types"] }) {
  const { t } = useTexts();
  return (
    <div class="flex flex-wrap gap-1">
      {types.map((type) => (
        <span key={type} class="badge badge-sm badge-ghost h-auto text-left">
          {(t.settings.events as Record<string, string>)[type] ?? type}
        </span>
      ))}
    </div>
  );
}
