import { Field } from "../parts/field";
import type { Unit } from "./rule-draft";
import { useRuleTexts } from "./rule-texts";
import type { RuleEditor } from "./rule-windows";

const UNITS: readonly Unit[] = ["seconds", "minutes", "hours", "days"];

/** Edits how many messages a number gets, and whether it must have given consent. */
export function Limits({ entered, change, faultIn }: RuleEditor) {
  const words = useRuleTexts();
  const hasLimit = entered.messages !== "" || entered.days !== "";
  const whole = (name: "messages" | "days" | "interval", isRequired: boolean) => (
    <input
      type="number"
      class="max-w-32"
      min={1}
      step={1}
      required={isRequired}
      value={entered[name]}
      onInput={({ currentTarget }: { currentTarget: HTMLInputElement }) =>
        change({ [name]: currentTarget.value })
      }
    />
  );
  return (
    <>
      <fieldset>
        <legend>{words.limit}</legend>
        <p class="hint">{words.limitHint}</p>
        <div class="beside-fields">
          <Field label={words.messages} fault={faultIn("max_per_recipient")}>
            {whole("messages", hasLimit)}
          </Field>
          <Field label={words.perDays}>{whole("days", hasLimit)}</Field>
        </div>
      </fieldset>
      <fieldset>
        <legend>{words.interval}</legend>
        <p class="hint">{words.intervalHint}</p>
        <div class="beside-fields">
          <Field label={words.intervalValue} fault={faultIn("min_interval_seconds")}>
            {whole("interval", false)}
          </Field>
          <Field label={words.intervalUnit}>
            <select
              value={entered.unit}
              onChange={({ currentTarget }: { currentTarget: HTMLSelectElement }) =>
                change({ unit: currentTarget.value as Unit })
              }
            >
              {UNITS.map((unit) => (
                <option key={unit} value={unit} selected={unit === entered.unit}>
                  {words.units[unit]}
                </option>
              ))}
            </select>
          </Field>
        </div>
      </fieldset>
      <div class="field">
        <label>
          <input
            type="checkbox"
            checked={entered.requireConsent}
            onChange={({ currentTarget }) => change({ requireConsent: currentTarget.checked })}
          />
          {words.consent}
        </label>
      </div>
    </>
  );
}
