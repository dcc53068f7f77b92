import { Pencil } from "lucide";
import { useState } from "preact/hooks";
import type { Campaign, Sender } from "../../../../client";
import { useToast } from "../../../design/toast";
import { useTexts } from "../texts/language";
import { CopiedFact, Fact } from "../parts/fact";
import { Conflict, type Shown } from "../parts/conflict";
import { useFieldFault } from "../parts/state";
import { Field, Form, InputField } from "../parts/form";
import { senderOf } from "../parts/senders";
import { Moment } from "../parts/when";
import { TagLinks, TagsInput } from "../parts/tags";
import { useScope } from "../service/hooks";
import { MAX_NAME_LENGTH } from "../../../../platform/text";
import { type Draft, useEdit } from "../service/use-draft";
import { DialogButton } from "../parts/dialog-buttons";

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
    [t.messages.created, campaign.created_at],
    [t.campaigns.scheduledFor, status === "scheduled" ? campaign.scheduled_at : null],
    [t.campaigns.started, campaign.started_at],
    [t.campaigns.statuses.completed, campaign.completed_at],
    [
      campaign.error?.code === "stopped" ? t.campaigns.verdicts.stopped : t.campaigns.verdicts.interrupted,
      status === "error" ? campaign.failed_at : null,
    ],
  ];
  return (
    <section class="card" aria-label={t.campaigns.facts}>
      <div class="card-head">
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

/** Statuses of a campaign in which the API accepts changed tags. */
const TAGGABLE: readonly string[] = ["draft", "scheduled", "error"];

type Edited = Pick<Campaign, "name" | "tags">;

const editedOf = ({ name, tags }: Campaign): Edited => ({ name, tags });

const areTagsChanged = ({ value, base }: Draft<Edited>): boolean => value.tags.join() !== base.tags.join();

function Rename({ campaign, onChanged }: Props) {
  const { t } = useTexts();
  const fieldFault = useFieldFault();
  const showToast = useToast();
  const ref = { campaign_id: campaign.id };
  const edit = useEdit({
    place: `campaign ${campaign.id}`,
    current: campaign,
    enteredOf: editedOf,
    save: (recado, { name, tags }, ifMatch) =>
      recado.campaigns.update({ ...ref, name, ...(hasTags ? { tags } : {}) }, { ifMatch }),
    onSaved() {
      setOpen(false);
      showToast({ text: t.campaigns.renamed });
      onChanged();
    },
  });
  const { draft, action } = edit;
  // If the campaign is launched during the edit, changed tags stay in the form; the service rejects them.
  const hasTags: boolean = TAGGABLE.includes(campaign.status) || areTagsChanged(draft);
  const [isOpen, setOpen] = useState(draft.isRestored);
  const shown = ({ name, tags }: Edited): Shown => [
    [t.common.name, name],
    ...(hasTags ? [[t.tags.name, tags.join(", ")] as const] : []),
  ];
  return (
    <DialogButton
      label={t.common.edit}
      title={t.campaigns.renameTitle}
      isOpen={isOpen}
      onOpen={setOpen}
      class="btn btn-ghost btn-sm"
      icon={Pencil}
      iconSize={14}
    >
      <Form
        draft={draft}
        action={action}
        except={["name", "tags"]}
        submit={t.common.save}
        onSubmit={edit.save}
        onCancel={() => {
          draft.discard();
          action.forget();
          setOpen(false);
        }}
        isDialog
      >
        <InputField
          label={t.common.name}
          name="name"
          required
          maxLength={MAX_NAME_LENGTH}
          fault={fieldFault(action.failure, "name")}
          value={draft.value.name}
          onValue={(name) => draft.change({ name })}
        />
        {hasTags && (
          <Field label={t.tags.name} hint={t.tags.hint} fault={fieldFault(action.failure, "tags")}>
            <TagsInput tags={draft.value.tags} onChange={(tags) => draft.change({ tags })} />
          </Field>
        )}
        <Conflict of={edit} shown={shown} read={(recado) => recado.campaigns.get(ref)} />
      </Form>
    </DialogButton>
  );
}
