import {
  cloneElement,
  type ComponentChildren,
  type InputHTMLAttributes,
  type LooseInputHTMLAttributes,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  type VNode,
} from "preact";
import { useEffect, useId, useLayoutEffect, useRef } from "preact/hooks";
import type { Mutation } from "../service/hooks";
import { useTexts } from "../texts/language";
import { ActionButton, Failure, isConflict } from "./state";
import type { Draft } from "../service/use-draft";

interface FieldTexts {
  label: string;
  hint?: ComponentChildren;
  /** Error text; null for none. */
  fault?: string | null;
  /** Content below the input, such as the size of its text. */
  below?: ComponentChildren;
}

interface FieldProps extends FieldTexts {
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

/** Properties of a field: those of `FieldTexts`, the value, and the attributes of its HTML element. */
type FieldOf<Attributes, Value> = FieldTexts &
  Omit<Attributes, keyof FieldTexts | "value"> & { value: Value; onValue(value: Value): void };

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

/** Returns a handler of a form's submission that calls `act`, and keeps the browser from sending the form. */
export const handleSubmit = (act: () => unknown) => (event: Event) => {
  event.preventDefault();
  void act();
};

type RestoredDraft = Pick<Draft<object>, "isRestored" | "isChanged" | "discard">;

interface RestoredProps {
  draft: RestoredDraft;
  /**
   * Whether the input is being saved. The discard button is then disabled, because discarding would change
   * the version that is being saved.
   */
  isSaving?: boolean;
}

/** Says that the form shows restored input, and offers to discard it; nothing without restored changes. */
export function Restored({ draft, isSaving = false }: RestoredProps) {
  const { t } = useTexts();
  if (!draft.isRestored || !draft.isChanged) return null;
  return (
    <p role="status" class="hint">
      {t.state.restored}{" "}
      <button type="button" class="plain" disabled={isSaving} onClick={draft.discard}>
        {t.state.discard}
      </button>
    </p>
  );
}

interface FieldsProps {
  isDisabled: boolean;
  children: ComponentChildren;
}

/**
 * Shows the fields of a form and disables them during a save. The page leaves the form after a successful
 * save, so input entered during the save would be lost.
 */
export function FormFields({ isDisabled, children }: FieldsProps) {
  // An element loses the focus when it is disabled. When it is enabled again, it gets the focus back.
  const focused = useRef<Element | null>(null);
  if (isDisabled) focused.current ??= document.activeElement;
  useLayoutEffect(() => {
    if (isDisabled) return;
    if (document.activeElement === document.body) (focused.current as HTMLElement | null)?.focus();
    focused.current = null;
  }, [isDisabled]);
  return (
    <fieldset class="contents" disabled={isDisabled}>
      {children}
    </fieldset>
  );
}

interface Props {
  class?: string;
  /** Draft that holds the input; absent for a form without a draft. */
  draft?: RestoredDraft;
  action: Pick<Mutation<[]>, "busy" | "failure">;
  /** Fields that the error above the buttons omits, because the form shows their errors beside its inputs. */
  except?: readonly string[];
  submit: string;
  onSubmit(): void;
  /** Called by the button that cancels. Without it the button is hidden. */
  onCancel?(): void;
  /** Whether the form is in a dialog, where the submit button comes after the cancel button. */
  isDialog?: boolean;
  /** Whether the first input takes the focus when the form appears. */
  takesFocus?: boolean;
  children: ComponentChildren;
}

/**
 * Shows a form with a notice of restored input, the fields, the error and the buttons. The page must leave
 * the form after a successful save.
 */
export function Form(props: Props) {
  const { class: own, draft, action, except, submit, onSubmit, onCancel, children } = props;
  const { isDialog = false, takesFocus = false } = props;
  const { t } = useTexts();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (takesFocus) form.current?.querySelector<HTMLElement>("input:enabled")?.focus();
  }, []);
  const cancel = onCancel && (
    <button type="button" class="btn" disabled={action.busy} onClick={onCancel}>
      {t.state.cancel}
    </button>
  );
  return (
    <form ref={form} class={own} onSubmit={handleSubmit(onSubmit)}>
      <FormFields isDisabled={action.busy}>
        {draft && <Restored draft={draft} />}
        {children}
      </FormFields>
      {!isConflict(action.failure) && <Failure of={action.failure} except={except} />}
      <div class="choices">
        {isDialog && cancel}
        <ActionButton type="submit" class="btn btn-primary" isBusy={action.busy}>
          {submit}
        </ActionButton>
        {!isDialog && cancel}
      </div>
    </form>
  );
}
