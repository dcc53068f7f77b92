import type { Template } from "../../../../client";
import { useTexts } from "../texts/language";
import { CopiedFact, Fact } from "../parts/fact";
import { addressOf } from "../parts/pages";
import { Moment } from "../parts/when";
import { useTemplateUse } from "./use-template-use";
import { useScopedQuery } from "../service/hooks";

/** Shows facts about a saved template: its recent use, validity and dates, with a link to its campaigns. */
export function TemplateFacts({ template }: { template: Template }) {
  const { t, format } = useTexts();
  const sent = useTemplateUse(Date.now());
  const { id, created_at: created, updated_at: updated } = template;
  return (
    <section class="card" aria-label={t.templates.facts}>
      <h2 class="mb-3">{t.templates.facts}</h2>
      <dl class="facts-list">
        <Campaigns templateId={id} />
        {sent !== null && (
          <Fact name={t.templates.used}>{t.templates.usedCount(format.number(sent.get(id) ?? 0))}</Fact>
        )}
        {template.validity_seconds !== null && (
          <Fact name={t.validity.name}>{format.exactSpan(template.validity_seconds)}</Fact>
        )}
        <Fact name={t.contacts.createdAt}>
          <Moment at={created} />
        </Fact>
        <Fact name={t.contacts.updated}>
          <Moment at={updated} />
        </Fact>
        <CopiedFact name={t.messages.id} value={id} />
      </dl>
    </section>
  );
}

function Campaigns({ templateId }: { templateId: string }) {
  const { t, format } = useTexts();
  const { value } = useScopedQuery({
    scope: "campaigns:read",
    key: `campaigns of ${templateId}`,
    none: null,
    load: ({ campaigns }) => campaigns.list({ template_id: [templateId], limit: 1 }),
  });
  if (value === null) return null;
  const { total } = value.pagination;
  const [only] = value.data;
  return (
    <Fact name={t.menu.campaigns}>
      {only === undefined ? (
        t.common.none
      ) : total === 1 ? (
        <a href={`/console/campaigns/${only.id}`}>{only.name}</a>
      ) : (
        <a href={addressOf("/console/campaigns", { template: templateId })}>
          {t.templates.campaigns(format.number(total))}
        </a>
      )}
    </Fact>
  );
}
