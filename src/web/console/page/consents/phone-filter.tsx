import { limits } from "../../../../../generated/server/values";
import { EnteredFilter, EntryForm } from "../parts/entered-filter";
import { phoneText } from "../../../../messaging/phone-text";
import { useTexts } from "../texts/language";

interface Props {
  label: string;
  /** Phone number as typed; empty for no filter. */
  value: string;
  onChange(value: string): void;
}

/** Filters by a phone number. The service accepts it in any usual format. */
export function PhoneFilter({ label, value, onChange }: Props) {
  const { t } = useTexts();
  return (
    <EnteredFilter label={label} shown={phoneText(value)} onRemove={() => onChange("")}>
      <EntryForm
        label={label}
        hint={t.contacts.phoneHint}
        input={{ type: "tel", maxLength: limits.PhoneNumberInput.maxLength }}
        onEnter={(text) => onChange(text.trim())}
      />
    </EnteredFilter>
  );
}
