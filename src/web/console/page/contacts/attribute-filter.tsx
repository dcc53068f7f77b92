import { useState } from "preact/hooks";
import { EnteredFilter, EntryForm } from "../parts/filters";
import { State } from "../parts/state";
import { useQuery } from "../service/hooks";
import { useTexts } from "../texts/language";
import { MAX_VALUE_LENGTH } from "./rules";
import { SelectField } from "../parts/form";

interface Props {
  /** Variable to filter by and its value, as `name=value`; empty for none. */
  value: string;
  onChange(value: string): void;
}

/** Filters contacts by the value of a variable. */
export function AttributeFilter({ value, onChange }: Props) {
  const { t } = useTexts();
  return (
    <EnteredFilter
      label={t.contacts.oneVariable}
      shown={value.replace("=", ": ")}
      onRemove={() => onChange("")}
    >
      <AttributeForm onChange={onChange} />
    </EnteredFilter>
  );
}

function AttributeForm({ onChange }: Pick<Props, "onChange">) {
  const { t } = useTexts();
  const result = useQuery("variables", (recado) => recado.contacts.getVariables());
  const [chosen, setChosen] = useState("");
  if (result.value === null) return <State result={result} />;
  const names = result.value.variables.map(({ name }) => name).filter((name) => !OWN.includes(name));
  if (names.length === 0) return <p class="hint p-2">{t.contacts.noVariableYet}</p>;
  const name = chosen === "" ? names[0]! : chosen;
  return (
    <EntryForm
      label={t.contacts.value}
      hint={t.contacts.exactValue}
      input={{ required: false, maxLength: MAX_VALUE_LENGTH }}
      onEnter={(value) => onChange(`${name}=${value}`)}
    >
      <SelectField<string>
        label={t.contacts.oneVariable}
        value={name}
        onValue={setChosen}
        options={names.map((one) => [one, one] as const)}
      />
    </EntryForm>
  );
}

/** Variables that are fields of a contact. They are not attributes, so the filter does not offer them. */
const OWN: readonly string[] = ["name", "phone"];
