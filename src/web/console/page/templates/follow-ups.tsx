import { limits } from "../../../../../generated/server/values";
import { useState } from "preact/hooks";
import { useTexts } from "../texts/language";
import { TemplateChoice } from "../parts/template-choice";
import { useFault } from "./context";
import type { RuleDraft } from "./draft";
import { Flow } from "./flow";
import { Order } from "./suggestions";
import { inWholeUnits, UNITS } from "../parts/units";
import { Choices, InputField, SelectField } from "../parts/field";
import { useEntries } from "./use-entries";

interface Props {
  /** Id of the edited template; undefined for a new template. */
  templateId: string | undefined;
  rules: readonly RuleDraft[];
  onChange(rules: RuleDraft[]): void;
}

/** New rule: a follow-up after an hour without delivery, or an hour after the status `undelivered`. */
const FIRST: RuleDraft = { on: ["no_delivery", "undelivered"], after_seconds: 3_600, template_id: "" };

export function FollowUps({ templateId, rules, onChange }: Props) {
  const { t } = useTexts();
  const entries = useEntries(rules, onChange);
  return (
    <section class="card">
      <h2>{t.templates.followUps}</h2>
      <p class="hint mb-3">{t.templates.followUpsHint}</p>
      {entries.map((entry) => (
        <div key={entry.key} class="part" role="group" aria-label={t.templates.rule(entry.index + 1)}>
          <h3>{t.templates.rule(entry.index + 1)}</h3>
          <RuleFields
            path={`follow_ups[${entry.index}]`}
            rule={entry.value}
            templateId={templateId}
            onChange={entry.change}
          />
          <Order of={entry} />
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
  const target = useFault(`${path}.template_id`);
  const wait = useFault(`${path}.after_seconds`);
  const on = useFault(`${path}.on`);
  return (
    <>
      <Choices
        legend={t.templates.when}
        words={t.templates.outcomes}
        chosen={rule.on}
        fault={on}
        onChange={(chosen) => onChange({ on: chosen })}
      />
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
        required
        fault={target}
      />
    </>
  );
}

function Wait(props: { seconds: number; fault: string | null; onSeconds(seconds: number): void }) {
  const { t } = useTexts();
  const { seconds, fault, onSeconds } = props;
  // The state keeps the chosen unit, so that typing 60 minutes does not change the field to 1 hour.
  const [chosen, setChosen] = useState<number>(inWholeUnits(seconds).unit);
  // Discarding the draft, or loading another version, may set a time that the unit does not divide.
  const unit = seconds % chosen === 0 ? chosen : inWholeUnits(seconds).unit;
  const change = (next: number) => {
    setChosen(next);
    onSeconds(Math.min(Math.round((seconds / unit) * next), limits.FollowUpRule.after_seconds.maximum));
  };
  return (
    <div class="grid grid-cols-[7rem_9rem] items-start gap-x-3">
      <InputField
        label={t.templates.after}
        fault={fault}
        type="number"
        min={0}
        step={1}
        required
        max={Math.floor(limits.FollowUpRule.after_seconds.maximum / unit)}
        value={String(seconds / unit)}
        onValue={(value) => {
          setChosen(unit);
          onSeconds(Math.round(Number(value) || 0) * unit);
        }}
      />
      <SelectField<number>
        label={t.templates.unit}
        value={unit}
        onValue={change}
        options={UNITS.map((one) => [one, t.templates.units[one]] as const)}
      />
    </div>
  );
}
