import type { ComponentChildren } from "preact";
import { useTexts } from "../texts/language";

export function PhoneFrame({ title, children }: { title: string; children: ComponentChildren }) {
  const { t } = useTexts();
  return (
    <div class="phone-frame" role="group" aria-label={t.content.phone}>
      <p class="border-b border-base-300 px-4 py-2.5 text-center font-semibold wrap-anywhere">{title}</p>
      <div class="min-h-32 px-3 py-4">{children}</div>
    </div>
  );
}
