import type { ComponentChildren } from "preact";
import { useTexts } from "../texts/language";

/** Draws the logo in the colours of the theme, with the shape of `/docs/assets/icon.svg`. */
export function Logo({ size }: { size: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
      <path
        fill="var(--color-primary)"
        d="M6 3h20a4 4 0 0 1 4 4v13a4 4 0 0 1-4 4H15l-8 6v-6H6a4 4 0 0 1-4-4V7a4 4 0 0 1 4-4z"
      />
      <path fill="var(--color-primary-content)" d="M8 9h16v2.5H8zm0 6h11v2.5H8z" />
    </svg>
  );
}

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
