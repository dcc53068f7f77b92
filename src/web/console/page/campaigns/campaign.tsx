import { useRoute } from "preact-iso";
import type { Campaign, Sender } from "../../../../client";
import { useTexts } from "../texts/language";
import { NotFound, isNotFound } from "../parts/not-found";
import { CampaignStatus } from "../parts/campaign-progress";
import { Heading } from "../parts/heading";
import { type Check, hasNoRecipients } from "../parts/launch-check";
import { senderOf, useSenders } from "../parts/senders";
import { State } from "../parts/state";
import { useAccount, useScope } from "../service/signed-in";
import { useQuery } from "../service/use-query";
import { Actions, Rename } from "./actions";
import { BeforeLaunch, useCheck } from "./before-launch";
import { Failures } from "./failures";
import { Outcomes } from "./outcomes";
import { BASE_PATH, isDeleted, Named, useParts } from "./parts";
import { stepsOf } from "./rules";
import { Schedule } from "./schedule";

/** Polling interval in milliseconds. Polling shows a launch or stop by another user. */
const POLL_MS = 2_000;

export function CampaignPage() {
  const { t } = useTexts();
  const { recado } = useAccount();
  const { id = "" } = useRoute().params;
  const load = (signal: AbortSignal) => recado.campaigns.get({ campaign_id: id }, { signal });
  const result = useQuery(id, load, { everyMs: POLL_MS });
  if (isNotFound(result))
    return <NotFound title={t.campaigns.notFound} href={BASE_PATH} linkText={t.campaigns.back} />;
  return (
    <>
      <p>
        <a href={BASE_PATH}>{t.campaigns.back}</a>
      </p>
      <State result={result} />
      {result.value !== null && <Detail campaign={result.value} onChanged={result.refetch} />}
    </>
  );
}

function Detail({ campaign, onChanged }: { campaign: Campaign; onChanged(): void }) {
  const { t } = useTexts();
  const { template, list } = useParts(campaign);
  const mayLaunch = useScope("campaigns:launch");
  const mayMessages = useScope("messages:read");
  const senders = useSenders();
  const isSenderMissing =
    campaign.sender_id !== null && senders.value?.every(({ id }) => id !== campaign.sender_id) === true;
  const isLost = isDeleted(list);
  const hasList = !isLost && (list.value !== null || list.failure !== null || !list.isLoading);
  const steps = stepsOf(campaign, { hasList: true });
  // After a partial launch the check would count recipients who already have their message.
  const isNew = steps.length > 0 && campaign.started_at === null;
  const check = useCheck(campaign, isNew && !isSenderMissing ? (template.value?.updated_at ?? "") : null);
  const isPlanned = steps.includes("schedule") || steps.includes("reschedule");
  return (
    <>
      <div class="head">
        <Heading name={campaign.name}>
          {campaign.name} <CampaignStatus of={campaign} />
        </Heading>
        <Actions campaign={campaign} check={check.value} hasList={hasList} onChanged={onChanged} />
      </div>
      {campaign.error !== null && (
        <p class="card refusal">
          {(t.campaigns.why as Record<string, string>)[campaign.error.code] ?? campaign.error.message}
        </p>
      )}
      {steps.length > 0 && isLost && (
        <p class="card banner" role="alert">
          {campaign.status === "scheduled"
            ? t.campaigns.check.listDeletedScheduled
            : t.campaigns.check.listDeleted}
        </p>
      )}
      {isNew && !isLost && check.value !== null && hasNoRecipients(check.value) && (
        <NoRecipients campaign={campaign} check={check.value} />
      )}
      {(campaign.progress.total > 0 || campaign.expected_total !== null) && <Outcomes campaign={campaign} />}
      {campaign.progress.total > 0 && mayMessages && <Failures campaign={campaign} />}
      {isNew && !isLost && !isSenderMissing && <BeforeLaunch campaign={campaign} result={check} />}
      {steps.length > 0 && isSenderMissing && (
        <p class="card banner" role="alert">
          {t.campaigns.check.senderRemoved}
        </p>
      )}
      <div class="columns">
        {isPlanned && hasList && mayLaunch && (
          <Schedule
            key={campaign.scheduled_at}
            campaign={campaign}
            isWithoutRecipients={isNew && hasNoRecipients(check.value)}
            isChecking={isNew && check.value === null && check.failure === null && check.isLoading}
            onChanged={onChanged}
          />
        )}
        <section class="card">
          <h2>{t.campaigns.facts}</h2>
          <Facts campaign={campaign} template={template} list={list} senders={senders.value} />
          <Rename key={campaign.id} campaign={campaign} onChanged={onChanged} />
        </section>
      </div>
    </>
  );
}

/** Warns that a launch would reach no recipient, and shows why. */
function NoRecipients({ campaign, check }: { campaign: Campaign; check: Check }) {
  const { t, format } = useTexts();
  const faulty = check.faults.reduce((sum, { count }) => sum + count, 0);
  const { status, scheduled_at: at } = campaign;
  const words = t.campaigns.check;
  return (
    <p class="card banner" role="alert">
      {status === "scheduled" && at !== null ? words.noRecipientsAt(format.instant(at)) : words.noRecipients}{" "}
      {check.people === 0
        ? words.empty
        : words.noRecipientsWhy(
            format.number(check.people),
            format.number(check.suppressed),
            format.number(faulty),
          )}
    </p>
  );
}

interface FactsProps extends ReturnType<typeof useParts> {
  campaign: Campaign;
  senders: readonly Sender[] | null;
}

function Facts({ campaign, template, list, senders }: FactsProps) {
  const { t, format } = useTexts();
  const {
    created_at,
    scheduled_at,
    started_at,
    completed_at,
    failed_at,
    status,
    channel,
    sender_id: senderId,
  } = campaign;
  const sender = senderOf(senders ?? [], channel, senderId ?? "");
  const instants: [name: string, instant: string | null][] = [
    [t.campaigns.created, created_at],
    [t.campaigns.scheduledFor, status === "scheduled" ? scheduled_at : null],
    [t.campaigns.started, started_at],
    [t.campaigns.completedAt, completed_at],
    [t.campaigns.stoppedAt, status === "error" ? failed_at : null],
  ];
  return (
    <dl class="facts">
      <div>
        <dt>{t.campaigns.templateName}</dt>
        <dd>
          <Named result={template} path="/console/templates" id={campaign.template_id} />
        </dd>
      </div>
      <div>
        <dt>{t.campaigns.listName}</dt>
        <dd>
          <Named result={list} path="/console/lists" id={campaign.list_id} />
        </dd>
      </div>
      <div>
        <dt>{t.campaigns.channel}</dt>
        <dd>{(t.channel as Record<string, string>)[channel] ?? channel}</dd>
      </div>
      <div>
        <dt>{t.messages.sender}</dt>
        <dd>
          {senderId === null ? t.send.defaultSender(sender?.address ?? null) : (sender?.address ?? senderId)}
        </dd>
      </div>
      {instants.map(
        ([name, instant]) =>
          instant !== null && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <time dateTime={instant}>{format.instant(instant)}</time>
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}
