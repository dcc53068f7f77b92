import type { ComponentChildren } from "preact";
import { useTexts } from "../texts/language";

export function Handset({ title, children }: { title: string; children: ComponentChildren }) {
  const { t } = useTexts();
  return (
    <div class="handset" role="group" aria-label={t.content.phone}>
      <p class="handset-title">{title}</p>
      <div class="handset-screen">{children}</div>
    </div>
  );
}
