import { useLocation, useRoute } from "preact-iso";
import { isRecadoError, type Template } from "../../../../client";
import { useTexts } from "../texts/language";
import { NotFound, isNotFound } from "../parts/not-found";
import { ConfirmButton } from "../parts/confirm-button";
import { Content } from "../parts/content";
import { Handset } from "../parts/handset";
import { Heading } from "../parts/heading";
import { State } from "../parts/state";
import { useAccount, useScope } from "../service/signed-in";
import { useMutation } from "../service/use-mutation";
import { useQuery } from "../service/use-query";
import { draftOf } from "./conversion";
import { Editor } from "./editor";
import { Flow } from "./flow";

export function TemplatePage() {
  const { t } = useTexts();
  const { recado } = useAccount();
  const { id = "" } = useRoute().params;
  const mayWrite = useScope("templates:write");
  const result = useQuery(id, (signal) => recado.templates.get({ template_id: id }, { signal }));
  const template = result.value;
  if (isNotFound(result)) {
    return <NotFound title={t.templates.notFound} href="/console/templates" linkText={t.templates.all} />;
  }
  return (
    <>
      <p>
        <a href="/console/templates">{t.templates.all}</a>
      </p>
      <State result={result} />
      {template !== null && (
        <>
          <div class="head">
            <Heading name={template.name} />
            <Actions template={template} />
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
    </>
  );
}

function ReadOnly({ template }: { template: Template }) {
  const { t } = useTexts();
  return (
    <>
      <p class="hint">{t.templates.readOnly}</p>
      <Handset title={template.name}>
        <Content content={template.content} />
      </Handset>
      {template.follow_ups.length > 0 && <Flow rules={template.follow_ups} />}
    </>
  );
}

function Actions({ template }: { template: Template }) {
  const { t } = useTexts();
  const { recado } = useAccount();
  const { route } = useLocation();
  const mayWrite = useScope("templates:write");
  const maySend = useScope("messages:send");
  const remove = useMutation(
    () => recado.templates.delete({ template_id: template.id }),
    () => route("/console/templates"),
  );
  const isInUse = isRecadoError(remove.failure, "conflict");
  return (
    <div class="choices">
      {maySend && <a href={`/console/send?template=${template.id}`}>{t.templates.send}</a>}
      {mayWrite && <a href={`/console/templates/new?from=${template.id}`}>{t.templates.copy}</a>}
      {mayWrite && (
        <ConfirmButton label={t.templates.delete} action={isInUse ? { ...remove, failure: null } : remove}>
          <h2>{t.templates.deleteThis(template.name)}</h2>
          <p>{t.templates.deleteHint}</p>
          {isInUse && (
            <p role="alert" class="refusal">
              {t.templates.inUse}
            </p>
          )}
        </ConfirmButton>
      )}
    </div>
  );
}
