import { type Unit, UNITS } from "../parts/units";
import { useTexts } from "../texts/language";
import { useRuleTexts } from "./rule-texts";
import type { RuleEditor } from "./rule-windows";
import { InputField, SelectField, Checkbox } from "../parts/field";

/** Edits a rule's maximum of messages and minimum interval per recipient, and its need for consent. */
export function Limits({ entered, change, faultIn }: RuleEditor) {
  const { t } = useTexts();
  const words = useRuleTexts();
  const hasLimit = entered.messages !== "" || entered.days !== "";
  const whole = (name: "messages" | "days" | "interval", label: string, field?: string) => (
    <InputField
      label={label}
      type="number"
      class="max-w-32"
      min={1}
      step={1}
      value={entered[name]}
      required={hasLimit && name !== "interval"}
      fault={field === undefined ? null : faultIn(field)}
      onValue={(value) => change({ [name]: value })}
    />
  );
  return (
    <>
      <fieldset>
        <legend>{words.limit}</legend>
        <p class="hint">{words.limitHint}</p>
        <div class="beside-fields">
          {whole("messages", words.messages, "max_per_recipient")}
          {whole("days", words.perDays)}
        </div>
      </fieldset>
      <fieldset>
        <legend>{words.interval}</legend>
        <p class="hint">{words.intervalHint}</p>
        <div class="beside-fields">
          {whole("interval", words.intervalValue, "min_interval_seconds")}
          <SelectField<Unit>
            label={words.intervalUnit}
            value={entered.unit}
            options={UNITS.map((unit) => [unit, t.templates.units[unit]] as const)}
            onValue={(unit) => change({ unit })}
          />
        </div>
      </fieldset>
      <div class="field">
        <Checkbox
          label={words.consent}
          checked={entered.requireConsent}
          onChange={(requireConsent) => change({ requireConsent })}
        />
      </div>
    </>
  );
}
