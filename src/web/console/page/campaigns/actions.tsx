import { ChartNoAxesColumn, Copy } from "lucide";
import { useLocation } from "preact-iso";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { type Campaign, etagOf, type Template } from "../../../../client";
import { Icon } from "../../../design/icon";
import { useTexts } from "../texts/language";
import { ConfirmButton } from "../parts/dialog-buttons";
import { addressOf } from "../parts/pages";
import { type Mutation, type QueryResult, useAccount, useMutation, useScope } from "../service/hooks";
import { aboutIn, type Check, hasNoRecipients, isSampled } from "../parts/launch-check";
import { TestSend } from "../test-send/test-send";
import { BASE_PATH } from "./parts";
import { copiedName, scopeOf, type Step, stepsOf } from "./rules";

interface Props {
  campaign: Campaign;
  /** Template of the campaign; null while loading, or if the key may not read templates. */
  template: Template | null;
  /** The check of what a launch would send. */
  checking: QueryResult<Check | null>;
  /** Whether the contact list and the sender exist, without which the campaign cannot start. */
  canStart: boolean;
  onChanged(): void;
}

export function Actions({ campaign, template, checking, canStart, onChanged }: Props) {
  const { t } = useTexts();
  const { key } = useAccount();
  const { route } = useLocation();
  const mayWrite = useScope("campaigns:write");
  const { id, name, template_id: templateId, list_id: list, sender_id: sender } = campaign;
  const ref = { campaign_id: id };
  const launch = useMutation(
    (recado) => recado.campaigns.launch(ref, { ifMatch: etagOf(campaign) }),
    onChanged,
  );
  const stop = useMutation((recado) => recado.campaigns.stop(ref), onChanged);
  const unschedule = useMutation((recado) => recado.campaigns.cancelSchedule(ref), onChanged);
  const remove = useMutation(
    (recado) => recado.campaigns.delete(ref),
    () => route(BASE_PATH, true),
  );
  const steps: Partial<Record<Step, ComponentChildren>> = {
    launch: <LaunchButton key="launch" name={name} action={launch} checking={checking} />,
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
      <ConfirmButton key="stop" label={t.campaigns.stop.label} action={stop} isDangerous>
        <p>{t.campaigns.stop.sure}</p>
      </ConfirmButton>
    ),
    delete: (
      <ConfirmButton key="delete" label={t.common.delete} action={remove} isDangerous>
        <p>{t.campaigns.remove.sure(name)}</p>
      </ConfirmButton>
    ),
  };
  const copy = {
    template: templateId,
    list,
    sender: sender ?? "",
    tags: campaign.tags.join(","),
    name: copiedName(name, t.campaigns.copyOf),
  };
  const allowed = stepsOf(campaign, { canStart }).filter((step) => key.scopes.includes(scopeOf(step)));
  return (
    <div class="choices">
      {template !== null && (
        <TestSend
          channel={template.channel}
          source={{ templateId: template.id }}
          content={template.content}
          variables={template.variables}
          senderId={sender}
          hasFollowUps={template.follow_ups.length > 0}
        />
      )}
      {mayWrite && (
        <a class="btn" href={addressOf(`${BASE_PATH}/new`, copy)}>
          <Icon of={Copy} />
          {t.common.duplicate}
        </a>
      )}
      {campaign.started_at !== null && (
        <a class="btn" href={`${BASE_PATH}/${id}/report`}>
          <Icon of={ChartNoAxesColumn} />
          {t.campaigns.report.link}
        </a>
      )}
      {[...allowed].sort(primaryLast).map((step) => steps[step])}
    </div>
  );
}

interface LaunchProps extends Pick<Props, "checking"> {
  name: string;
  action: Mutation<[]>;
}

/** Launches the campaign once the user has confirmed how many messages it sends, and their cost. */
function LaunchButton({ name, action, checking }: LaunchProps) {
  const { t, format } = useTexts();
  const check = checking.value;
  const about = check === null ? String : aboutIn(check, t);
  const isWithoutRecipients = hasNoRecipients(check);
  return (
    <ConfirmButton
      label={t.campaigns.launch.label}
      confirm={isWithoutRecipients ? t.campaigns.launch.anyway : undefined}
      action={action}
      isFirst
    >
      {isWithoutRecipients ? (
        <p class="refusal">
          {check !== null && isSampled(check)
            ? t.campaigns.launch.noRecipientsInSample
            : t.campaigns.launch.noRecipients}
        </p>
      ) : (
        <p>{t.campaigns.launch.sure(name)}</p>
      )}
      {check !== null && !isWithoutRecipients && (
        <p>
          <strong>
            {about(
              t.campaigns.launch.known(
                format.number(check.willReceive),
                check.willReceive === 1,
                format.money(check.price),
              ),
            )}
          </strong>
        </p>
      )}
      <Waiting checking={checking} />
    </ConfirmButton>
  );
}

/**
 * Shows how many messages the sending rule would delay, and when it allows the first. Repeats the check when
 * the launch dialog opens, because the earlier result may be outdated.
 */
function Waiting({ checking: { value: check, refetch } }: Pick<Props, "checking">) {
  const { t, format } = useTexts();
  const earlier = useRef(check);
  useEffect(refetch, []);
  const from = check === null || check === earlier.current ? null : check.waitingFrom;
  return (
    <p role="status">
      {check !== null &&
        from !== null &&
        Date.parse(from) > Date.now() &&
        t.campaigns.launch.waiting(
          aboutIn(check, t)(format.number(check.waiting)),
          check.waiting === 1,
          format.planned(from),
        )}
    </p>
  );
}

/** Sorts the primary action, launch or resume, to the end of the row of buttons. */
const primaryLast = (a: Step, b: Step): number => Number(isPrimary(a)) - Number(isPrimary(b));
const isPrimary = (step: Step): boolean => step === "launch" || step === "resume";
