import { useState } from "preact/hooks";
import { EnteredFilter } from "../parts/entered-filter";
import { Field } from "../parts/field";
import { phoneText } from "../parts/phone-text";
import { useTexts } from "../texts/language";

interface Props {
  label: string;
  /** Number; empty for none. */
  value: string;
  onChange(value: string): void;
}

/** Filter by a number in any accepted spelling. */
export function PhoneFilter({ label, value, onChange }: Props) {
  return (
    <EnteredFilter label={label} shown={phoneText(value)} onRemove={() => onChange("")}>
      <PhoneForm label={label} onChange={onChange} />
    </EnteredFilter>
  );
}

function PhoneForm({ label, onChange }: Pick<Props, "label" | "onChange">) {
  const { t } = useTexts();
  const [entered, setEntered] = useState("");
  return (
    <form
      class="block cursor-auto bg-transparent p-2"
      onSubmit={(event) => {
        event.preventDefault();
        onChange(entered.trim());
      }}
    >
      <Field label={label} hint={t.contacts.phoneHint}>
        <input
          type="tel"
          required
          maxLength={64}
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
