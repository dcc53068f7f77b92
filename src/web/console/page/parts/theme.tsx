import { useState } from "preact/hooks";
import { useTexts } from "../texts/language";

/** Themes to choose from; `system` follows the operating system. */
const THEMES = ["system", "light", "dark"] as const;
type Theme = (typeof THEMES)[number];

const CHOSEN = "recado.theme";

export const chosenTheme = (): Theme =>
  THEMES.find((theme) => theme === localStorage.getItem(CHOSEN)) ?? "system";

function rememberTheme(theme: Theme): void {
  localStorage.setItem(CHOSEN, theme);
  showTheme(theme);
}

/** Sets the attribute `data-theme`, which `tokens.css` reads, or removes it for `system`. */
export function showTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

export function ThemeChoice() {
  const { t } = useTexts();
  const [theme, setTheme] = useState(chosenTheme);
  return (
    <select
      aria-label={t.menu.theme}
      value={theme}
      onChange={({ currentTarget }) => {
        const next = currentTarget.value as Theme;
        rememberTheme(next);
        setTheme(next);
      }}
    >
      {THEMES.map((one) => (
        <option key={one} value={one}>
          {t.menu.themes[one]}
        </option>
      ))}
    </select>
  );
}
