import { EnteredFilter, EntryForm } from "../parts/entered-filter";
import { MAX_TAG_LENGTH, TAG_PATTERN } from "../parts/tags";
import { useTexts } from "../texts/language";

interface Props {
  /** Tag to filter by; empty for none. */
  value: string;
  onChange(value: string): void;
}

export function TagFilter({ value, onChange }: Props) {
  const { t } = useTexts();
  const input = { pattern: TAG_PATTERN, maxLength: MAX_TAG_LENGTH, title: t.tags.rule };
  return (
    <EnteredFilter label={t.tags.one} shown={value} onRemove={() => onChange("")}>
      <EntryForm label={t.tags.one} input={input} onEnter={onChange} />
    </EnteredFilter>
  );
}
