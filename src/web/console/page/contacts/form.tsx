import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { limits } from "../../../../../generated/server/values";
import { useTexts } from "../texts/language";
import {
  attributesOf,
  faultsIn,
  MAX_VARIABLES,
  type Variable,
  type VariableFault,
  variablesOf,
} from "./rules";
import { FaultText, Form, InputField } from "../parts/form";
import { MAX_NAME_LENGTH } from "../../../../platform/text";
import type { Contact } from "../../../../client";
import { blames, useFieldFault } from "../parts/state";
import type { Mutation } from "../service/hooks";
import { useDraft } from "../service/use-draft";

interface VariablesProps {
  of: readonly Variable[];
  faults: ReadonlyMap<number, VariableFault>;
  onChange(variables: Variable[]): void;
}

/** Edits a contact's variables, one per row. Templates insert their values. */
function Variables({ of, faults, onChange }: VariablesProps) {
  const { t } = useTexts();
  const group = useRef<HTMLFieldSetElement>(null);
  // Selector of the element that the layout effect focuses after rendering, before the next key press.
  const focusNext = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (focusNext.current) group.current?.querySelector<HTMLElement>(focusNext.current)?.focus();
    focusNext.current = null;
  }, [of]);
  const change = (key: number, changes: Partial<Variable>) =>
    onChange(of.map((one) => (one.key === key ? { ...one, ...changes } : one)));
  const add = () => {
    focusNext.current = ".variable:last-of-type input";
    onChange([...of, { key: Math.max(-1, ...of.map(({ key }) => key)) + 1, name: "", value: "" }]);
  };
  const remove = (key: number) => {
    focusNext.current = ".add";
    onChange(of.filter((one) => one.key !== key));
  };
  return (
    <fieldset ref={group}>
      <legend>{t.contacts.variables}</legend>
      <p class="hint">{t.contacts.variablesHint}</p>
      {of.map(({ key, name, value }, index) => {
        const fault = faults.get(key);
        return (
          <div class="variable" key={key}>
            <input
              aria-label={t.contacts.variableName(index + 1)}
              placeholder={t.contacts.variable}
              aria-invalid={fault === "name" || fault === "twice" ? true : undefined}
              maxLength={limits.ContactAttributes.names.maxLength}
              autocomplete="off"
              value={name}
              onInput={(event) => change(key, { name: event.currentTarget.value })}
            />
            <input
              aria-label={t.contacts.variableValue(index + 1)}
              placeholder={t.contacts.value}
              aria-invalid={fault === "value" ? true : undefined}
              autocomplete="off"
              value={value}
              onInput={(event) => change(key, { value: event.currentTarget.value })}
            />
            <button type="button" aria-label={t.contacts.removeVariable(name)} onClick={() => remove(key)}>
              ×
            </button>
            <FaultText of={fault === undefined ? null : t.contacts.variableFaults[fault]} />
          </div>
        );
      })}
      <button type="button" class="btn add" disabled={of.length >= MAX_VARIABLES} onClick={add}>
        {t.contacts.addVariable}
      </button>
    </fieldset>
  );
}

export type Entered = Pick<Contact, "phone" | "name" | "attributes">;

interface Props {
  initial: Entered;
  /** Part of the key under which the browser stores the draft; unique per form. */
  place: string;
  /** Saves the input. `base` is the input without the user's changes. */
  action: Mutation<[entered: Entered, base: Entered]>;
  submit: string;
  onCancel(): void;
  /** Notice below the phone number. */
  phoneNotice?: ComponentChildren;
  /** Whether the last successful run of `action` saved the input. If not, the draft stays. Default: true. */
  wasSaved?(): boolean;
}

interface Fields {
  phone: string;
  name: string;
  variables: Variable[];
}

export function ContactForm({
  initial,
  place,
  action,
  submit,
  onCancel,
  phoneNotice,
  wasSaved = () => true,
}: Props) {
  const { t } = useTexts();
  const fieldFault = useFieldFault();
  const draft = useDraft<Fields>(`contact ${place}`, {
    phone: initial.phone,
    name: initial.name ?? "",
    variables: variablesOf(initial.attributes),
  });
  const { phone, name, variables } = draft.value;
  const [isTried, setTried] = useState(false);
  const faults = faultsIn(variables);
  const save = () => {
    setTried(true);
    if (faults.size > 0) return;
    void action
      .run(enteredIn(draft.value), enteredIn(draft.base))
      .then((worked) => worked && wasSaved() && draft.discard());
  };
  return (
    <Form
      class="card narrow"
      draft={draft}
      action={action}
      except={["phone", "name"]}
      submit={submit}
      onSubmit={save}
      onCancel={() => {
        draft.discard();
        onCancel();
      }}
      takesFocus
    >
      <InputField
        label={t.contacts.phone}
        hint={t.contacts.phoneHint}
        value={phone}
        type="tel"
        required
        maxLength={limits.PhoneNumberInput.maxLength}
        autocomplete="off"
        fault={phoneFault(action.failure, t.contacts)}
        onValue={(entered) => draft.change({ phone: entered })}
      />
      {phoneNotice}
      <InputField
        label={t.common.name}
        value={name}
        maxLength={MAX_NAME_LENGTH}
        autocomplete="off"
        fault={fieldFault(action.failure, "name")}
        onValue={(entered) => draft.change({ name: entered })}
      />
      <Variables
        of={variables}
        faults={isTried ? faults : new Map()}
        onChange={(entered) => draft.change({ variables: entered })}
      />
    </Form>
  );
}

const enteredIn = ({ phone, name, variables }: Fields): Entered => ({
  phone: phone.trim(),
  name: name.trim() === "" ? null : name.trim(),
  attributes: attributesOf(variables),
});

function phoneFault(failure: unknown, t: { phoneTaken: string; phoneInvalid: string }): string | null {
  if (!blames(failure, "phone")) return null;
  return (failure as { status: number }).status === 409 ? t.phoneTaken : t.phoneInvalid;
}
