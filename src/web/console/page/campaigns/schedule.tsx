import { useState } from "preact/hooks";
import { type Campaign, etagOf } from "../../../../client";
import { useTexts } from "../texts/language";
import { ConfirmButton } from "../parts/dialog-buttons";
import { ActionButton, Failure, useFieldFault } from "../parts/state";
import { fromLocal, minuteIn, toLocal, zoneAt } from "../parts/local-time";
import { type QueryResult, useMutation } from "../service/hooks";
import { handleSubmit, InputField } from "../parts/form";
import { aboutIn, type Check, hasNoRecipientsAtAnyTime, isSampled } from "../parts/launch-check";

interface Props {
  campaign: Campaign;
  /** The check of what a launch would send. Without recipients in it, scheduling needs a confirmation. */
  checking: QueryResult<Check | null>;
  onChanged(): void;
}

export function Schedule({ campaign, checking, onChanged }: Props) {
  const { t, format } = useTexts();
  const fieldFault = useFieldFault();
  const { id, status, scheduled_at: scheduled } = campaign;
  const isScheduled = status === "scheduled" && scheduled !== null;
  const check = checking.value;
  const isWithoutRecipients = hasNoRecipientsAtAnyTime(check);
  const isChecking = check === null && checking.failure === null && checking.isLoading;
  const [entered, setEntered] = useState(isScheduled ? toLocal(new Date(scheduled)) : "");
  const [fault, setFault] = useState<string | null>(null);
  const save = useMutation(
    (recado, at: string) =>
      recado.campaigns.schedule({ campaign_id: id, scheduled_at: at }, { ifMatch: etagOf(campaign) }),
    onChanged,
  );
  const at = fromLocal(entered);
  const validate = (): boolean => {
    const found =
      at === null ? t.campaigns.schedule.missing : Date.parse(at) <= Date.now() ? t.common.pastTime : null;
    setFault(found);
    return found === null;
  };
  const submit = () => {
    // If the campaign would reach no recipient, only the confirmation dialog schedules it.
    if (validate() && !isWithoutRecipients && !isChecking && at !== null) void save.run(at);
  };
  const label = isScheduled ? t.campaigns.schedule.change : t.campaigns.schedule.save;
  return (
    <section class="card">
      <h2>{isScheduled ? t.campaigns.schedule.planned : t.campaigns.schedule.save}</h2>
      {isScheduled && (
        <div role="status" class="mb-3">
          <p>{t.campaigns.schedule.saved(minuteIn(undefined, scheduled, format))}</p>
          {check !== null && !checking.isStale && check.waitingFrom !== null && (
            <p class="warning">
              {t.campaigns.launch.waiting(
                aboutIn(check, t)(format.number(check.waiting)),
                check.waiting === 1,
                format.planned(check.waitingFrom),
              )}
            </p>
          )}
        </div>
      )}
      <form onSubmit={handleSubmit(submit)} noValidate>
        <InputField
          label={t.campaigns.schedule.at}
          hint={t.common.timeZone(zoneAt(new Date(at ?? Date.now())))}
          fault={fault ?? fieldFault(save.failure, "scheduled_at")}
          type="datetime-local"
          min={toLocal(new Date())}
          value={entered}
          onValue={setEntered}
        />
        <Failure of={save.failure} except={["scheduled_at"]} />
        {isWithoutRecipients ? (
          <ConfirmButton
            label={label}
            confirm={t.campaigns.schedule.anyway}
            action={{ ...save, run: () => save.run(at ?? "") }}
            canOpen={validate}
          >
            <p class="refusal">
              {check !== null && isSampled(check)
                ? t.campaigns.schedule.noRecipientsInSample
                : t.campaigns.schedule.noRecipients}
            </p>
          </ConfirmButton>
        ) : (
          <ActionButton type="submit" isBusy={save.busy} disabled={isChecking}>
            {label}
          </ActionButton>
        )}
      </form>
    </section>
  );
}
