import { useLocation } from "preact-iso";
import type { ComponentChildren } from "preact";
import { type Campaign, etagOf } from "../../../../client";
import { useTexts } from "../texts/language";
import { ConfirmButton } from "../parts/confirm-button";
import { Conflict, isConflict, type Shown } from "../parts/conflict";
import { Failure, useFieldFault } from "../parts/failure";
import { Field } from "../parts/field";
import { addressOf } from "../parts/pages";
import { useAccount, useScope } from "../service/signed-in";
import { Restored } from "../parts/restored";
import { useMutation } from "../service/use-mutation";
import { useDraft } from "../service/use-draft";
import { type Check, hasNoRecipients } from "../parts/launch-check";
import { BASE_PATH } from "./parts";
import { copiedName, MAX_NAME_LENGTH, scopeOf, type Step, stepsOf } from "./rules";

interface Props {
  campaign: Campaign;
  onChanged(): void;
}

interface ActionsProps extends Props {
  /** Result of the check before the launch; null if the check is running or skipped. */
  check: Check | null;
  hasList: boolean;
}

export function Actions({ campaign, check, hasList, onChanged }: ActionsProps) {
  const { t, format } = useTexts();
  const { recado, key } = useAccount();
  const { route } = useLocation();
  const mayWrite = useScope("campaigns:write");
  const mayMessages = useScope("messages:read");
  const { id, name, template_id: template, list_id: list, sender_id: sender } = campaign;
  const ref = { campaign_id: id };
  const launch = useMutation(() => recado.campaigns.launch(ref, { ifMatch: etagOf(campaign) }), onChanged);
  const stop = useMutation(() => recado.campaigns.stop(ref), onChanged);
  const unschedule = useMutation(() => recado.campaigns.cancelSchedule(ref), onChanged);
  const remove = useMutation(
    () => recado.campaigns.delete(ref),
    () => route(BASE_PATH, true),
  );
  const about = (people: string, price: string) =>
    check !== null && check.checked < check.people
      ? t.campaigns.check.about(t.campaigns.launch.known(people, price))
      : t.campaigns.launch.known(people, price);
  const isWithoutRecipients = hasNoRecipients(check);
  const steps: Partial<Record<Step, ComponentChildren>> = {
    launch: (
      <ConfirmButton
        key="launch"
        label={t.campaigns.launch.label}
        confirm={isWithoutRecipients ? t.campaigns.launch.anyway : undefined}
        action={launch}
        isFirst
      >
        {isWithoutRecipients ? (
          <p class="refusal">{t.campaigns.launch.noRecipients}</p>
        ) : (
          <p>{t.campaigns.launch.sure(name)}</p>
        )}
        {check !== null && !isWithoutRecipients && (
          <p>
            <strong>{about(format.number(check.willReceive), format.money(check.price))}</strong>
          </p>
        )}
      </ConfirmButton>
    ),
    resume: (
      <ConfirmButton key="resume" label={t.campaigns.launch.resume} action={launch} isFirst>
        <p>{t.campaigns.launch.resumeSure}</p>
      </ConfirmButton>
    ),
    unschedule: (
      <ConfirmButton key="unschedule" label={t.campaigns.schedule.cancel} action={unschedule}>
        <p>{t.campaigns.schedule.cancelSure}</p>
      </ConfirmButton>
    ),
    stop: (
      <ConfirmButton key="stop" label={t.campaigns.stop.label} action={stop}>
        <p>{t.campaigns.stop.sure}</p>
      </ConfirmButton>
    ),
    delete: (
      <ConfirmButton key="delete" label={t.campaigns.remove.label} action={remove}>
        <p>{t.campaigns.remove.sure(name)}</p>
      </ConfirmButton>
    ),
  };
  const copy = { template, list, sender: sender ?? "", name: copiedName(name, t.campaigns.copyOf) };
  return (
    <div class="actions">
      {campaign.progress.total > 0 && mayMessages && (
        <a href={addressOf("/console/messages", { campaign: id })}>{t.campaigns.messages}</a>
      )}
      {mayWrite && <a href={addressOf(`${BASE_PATH}/new`, copy)}>{t.campaigns.duplicate}</a>}
      {stepsOf(campaign, { hasList })
        .filter((step) => key.scopes.includes(scopeOf(step)))
        .map((step) => steps[step])}
    </div>
  );
}

export function Rename({ campaign, onChanged }: Props) {
  const { t } = useTexts();
  const fieldFault = useFieldFault();
  const { recado } = useAccount();
  const mayWrite = useScope("campaigns:write");
  const ref = { campaign_id: campaign.id };
  const draft = useDraft(`campaign ${campaign.id}`, { name: campaign.name }, etagOf(campaign));
  const rename = useMutation(
    (ifMatch: string | undefined) => recado.campaigns.update({ ...ref, ...draft.value }, { ifMatch }),
    (saved) => {
      draft.settle({ name: saved.name }, etagOf(saved));
      onChanged();
    },
  );
  const shown = ({ name }: { name: string }): Shown => [[t.campaigns.name, name]];
  if (!mayWrite) return null;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void rename.run(draft.version);
  };
  return (
    <details open={draft.isChanged || undefined}>
      <summary>{t.campaigns.rename}</summary>
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
        <Restored draft={draft} />
        <Conflict<Campaign>
          {...{ failure: rename.failure, version: draft.version, busy: rename.busy }}
          read={(signal) => recado.campaigns.get(ref, { signal })}
          own={shown(draft.value)}
          shown={shown}
          onLoadOther={(other) => {
            draft.settle({ name: other.name }, etagOf(other));
            rename.forget();
          }}
          onOverwrite={(other) => void rename.run(etagOf(other))}
        />
        {!isConflict(rename.failure) && <Failure of={rename.failure} except={["name"]} />}
        <button type="submit" disabled={rename.busy}>
          {t.campaigns.renameSave}
        </button>
      </form>
    </details>
  );
}
