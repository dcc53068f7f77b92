import { ChevronDown, X } from "lucide";
import { useState } from "preact/hooks";
import { Dropdown } from "../../../design/dropdown";
import { Icon } from "../../../design/icon";
import { Field } from "../parts/field";
import { State } from "../parts/state";
import { useAccount } from "../service/signed-in";
import { useQuery } from "../service/use-query";
import { useTexts } from "../texts/language";
import { MAX_VALUE_LENGTH } from "./rules";

interface Props {
  /** `name=value`, as in the contract; empty for none. */
  value: string;
  onChange(value: string): void;
}

/** Filter of contacts by the value of a variable. */
export function AttributeFilter({ value, onChange }: Props) {
  const { t } = useTexts();
  if (value !== "") {
    return (
      <span class="filter on">
        <span>{t.contacts.oneVariable}:</span>
        <strong>{value.replace("=", ": ")}</strong>
        <button
          type="button"
          class="btn btn-ghost btn-xs btn-square"
          aria-label={t.filters.remove(t.contacts.oneVariable)}
          onClick={() => onChange("")}
        >
          <Icon of={X} size={14} />
        </button>
      </span>
    );
  }
  const label = (
    <>
      {t.contacts.oneVariable}
      <Icon of={ChevronDown} size={14} />
    </>
  );
  return (
    <Dropdown label={label} class="filter cursor-pointer">
      <li>
        <AttributeForm onChange={onChange} />
      </li>
    </Dropdown>
  );
}

function AttributeForm({ onChange }: Pick<Props, "onChange">) {
  const { t } = useTexts();
  const { recado } = useAccount();
  const result = useQuery("variables", (signal) => recado.contacts.getVariables({}, { signal }));
  const [chosen, setChosen] = useState("");
  const [entered, setEntered] = useState("");
  if (result.value === null) return <State result={result} />;
  const names = result.value.variables.map(({ name }) => name).filter((name) => !OWN.includes(name));
  if (names.length === 0) return <p class="hint p-2">{t.contacts.noVariableYet}</p>;
  const name = chosen === "" ? names[0]! : chosen;
  return (
    <form
      class="block cursor-auto bg-transparent p-2"
      onSubmit={(event) => {
        event.preventDefault();
        onChange(`${name}=${entered}`);
      }}
    >
      <Field label={t.contacts.oneVariable}>
        <select value={name} onChange={(event) => setChosen(event.currentTarget.value)}>
          {names.map((one) => (
            <option key={one} value={one} selected={one === name}>
              {one}
            </option>
          ))}
        </select>
      </Field>
      <Field label={t.contacts.value} hint={t.contacts.exactValue}>
        <input
          maxLength={MAX_VALUE_LENGTH}
          autocomplete="off"
          value={entered}
          onInput={(event) => setEntered(event.currentTarget.value)}
        />
      </Field>
      <button type="submit" class="btn btn-primary btn-sm">
        {t.filters.apply}
      </button>
    </form>
  );
}

/** Variables that are fields of a contact, and not attributes. */
const OWN: readonly string[] = ["name", "phone"];
