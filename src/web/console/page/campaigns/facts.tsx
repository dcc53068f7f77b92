import { Pencil } from "lucide";
import { useState } from "preact/hooks";
import { type Campaign, etagOf, type Sender } from "../../../../client";
import { Dialog } from "../../../design/dialog";
import { Icon } from "../../../design/icon";
import { useToast } from "../../../design/toast";
import { useTexts } from "../texts/language";
import { CopiedFact, Fact } from "../parts/fact";
import { Conflict, isConflict, type Shown } from "../parts/conflict";
import { Failure, useFieldFault } from "../parts/failure";
import { Field } from "../parts/field";
import { Restored } from "../parts/restored";
import { senderOf } from "../parts/senders";
import { Moment } from "../parts/when";
import { TagLinks, TagsInput } from "../parts/tags";
import { useAccount, useScope } from "../service/signed-in";
import { useMutation } from "../service/use-mutation";
import { useDraft } from "../service/use-draft";
import { MAX_NAME_LENGTH } from "./rules";

interface Props {
  campaign: Campaign;
  onChanged(): void;
}

export function Facts({ campaign, senders, onChanged }: Props & { senders: readonly Sender[] | null }) {
  const { t } = useTexts();
  const mayWrite = useScope("campaigns:write");
  const { status, channel, sender_id: senderId } = campaign;
  const sender = senderOf(senders ?? [], channel, senderId ?? "");
  const instants: [name: string, instant: string | null][] = [
    [t.campaigns.created, campaign.created_at],
    [t.campaigns.scheduledFor, status === "scheduled" ? campaign.scheduled_at : null],
    [t.campaigns.started, campaign.started_at],
    [t.campaigns.completedAt, campaign.completed_at],
    [t.campaigns.stoppedAt, status === "error" ? campaign.failed_at : null],
  ];
  return (
    <section class="card" aria-label={t.campaigns.facts}>
      <div class="mb-3 flex items-center justify-between gap-2">
        <h2>{t.campaigns.facts}</h2>
        {mayWrite && <Rename key={campaign.id} campaign={campaign} onChanged={onChanged} />}
      </div>
      <dl class="facts-list">
        <Fact name={t.messages.purpose}>{t.purpose[campaign.purpose]}</Fact>
        <Fact name={t.messages.sender}>
          {senderId === null ? t.send.defaultSender(sender?.address ?? null) : (sender?.address ?? senderId)}
        </Fact>
        <Fact name={t.tags.name}>
          {campaign.tags.length === 0 ? null : <TagLinks tags={campaign.tags} />}
        </Fact>
        {instants.map(([name, instant]) => (
          <Fact key={name} name={name}>
            {instant === null ? null : <Moment at={instant} />}
          </Fact>
        ))}
        <CopiedFact name={t.messages.id} value={campaign.id} />
      </dl>
    </section>
  );
}

/** Statuses in which the API accepts other tags. */
const TAGGABLE: readonly string[] = ["draft", "scheduled", "error"];

type Edited = Pick<Campaign, "name" | "tags">;

const editedOf = ({ name, tags }: Campaign): Edited => ({ name, tags });

function Rename({ campaign, onChanged }: Props) {
  const { t } = useTexts();
  const fieldFault = useFieldFault();
  const { recado } = useAccount();
  const showToast = useToast();
  const ref = { campaign_id: campaign.id };
  const mayTag = TAGGABLE.includes(campaign.status);
  const draft = useDraft(`campaign ${campaign.id}`, editedOf(campaign), etagOf(campaign));
  const [isOpen, setOpen] = useState(draft.isRestored);
  const rename = useMutation(
    (ifMatch: string | undefined) => {
      const { name, tags } = draft.value;
      return recado.campaigns.update({ ...ref, name, ...(mayTag ? { tags } : {}) }, { ifMatch });
    },
    (saved) => {
      draft.settle(editedOf(saved), etagOf(saved));
      setOpen(false);
      showToast({ text: t.campaigns.renamed });
      onChanged();
    },
  );
  const shown = ({ name, tags }: Edited): Shown => [
    [t.campaigns.name, name],
    ...(mayTag ? [[t.tags.name, tags.join(", ")] as const] : []),
  ];
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void rename.run(draft.version);
  };
  return (
    <>
      <button type="button" class="btn btn-ghost btn-sm" onClick={() => setOpen(true)}>
        <Icon of={Pencil} size={14} />
        {t.campaigns.rename}
      </button>
      {isOpen && (
        <Dialog title={t.campaigns.renameTitle} closeLabel={t.menu.close} onClose={() => setOpen(false)}>
          <form onSubmit={submit}>
            <Field label={t.campaigns.name} fault={fieldFault(rename.failure, "name")}>
              <input
                name="name"
                required
                maxLength={MAX_NAME_LENGTH}
                value={draft.value.name}
                onInput={(event) => draft.change({ name: event.currentTarget.value })}
              />
            </Field>
            {mayTag && (
              <Field label={t.tags.name} hint={t.tags.hint} fault={fieldFault(rename.failure, "tags")}>
                <TagsInput tags={draft.value.tags} onChange={(tags) => draft.change({ tags })} />
              </Field>
            )}
            <Restored draft={draft} />
            <Conflict<Campaign>
              {...{ failure: rename.failure, version: draft.version, busy: rename.busy }}
              read={(signal) => recado.campaigns.get(ref, { signal })}
              own={shown(draft.value)}
              shown={shown}
              onLoadOther={(other) => {
                draft.settle(editedOf(other), etagOf(other));
                rename.forget();
              }}
              onOverwrite={(other) => void rename.run(etagOf(other))}
            />
            {!isConflict(rename.failure) && <Failure of={rename.failure} except={["name", "tags"]} />}
            <div class="choices">
              <button type="submit" class="btn btn-primary" disabled={rename.busy}>
                {t.campaigns.renameSave}
              </button>
            </div>
          </form>
        </Dialog>
      )}
    </>
  );
}
