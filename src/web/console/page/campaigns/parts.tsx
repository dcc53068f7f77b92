import { type Campaign, isRecadoError } from "../../../../client";
import { useTexts } from "../texts/language";
import { useAccount, useScope } from "../service/signed-in";
import { type Answer, useAnswer } from "../service/use-answer";
import { advanceOf } from "./rules";

export const HERE = "/console/campaigns";

export function CampaignStatus({ status }: { status: Campaign["status"] }) {
  const { t } = useTexts();
  const words = (t.campaigns.statuses as Record<string, string>)[status] ?? status;
  return <span class={`status campaign-${/^[a-z]+$/.test(status) ? status : "other"}`}>{words}</span>;
}

/** How far it has come; nothing before its first message. */
export function Advance({ of }: { of: Pick<Campaign, "name" | "progress"> }) {
  const { t, format } = useTexts();
  const { done, total } = advanceOf(of.progress);
  if (total === 0) return <>—</>;
  return (
    <span class="advance">
      <progress max={total} value={done} aria-label={`${t.campaigns.progress}: ${of.name}`} />
      <span class="hint">{t.campaigns.done(format.number(done), format.number(total))}</span>
    </span>
  );
}

/** What a campaign sends, and whom to; each null where the key may not read it. */
export function useParts({ template_id, list_id }: Pick<Campaign, "template_id" | "list_id">) {
  const { recado } = useAccount();
  const [mayTemplates, mayContacts] = [useScope("templates:read"), useScope("contacts:read")];
  const template = useAnswer(`template ${template_id}`, async (signal) =>
    mayTemplates ? await recado.templates.get({ template_id }, { signal }) : null,
  );
  const list = useAnswer(`list ${list_id}`, async (signal) =>
    mayContacts ? await recado.contactLists.get({ list_id }, { signal }) : null,
  );
  return { template, list };
}

export const isGone = ({ failure }: Answer<unknown>): boolean => isRecadoError(failure, "not_found");

/** A link to something else by its name, or what is known of it. */
export function Named({
  answer,
  path,
  id,
}: {
  answer: Answer<{ name: string } | null>;
  path: string;
  id: string;
}) {
  const { t } = useTexts();
  if (isGone(answer)) return <span class="hint">{t.campaigns.deleted}</span>;
  return answer.value === null ? <>{id}</> : <a href={`${path}/${id}`}>{answer.value.name}</a>;
}
