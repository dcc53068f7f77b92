import { useState } from "preact/hooks";
import type { Recado, Template } from "../../../../client";
import { useTexts, wordFor } from "../texts/language";
import { Failure } from "../parts/state";
import { useQuery } from "../service/hooks";
import type { RuleDraft } from "./draft";
import { limits } from "../../../../../generated/server/values";
import { TemplateChoice } from "../parts/resource-choices";
import { useFault } from "./fields";
import { Order } from "./suggestions";
import { inWholeUnits, UNITS } from "../parts/units";
import { Choices, InputField, SelectField } from "../parts/form";
import { useEntries } from "./use-entries";

/** Maximum number of follow-ups in a chain. */
const MAX_DEPTH = 3;

/** Draws a template's follow-ups and theirs as a tree. Nested lists make it accessible to screen readers. */
export function Flow({ rules }: { rules: readonly RuleDraft[] }) {
  const { t } = useTexts();
  const ids = [...new Set(rules.map(({ template_id }) => template_id).filter((id) => id !== ""))];
  const result = useQuery(JSON.stringify(ids), (recado) => reachedFrom(ids, recado));
  return (
    <div class="path" role="region" aria-label={t.templates.flow}>
      <h3>{t.templates.flow}</h3>
      <Failure of={result.failure} onRetry={result.refetch} />
      <p class="path-node">{t.templates.thisTemplate}</p>
      {result.value !== null && <Branches rules={rules} templates={result.value} passed={[]} />}
    </div>
  );
}

interface BranchProps {
  rules: readonly RuleDraft[];
  templates: ReadonlyMap<string, Template>;
  /** Ids of the templates above the rules in the tree. A repeated id ends its branch. */
  passed: readonly string[];
}

function Branches({ rules, templates, passed }: BranchProps) {
  const { t, format } = useTexts();
  const known = rules.flatMap((rule) => {
    const template = templates.get(rule.template_id);
    return template ? [{ rule, template }] : [];
  });
  if (known.length === 0) return null;
  return (
    <ul>
      {known.map(({ rule: { on, after_seconds }, template }, index) => (
        <li key={index}>
          <div class="path-step">
            <span class="path-edge">
              {t.templates.edge(
                on.map((outcome) => t.templates.outcomes[outcome]).join(t.templates.or),
                after_seconds === 0 ? null : format.exactSpan(after_seconds),
              )}
            </span>
            <a class="path-node" href={`/console/templates/${template.id}`} target="_blank">
              {template.name} ({wordFor(t.channel, template.channel)})
            </a>
          </div>
          {!passed.includes(template.id) && passed.length < MAX_DEPTH && (
            <Branches rules={template.follow_ups} templates={templates} passed={[...passed, template.id]} />
          )}
        </li>
      ))}
    </ul>
  );
}

/**
 * Returns the templates with these ids, the templates of their follow-ups, and so on, by id. Reads at most
 * `MAX_DEPTH` levels; the given templates are the first level.
 */
async function reachedFrom(ids: readonly string[], recado: Recado) {
  const found = new Map<string, Template>();
  let next: readonly string[] = ids;
  for (let depth = 0; depth < MAX_DEPTH && next.length > 0; depth++) {
    const templates = await Promise.all(next.map((template_id) => recado.templates.get({ template_id })));
    for (const template of templates) found.set(template.id, template);
    const targets = templates.flatMap(({ follow_ups }) => follow_ups.map(({ template_id }) => template_id));
    next = [...new Set(targets)].filter((id) => !found.has(id));
  }
  return found;
}

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
