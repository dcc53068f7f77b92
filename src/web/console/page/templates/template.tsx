import { Copy, SendHorizontal } from "lucide";
import { useLocation, useRoute } from "preact-iso";
import { useState } from "preact/hooks";
import type { Campaign, Template } from "../../../../client";
import { CampaignStatus } from "../parts/campaign-progress";
import { type QueryResult, useMutation, useQuery, useScope } from "../service/hooks";
import { useTexts, wordFor } from "../texts/language";
import { Icon } from "../../../design/icon";
import { ConfirmButton } from "../parts/dialog-buttons";
import { Content, PhoneFrame } from "../parts/content";
import { Heading, ResourcePage } from "../parts/resource-page";
import { useSenderTitle } from "../parts/senders";
import { draftOf } from "./conversion";
import { Editor } from "./editor";
import { TemplateFacts } from "./facts";
import { Flow } from "./follow-ups";

const MAX_CAMPAIGNS = 10;
const MAX_TEMPLATES = 1_000;

interface Uses {
  campaigns: readonly Campaign[];
  /** Number of campaigns beyond `campaigns`. */
  moreCampaigns: number;
  /** Other templates that send the template as a follow-up. */
  templates: readonly Template[];
}

const isUsed = ({ campaigns, templates }: Uses): boolean => campaigns.length + templates.length > 0;

/** Returns what prevents the deletion of a template; null if `isWanted` is false. */
function useUses(template: Template, isWanted: boolean): QueryResult<Uses | null> {
  const mayCampaigns = useScope("campaigns:read");
  return useQuery(`uses of ${template.id} ${isWanted} ${mayCampaigns}`, async (recado) => {
    if (!isWanted) return null;
    const status = ["draft" as const, "scheduled" as const, "running" as const, "error" as const];
    const [page, templates] = await Promise.all([
      mayCampaigns
        ? recado.campaigns.list({ template_id: [template.id], status, limit: MAX_CAMPAIGNS })
        : null,
      recado.templates.list({ limit: MAX_TEMPLATES }),
    ]);
    const campaigns = page?.data ?? [];
    return {
      campaigns,
      moreCampaigns: (page?.pagination.total ?? 0) - campaigns.length,
      templates: templates.data.filter(
        ({ id, follow_ups: rules }) =>
          id !== template.id && rules.some(({ template_id: target }) => target === template.id),
      ),
    };
  });
}

/** Shows the campaigns and templates that prevent the deletion of a template. */
function UsedBy({ of: uses }: { of: Uses }) {
  const { t, format } = useTexts();
  return (
    <>
      <p class="refusal">{t.templates.usedBy}</p>
      <ul>
        {uses.campaigns.map((campaign) => (
          <li key={campaign.id}>
            <a href={`/console/campaigns/${campaign.id}`}>{campaign.name}</a> <CampaignStatus of={campaign} />
          </li>
        ))}
        {uses.moreCampaigns > 0 && <li>{t.contacts.andMore(format.number(uses.moreCampaigns))}</li>}
        {uses.templates.map(({ id, name }) => (
          <li key={id}>
            <a href={`/console/templates/${id}`}>{name}</a>{" "}
            <span class="hint">{t.templates.sendsAsFollowUp}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

export function TemplatePage() {
  const { t } = useTexts();
  const { id = "" } = useRoute().params;
  const mayWrite = useScope("templates:write");
  const result = useQuery(id, (recado) => recado.templates.get({ template_id: id }));
  return (
    <ResourcePage
      result={result}
      notFound={t.templates.notFound}
      back={{ href: "/console/templates", text: t.templates.all }}
    >
      {(template) => (
        <>
          <div class="head">
            <div class="min-w-0">
              <Heading name={template.name} />
              <p class="hint">
                {wordFor(t.channel, template.channel)} · {t.purpose[template.purpose]}
              </p>
            </div>
            <Actions key={template.id} template={template} />
          </div>
          {mayWrite ? (
            <Editor
              key={template.id}
              place={template.id}
              template={template}
              initial={draftOf(template)}
              onSaved={() => result.refetch()}
            />
          ) : (
            <ReadOnly template={template} />
          )}
        </>
      )}
    </ResourcePage>
  );
}

function ReadOnly({ template }: { template: Template }) {
  const { t } = useTexts();
  const titleOf = useSenderTitle();
  return (
    <>
      <p class="hint mb-4">{t.templates.readOnly}</p>
      <div class="grid items-start gap-x-6 lg:grid-cols-[23rem_minmax(0,1fr)]">
        <PhoneFrame title={titleOf(template.channel)}>
          <Content content={template.content} />
        </PhoneFrame>
        <div class="min-w-0">
          <TemplateFacts template={template} />
          {template.follow_ups.length > 0 && (
            <section class="card">
              <Flow rules={template.follow_ups} />
            </section>
          )}
        </div>
      </div>
    </>
  );
}

function Actions({ template }: { template: Template }) {
  const { t } = useTexts();
  const { route } = useLocation();
  const mayWrite = useScope("templates:write");
  const maySend = useScope("messages:send");
  const remove = useMutation(
    (recado) => recado.templates.delete({ template_id: template.id }),
    () => route("/console/templates"),
  );
  const [isOpen, setOpen] = useState(false);
  const { value: uses, isLoading } = useUses(template, isOpen);
  const isInUse = uses !== null && isUsed(uses);
  return (
    <div class="choices">
      {maySend && (
        <a class="btn" href={`/console/send?template=${template.id}`}>
          <Icon of={SendHorizontal} />
          {t.templates.send}
        </a>
      )}
      {mayWrite && (
        <a class="btn" href={`/console/templates/new?from=${template.id}`}>
          <Icon of={Copy} />
          {t.common.duplicate}
        </a>
      )}
      {mayWrite && (
        <ConfirmButton
          label={t.common.delete}
          action={remove}
          isDangerous
          isBlocked={isInUse || isLoading}
          onOpen={setOpen}
        >
          <h2>{t.templates.deleteThis(template.name)}</h2>
          {isInUse ? <UsedBy of={uses} /> : <p>{t.templates.deleteHint}</p>}
        </ConfirmButton>
      )}
    </div>
  );
}
