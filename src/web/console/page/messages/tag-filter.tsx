import { useState } from "preact/hooks";
import { EnteredFilter } from "../parts/entered-filter";
import { Field } from "../parts/field";
import { MAX_TAG_LENGTH, TAG_PATTERN } from "../parts/tags";
import { useTexts } from "../texts/language";

interface Props {
  /** Tag; empty for none. */
  value: string;
  onChange(value: string): void;
}

/** Filter of messages by a tag. */
export function TagFilter({ value, onChange }: Props) {
  const { t } = useTexts();
  return (
    <EnteredFilter label={t.tags.one} shown={value} onRemove={() => onChange("")}>
      <TagForm onChange={onChange} />
    </EnteredFilter>
  );
}

function TagForm({ onChange }: Pick<Props, "onChange">) {
  const { t } = useTexts();
  const [entered, setEntered] = useState("");
  return (
    <form
      class="block cursor-auto bg-transparent p-2"
      onSubmit={(event) => {
        event.preventDefault();
        onChange(entered);
      }}
    >
      <Field label={t.tags.one}>
        <input
          required
          pattern={TAG_PATTERN}
          maxLength={MAX_TAG_LENGTH}
          title={t.tags.rule}
          autocomplete="off"
          value={entered}
          onInput={(event: { currentTarget: HTMLInputElement }) => setEntered(event.currentTarget.value)}
        />
      </Field>
      <button type="submit" class="btn btn-primary btn-sm">
        {t.filters.apply}
      </button>
    </form>
  );
}
