import { ChevronDown, X } from "lucide";
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Dropdown } from "../../../design/dropdown";
import { Icon, IconButton } from "../../../design/icon";
import { useTexts } from "../texts/language";
import { InputField } from "./field";

interface Props {
  label: string;
  /** Chosen value, as shown; empty for none. */
  shown: string;
  onRemove(): void;
  /** Form in which the user enters the value. */
  children: ComponentChildren;
}

/** Shows a filter whose value the user enters in a form. */
export function EnteredFilter({ label, shown, onRemove, children }: Props) {
  const { t } = useTexts();
  if (shown !== "") {
    return (
      <span class="filter on">
        <span>{label}:</span>
        <strong>{shown}</strong>
        <IconButton icon={X} label={t.filters.remove(label)} size="xs" iconSize={14} onClick={onRemove} />
      </span>
    );
  }
  const opener = (
    <>
      {label}
      <Icon of={ChevronDown} size={14} />
    </>
  );
  return (
    <Dropdown label={opener} class="filter cursor-pointer">
      <li>{children}</li>
    </Dropdown>
  );
}

interface FormProps {
  label: string;
  hint?: string;
  /** Attributes of the field, such as its type and its maximum length. */
  input: Partial<Omit<Parameters<typeof InputField>[0], "label" | "hint" | "value" | "onValue" | "fault">>;
  onEnter(text: string): void;
}

/** Shows the form of a filter with one required text field. */
export function EntryForm({ label, hint, input, onEnter }: FormProps) {
  const { t } = useTexts();
  const [entered, setEntered] = useState("");
  return (
    <form
      class="block cursor-auto bg-transparent p-2"
      onSubmit={(event) => {
        event.preventDefault();
        onEnter(entered);
      }}
    >
      <InputField
        {...input}
        label={label}
        hint={hint}
        required
        autocomplete="off"
        value={entered}
        onValue={setEntered}
      />
      <button type="submit" class="btn btn-primary btn-sm">
        {t.filters.apply}
      </button>
    </form>
  );
}
