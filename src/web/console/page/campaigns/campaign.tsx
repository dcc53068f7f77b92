import { useRoute } from "preact-iso";
import type { Campaign } from "../../../../client";
import { useTexts } from "../texts/language";
import { CampaignStatus } from "../parts/campaign-progress";
import { Heading, ResourcePage } from "../parts/resource-page";
import { type Check, hasNoRecipients, noRecipientsText, plannedLaunch } from "../parts/launch-check";
import { MAX_SENDERS, useSenders } from "../parts/senders";
import { useQuery, useScope } from "../service/hooks";
import { Actions } from "./actions";
import { BeforeLaunch, LaunchPreview, useCheck } from "./before-launch";
import { Facts } from "./facts";
import { Failures, useNotDelivered } from "./failures";
import { Outcomes } from "./outcomes";
import { BASE_PATH, isDeleted, Parts, reasonOf, useParts } from "./parts";
import { stepsOf } from "./rules";
import { Schedule } from "./schedule";

/** Polling interval in milliseconds. Polling shows changes by other users, such as a launch or stop. */
const POLL_MS = 2_000;

export function CampaignPage() {
  const { t } = useTexts();
  const { id = "" } = useRoute().params;
  const result = useQuery(id, (recado) => recado.campaigns.get({ campaign_id: id }), { everyMs: POLL_MS });
  return (
    <ResourcePage
      result={result}
      notFound={t.campaigns.notFound}
      back={{ href: BASE_PATH, text: t.campaigns.back }}
    >
      {(campaign) => <Detail campaign={campaign} onChanged={result.refetch} />}
    </ResourcePage>
  );
}

function Detail({ campaign, onChanged }: { campaign: Campaign; onChanged(): void }) {
  const { t } = useTexts();
  const { template, list } = useParts(campaign);
  const mayLaunch = useScope("campaigns:launch");
  const mayMessages = useScope("messages:read");
  const senders = useSenders();
  const notDelivered = useNotDelivered(campaign);
  const isSenderMissing =
    campaign.sender_id !== null &&
    senders.value !== null &&
    senders.value.length < MAX_SENDERS &&
    senders.value.every(({ id }) => id !== campaign.sender_id);
  const isLost = isDeleted(list);
  const hasList = !isLost && (list.value !== null || list.failure !== null || !list.isLoading);
  const steps = stepsOf(campaign, { canStart: true });
  // After a partial launch, the check would count recipients who already have their message.
  const isNew = steps.length > 0 && campaign.started_at === null;
  // The check needs the senders, but loads at the same time as the template and the list.
  const isSenderKnown = campaign.sender_id === null || senders.value !== null || !senders.isLoading;
  const canStart = hasList && isSenderKnown && !isSenderMissing;
  const check = useCheck(campaign, isNew && isSenderKnown && !isSenderMissing);
  const isPlanned = steps.includes("schedule") || steps.includes("reschedule");
  const isChecked = isNew && !isLost && !isSenderMissing;
  return (
    <>
      <div class="head">
        <div>
          <Heading name={campaign.name}>
            {campaign.name} <CampaignStatus of={campaign} />
          </Heading>
          <Parts campaign={campaign} template={template} list={list} />
        </div>
        <Actions
          campaign={campaign}
          template={template.value}
          checking={check}
          canStart={canStart}
          onChanged={onChanged}
        />
      </div>
      {campaign.error !== null && (
        <p class={campaign.error.code === "stopped" ? "card" : "card refusal"}>
          {reasonOf(campaign.error, t)}
        </p>
      )}
      {steps.length > 0 && isLost && (
        <p class="card banner" role="alert">
          {campaign.status === "scheduled"
            ? t.campaigns.check.listDeletedScheduled
            : t.campaigns.check.listDeleted}
        </p>
      )}
      {isNew && !isLost && check.value !== null && !check.isStale && hasNoRecipients(check.value) && (
        <NoRecipients campaign={campaign} check={check.value} />
      )}
      {steps.length > 0 && isSenderMissing && (
        <p class="card banner" role="alert">
          {t.campaigns.check.senderRemoved}
        </p>
      )}
      <div class="grid items-start gap-x-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div class="min-w-0">
          {(campaign.progress.total > 0 || campaign.expected_total !== null) && (
            <Outcomes campaign={campaign} />
          )}
          {campaign.progress.total > 0 && mayMessages && <Failures campaign={campaign} of={notDelivered} />}
          {isChecked && <BeforeLaunch campaign={campaign} result={check} />}
          {isPlanned && canStart && mayLaunch && (
            <Schedule
              key={campaign.scheduled_at}
              campaign={campaign}
              checking={check}
              onChanged={onChanged}
            />
          )}
        </div>
        <div class="min-w-0">
          {isChecked && check.value !== null && <LaunchPreview campaign={campaign} check={check.value} />}
          <Facts campaign={campaign} senders={senders.value} onChanged={onChanged} />
        </div>
      </div>
    </>
  );
}

/** Warns that a launch would reach no recipient, with the reason. */
function NoRecipients({ campaign, check }: { campaign: Campaign; check: Check }) {
  const localization = useTexts();
  const at = plannedLaunch(campaign);
  const time = at === null ? null : localization.format.minute(at);
  return (
    <p class="card banner" role="alert">
      {noRecipientsText(check, time, localization)}
    </p>
  );
}
