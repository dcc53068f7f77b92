import { limits } from "../../../../../generated/server/values";
import { useLayoutEffect, useRef } from "preact/hooks";
import { useTexts } from "../texts/language";
import { MAX_VARIABLES, type Variable, type VariableFault } from "./rules";
import { FaultText } from "../parts/field";

interface Props {
  of: readonly Variable[];
  faults: ReadonlyMap<number, VariableFault>;
  onChange(variables: Variable[]): void;
}

/** Edits a contact's variables, one per row. Templates insert their values. */
export function Variables({ of, faults, onChange }: Props) {
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
