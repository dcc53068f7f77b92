import { Copy, SendHorizontal } from "lucide";
import { useLocation, useRoute } from "preact-iso";
import { useState } from "preact/hooks";
import type { Template } from "../../../../client";
import { Icon } from "../../../design/icon";
import { useTexts, wordFor } from "../texts/language";
import { ConfirmButton } from "../parts/dialog-buttons";
import { Content, PhoneFrame } from "../parts/content";
import { Heading, ResourcePage } from "../parts/resource-page";
import { useSenderTitle } from "../parts/senders";
import { useMutation, useQuery, useScope } from "../service/hooks";
import { draftOf } from "./conversion";
import { Editor } from "./editor";
import { TemplateFacts } from "./facts";
import { Flow } from "./follow-ups";
import { isUsed, UsedBy, useUses } from "./used-by";

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
