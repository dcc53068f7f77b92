import { useState } from "preact/hooks";
import { chosenTheme, rememberTheme, THEMES, type Theme } from "./theme";
import { useTexts } from "../texts/language";

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
