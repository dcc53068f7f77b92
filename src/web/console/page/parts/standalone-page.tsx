import type { ComponentChildren } from "preact";
import { useTexts } from "../texts/language";
import { Logo } from "./logo";

/** Frames pages outside the shell: the logo above the content, in the middle of the window. */
export function StandalonePage({ children }: { children: ComponentChildren }) {
  const { t } = useTexts();
  return (
    <main class="sign-in">
      <div class="sign-in-brand">
        <Logo size={40} />
        <span>{t.product}</span>
      </div>
      {children}
    </main>
  );
}
