import { useContext } from "preact/hooks";
import type { Language } from "../texts/chosen-language";
import { LanguageContext, LANGUAGES, SetLanguageContext, useTexts } from "../texts/language";

export function LanguageChoice() {
  const [language, choose] = [useContext(LanguageContext), useContext(SetLanguageContext)];
  const { t } = useTexts();
  return (
    <select
      aria-label={t.menu.language}
      value={language}
      onChange={(event) => choose(event.currentTarget.value as Language)}
    >
      {Object.entries(LANGUAGES).map(([tag, name]) => (
        <option key={tag} value={tag} lang={tag}>
          {name}
        </option>
      ))}
    </select>
  );
}
