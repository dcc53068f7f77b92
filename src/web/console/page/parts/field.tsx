import {
  cloneElement,
  type ComponentChildren,
  type InputHTMLAttributes,
  type LooseInputHTMLAttributes,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  type VNode,
} from "preact";
import { useId } from "preact/hooks";

interface Props {
  label: string;
  hint?: ComponentChildren;
  /** Error text; null for none. */
  fault?: string | null;
  /** Content below the input, such as the size of its text. */
  below?: ComponentChildren;
}

interface FieldProps extends Props {
  /** An `input`, `select` or `textarea`. */
  children: VNode<Record<string, unknown>>;
}

export function Field({ label, hint, fault = null, children, below }: FieldProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, fault !== null && `${id}-fault`].filter(Boolean).join(" ");
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {cloneElement(children, {
        id,
        "aria-describedby": described || undefined,
        "aria-invalid": fault === null ? undefined : true,
      })}
      {below}
      {hint && (
        <span id={`${id}-hint`} class="hint">
          {hint}
        </span>
      )}
      <FaultText id={`${id}-fault`} of={fault} />
    </div>
  );
}

/** Shows an error text, or nothing if it is null. */
export function FaultText({ of, id }: { of: ComponentChildren; id?: string }) {
  if (of === null) return null;
  return (
    <span id={id} class="refusal block" role="alert">
      {of}
    </span>
  );
}

/** Properties of a field: those of `Props`, the value, and the attributes of its HTML element. */
type FieldOf<Attributes, Value> = Props &
  Omit<Attributes, keyof Props | "value"> & { value: Value; onValue(value: Value): void };

/** Attributes of an input of any type. `list` is the id of a `datalist` element. */
type InputAttributes = LooseInputHTMLAttributes<HTMLInputElement> & { list?: string };

export function InputField({
  label,
  hint,
  fault,
  below,
  onValue,
  ...input
}: FieldOf<InputAttributes, string>) {
  return (
    <Field label={label} hint={hint} fault={fault} below={below}>
      <input
        {...(input as InputHTMLAttributes<HTMLInputElement>)}
        onInput={({ currentTarget }: { currentTarget: HTMLInputElement }) => onValue(currentTarget.value)}
      />
    </Field>
  );
}

export function TextAreaField({
  label,
  hint,
  fault,
  below,
  onValue,
  ...area
}: FieldOf<TextareaHTMLAttributes<HTMLTextAreaElement>, string>) {
  return (
    <Field label={label} hint={hint} fault={fault} below={below}>
      <textarea
        {...area}
        onInput={({ currentTarget }: { currentTarget: HTMLTextAreaElement }) => onValue(currentTarget.value)}
      />
    </Field>
  );
}

type Options<Value> = readonly (readonly [value: Value, words: string])[];

export function SelectField<Value extends string | number>({
  label,
  hint,
  fault,
  below,
  options,
  value,
  onValue,
  ...select
}: FieldOf<SelectHTMLAttributes<HTMLSelectElement>, Value> & { options: Options<Value> }) {
  return (
    <Field label={label} hint={hint} fault={fault} below={below}>
      <select
        {...(select as object)}
        value={value}
        onChange={({ currentTarget }: { currentTarget: HTMLSelectElement }) => {
          const chosen = options[currentTarget.selectedIndex];
          if (chosen !== undefined) onValue(chosen[0]);
        }}
      >
        {options.map(([one, words]) => (
          <option key={one} value={one} selected={one === value}>
            {words}
          </option>
        ))}
      </select>
    </Field>
  );
}

/** Returns the options of a `SelectField`, in the order of `words`, which maps each value to its label. */
export const optionsOf = <Value extends string>(words: Readonly<Record<Value, string>>) =>
  Object.entries(words) as [Value, string][];

interface CheckboxProps {
  label: string;
  checked: boolean;
  class?: string;
  onChange(checked: boolean): void;
}

export function Checkbox({ label, checked, class: own, onChange }: CheckboxProps) {
  return (
    <label class={own}>
      <input
        type="checkbox"
        checked={checked}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      {label}
    </label>
  );
}

interface ChoicesProps<Value extends string> {
  legend: string;
  /** Label of each value, in display order. */
  words: Readonly<Record<Value, string>>;
  chosen: readonly Value[];
  hint?: string | undefined;
  /** Error text. */
  fault?: string | null;
  onChange(chosen: Value[]): void;
}

/** Shows a group of checkboxes. The user may choose any number of values. */
export function Choices<Value extends string>(props: ChoicesProps<Value>) {
  const { legend, words, chosen, hint, fault = null, onChange } = props;
  const values = Object.keys(words) as Value[];
  return (
    <fieldset class="options">
      <legend>{legend}</legend>
      {values.map((value) => (
        <Checkbox
          key={value}
          label={words[value]}
          checked={chosen.includes(value)}
          onChange={(checked) =>
            onChange(values.filter((one) => (one === value ? checked : chosen.includes(one))))
          }
        />
      ))}
      {hint !== undefined && <span class="hint">{hint}</span>}
      <FaultText of={fault} />
    </fieldset>
  );
}

interface OneChoiceProps<Value extends string> extends Pick<
  ChoicesProps<Value>,
  "legend" | "words" | "hint"
> {
  /** Name of the radio buttons, unique on the page. */
  name: string;
  chosen: Value;
  onChoose(chosen: Value): void;
}

/** Offers values as radio buttons. */
export function OneChoice<Value extends string>(props: OneChoiceProps<Value>) {
  const { legend, name, words, chosen, hint, onChoose } = props;
  return (
    <fieldset class="options">
      <legend>{legend}</legend>
      {(Object.keys(words) as Value[]).map((value) => (
        <label key={value}>
          <input type="radio" name={name} checked={value === chosen} onChange={() => onChoose(value)} />
          {words[value]}
        </label>
      ))}
      {hint !== undefined && <span class="hint">{hint}</span>}
    </fieldset>
  );
}
