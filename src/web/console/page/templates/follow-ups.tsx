import { enums, limits } from "../../../../../generated/server/values";
import { useId, useState } from "preact/hooks";
import { useTexts } from "../texts/language";
import { Field } from "../parts/field";
import { TemplateChoice } from "../parts/template-choice";
import { useFault } from "./context";
import { changed, moved, type RuleDraft, without } from "./draft";
import { Flow } from "./flow";
import { Order } from "./suggestions";
import { inWholeUnits, UNITS } from "../parts/units";

interface Props {
  /** Id of the edited template; undefined for a new template. */
  templateId: string | undefined;
  rules: readonly RuleDraft[];
  onChange(rules: RuleDraft[]): void;
}

/** Default rule: a follow-up if the message has not arrived within an hour. */
const FIRST: RuleDraft = { on: ["no_delivery", "undelivered"], after_seconds: 3_600, template_id: "" };

export function FollowUps({ templateId, rules, onChange }: Props) {
  const { t } = useTexts();
  return (
    <section class="card">
      <h2>{t.templates.followUps}</h2>
      <p class="hint mb-3">{t.templates.followUpsHint}</p>
      {rules.map((rule, index) => (
        <div key={index} class="part" role="group" aria-label={t.templates.rule(index + 1)}>
          <h3>{t.templates.rule(index + 1)}</h3>
          <RuleFields
            path={`follow_ups[${index}]`}
            {...{ rule, templateId }}
            onChange={(changes) => onChange(changed(rules, index, changes))}
          />
          <Order
            {...{ index, count: rules.length }}
            onMove={(steps) => onChange(moved(rules, index, steps))}
            onRemove={() => onChange(without(rules, index))}
          />
        </div>
      ))}
      {rules.length < limits.Template.follow_ups.maxItems && (
        <button type="button" onClick={() => onChange([...rules, FIRST])}>
          {t.templates.addRule}
        </button>
      )}
      {rules.some(({ template_id }) => template_id !== "") && <Flow rules={rules} />}
    </section>
  );
}

interface RuleProps {
  path: string;
  rule: RuleDraft;
  templateId: string | undefined;
  onChange(changes: Partial<RuleDraft>): void;
}

function RuleFields({ path, rule, templateId, onChange }: RuleProps) {
  const { t } = useTexts();
  const when = useId();
  const target = useFault(`${path}.template_id`);
  const wait = useFault(`${path}.after_seconds`);
  const on = useFault(`${path}.on`);
  return (
    <>
      <p id={when} class="hint">
        {t.templates.when}
      </p>
      <div class="outcomes" role="group" aria-labelledby={when}>
        {enums.FollowUpOutcome.map((outcome) => (
          <label key={outcome}>
            <input
              type="checkbox"
              checked={rule.on.includes(outcome)}
              onChange={({ currentTarget }) =>
                onChange({
                  on: enums.FollowUpOutcome.filter((one) =>
                    one === outcome ? currentTarget.checked : rule.on.includes(one),
                  ),
                })
              }
            />
            {t.templates.outcomes[outcome]}
          </label>
        ))}
      </div>
      {on !== null && (
        <p class="refusal" role="alert">
          {on}
        </p>
      )}
      <Wait
        seconds={rule.after_seconds}
        fault={wait}
        onSeconds={(after_seconds) => onChange({ after_seconds })}
      />
      <TemplateChoice
        label={t.templates.then}
        chosen={rule.template_id}
        onChoose={(template_id) => onChange({ template_id })}
        except={templateId}
      />
      {target !== null && (
        <p class="refusal" role="alert">
          {target}
        </p>
      )}
    </>
  );
}

function Wait(props: { seconds: number; fault: string | null; onSeconds(seconds: number): void }) {
  const { t } = useTexts();
  const { seconds, fault, onSeconds } = props;
  // The state keeps the chosen unit, so that typing 60 minutes does not change the field to 1 hour.
  const [unit, setUnit] = useState<number>(inWholeUnits(seconds).unit);
  const change = (next: number) => {
    setUnit(next);
    onSeconds(Math.min(Math.round((seconds / unit) * next), limits.FollowUpRule.after_seconds.maximum));
  };
  return (
    <div class="wait">
      <Field label={t.templates.after} fault={fault}>
        <input
          type="number"
          min={0}
          max={Math.floor(limits.FollowUpRule.after_seconds.maximum / unit)}
          step={1}
          value={seconds / unit}
          required
          onInput={({ currentTarget }: { currentTarget: HTMLInputElement }) =>
            onSeconds(Math.round(currentTarget.valueAsNumber || 0) * unit)
          }
        />
      </Field>
      <Field label={t.templates.unit}>
        <select
          value={unit}
          onChange={({ currentTarget }: { currentTarget: HTMLSelectElement }) =>
            change(Number(currentTarget.value))
          }
        >
          {UNITS.map((one) => (
            <option key={one} value={one} selected={one === unit}>
              {t.templates.units[one]}
            </option>
          ))}
        </select>
      </Field>
    </div>
  );
}
