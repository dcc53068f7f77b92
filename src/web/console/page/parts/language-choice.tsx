import type { Language } from "../texts/chosen-language";
import { LANGUAGES, useTexts } from "../texts/language";

export function LanguageChoice({
  language,
  onLanguage,
}: {
  language: Language;
  onLanguage(language: Language): void;
}) {
  const { t } = useTexts();
  return (
    <select
      aria-label={t.menu.language}
      value={language}
      onChange={(event) => onLanguage(event.currentTarget.value as Language)}
    >
      {Object.entries(LANGUAGES).map(([tag, name]) => (
        <option key={tag} value={tag} lang={tag}>
          {name}
        </option>
      ))}
    </select>
  );
}
