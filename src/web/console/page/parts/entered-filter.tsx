import { ChevronDown, X } from "lucide";
import type { ComponentChildren, InputHTMLAttributes } from "preact";
import { useState } from "preact/hooks";
import { Dropdown } from "../../../design/dropdown";
import { Icon } from "../../../design/icon";
import { useTexts } from "../texts/language";
import { Field } from "./field";

interface Props {
  label: string;
  /** Chosen value, as shown; empty for none. */
  shown: string;
  onRemove(): void;
  /** Form for the value. */
  children: ComponentChildren;
}

/** Filter whose value the user enters in a form. */
export function EnteredFilter({ label, shown, onRemove, children }: Props) {
  const { t } = useTexts();
  if (shown !== "") {
    return (
      <span class="filter on">
        <span>{label}:</span>
        <strong>{shown}</strong>
        <button
          type="button"
          class="btn btn-ghost btn-xs btn-square"
          aria-label={t.filters.remove(label)}
          onClick={onRemove}
        >
          <Icon of={X} size={14} />
        </button>
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
  input: InputHTMLAttributes<HTMLInputElement>;
  onEnter(text: string): void;
}

/** Form of a filter with one required text field. */
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
      <Field label={label} hint={hint}>
        <input
          {...input}
          required
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
