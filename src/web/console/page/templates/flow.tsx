import type { Recado, Template } from "../../../../client";
import { useTexts, wordFor } from "../texts/language";
import { Failure } from "../parts/failure";
import { useQuery } from "../service/use-query";
import type { RuleDraft } from "./draft";

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

/** Returns templates and the templates of their follow-ups by id, `MAX_DEPTH` levels in total. */
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
