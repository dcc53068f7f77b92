import { CircleCheck, OctagonAlert, TriangleAlert } from "lucide";
import type { ComponentChildren } from "preact";
import type { Campaign, Sender, Webhook } from "../../../../client";
import { Icon } from "../../../design/icon";
import { type Verdict, verdictOf } from "../parts/campaign-outcome";
import { CampaignStatus } from "../parts/campaign-progress";
import { endpointAdvice } from "../parts/endpoint-state";
import { EndpointHealth } from "../parts/endpoint-health";
import { Failure } from "../parts/state";
import { checkWithoutRecipients, isSampled } from "../parts/launch-check";
import { addressOf } from "../parts/pages";
import { phoneText } from "../../../../messaging/phone-text";
import { type QueryResult, useQuery, useScope } from "../service/hooks";
import { useTexts, wordFor } from "../texts/language";
import { checkFaultOf, failuresOf, isBroken, isStuck, isTroubled, waitOf } from "./attention-rules";

/** Polling interval of scheduled campaigns in milliseconds; long, as each check previews 1000 messages. */
const CHECK_POLL_MS = 60_000;
const MAX_ITEMS = 100;
/** Number of items shown before the user expands the list. */
const SHOWN = 5;
/** Maximum number of scheduled campaigns to check. The campaigns with the earliest launches are checked. */
const MAX_CHECKED = 5;

interface Item {
  id: string;
  /** Whether the item is red. Red items are listed before amber items. */
  isBad: boolean;
  href: string;
  title: string;
  what: ComponentChildren;
  advice: string | null;
}

interface Props {
  endpoints: QueryResult<readonly Webhook[]>;
  senders: QueryResult<readonly Sender[]>;
  campaigns: QueryResult<readonly Campaign[]>;
  /** Whether the overview's figures have loaded, for which the slow check of scheduled campaigns waits. */
  isReady: boolean;
}

/** Lists problems that need attention, each with its remedy, or says that there are none. */
export function Attention({ endpoints, senders, campaigns, isReady }: Props) {
  const { t, format } = useTexts();
  const scopes = [useScope("webhooks:read"), useScope("senders:read"), useScope("campaigns:read")];
  const schedules = useSchedules(isReady);
  const parts = [useWebhooks(endpoints), useSenders(senders), schedules, useCampaigns(campaigns)];
  const items = parts.flatMap((part) => part.items).sort((a, b) => Number(b.isBad) - Number(a.isBad));
  const more = items.slice(SHOWN);
  const failed = parts.find(({ result }) => result.failure !== null)?.result;
  const isKnown = isReady && parts.every(({ result }) => result.value !== null && !result.isStale);
  if (!scopes.some(Boolean)) return null;
  if (items.length === 0) {
    return (
      <div class="mb-4 min-h-6">
        {failed !== undefined && <Failure of={failed.failure} onRetry={failed.refetch} />}
        <Unchecked of={schedules.unchecked} />
        {isKnown &&
          failed === undefined &&
          Object.values(schedules.unchecked).every((count) => count === 0) && (
            <p class="hint flex items-center gap-2">
              <Icon of={CircleCheck} />
              {t.overview.noAttention}
            </p>
          )}
      </div>
    );
  }
  return (
    <section class={`card banner ${items.some(({ isBad }) => isBad) ? "" : "mild"}`}>
      <h2>{t.overview.attention}</h2>
      {failed !== undefined && <Failure of={failed.failure} onRetry={failed.refetch} />}
      <Items of={items.slice(0, SHOWN)} />
      {more.length > 0 && (
        <details>
          <summary class="py-1">{t.overview.moreAttention(format.number(more.length))}</summary>
          <Items of={more} />
        </details>
      )}
      <Unchecked of={schedules.unchecked} />
    </section>
  );
}

/** Says how many scheduled campaigns were not checked and why, with a link to them. */
function Unchecked({ of }: { of: UncheckedCounts }) {
  const { t, format } = useTexts();
  const reasons = (["forbidden", "later", "failed"] as const).filter((reason) => of[reason] > 0);
  return (
    <>
      {reasons.map((reason) => (
        <p key={reason} class="hint">
          <a class="link" href={addressOf("/console/campaigns", { status: "scheduled" })}>
            {t.overview.unchecked[reason](of[reason], format.number(of[reason]), format.number(MAX_CHECKED))}
          </a>
        </p>
      ))}
    </>
  );
}

function Items({ of: items }: { of: readonly Item[] }) {
  return (
    <ul class="rows">
      {items.map((item) => (
        <li key={item.id} class="flex gap-3">
          <span class={`mt-0.5 ${item.isBad ? "refusal" : "warning"}`}>
            <Icon of={item.isBad ? OctagonAlert : TriangleAlert} />
          </span>
          <div class="min-w-0">
            <div class="flex flex-wrap items-baseline gap-x-3">
              <a class="link font-semibold" href={item.href}>
                {item.title}
              </a>
              <div>{item.what}</div>
            </div>
            {item.advice !== null && <p class="hint">{item.advice}</p>}
          </div>
        </li>
      ))}
    </ul>
  );
}

interface Part {
  result: QueryResult<unknown>;
  items: Item[];
}

function useWebhooks(result: Props["endpoints"]): Part {
  const { t } = useTexts();
  const items = (result.value ?? []).filter(isBroken).map((webhook) => ({
    id: webhook.id,
    isBad: true,
    title: webhook.description || webhook.url,
    href: `/console/settings/webhooks/${webhook.id}`,
    what: (
      <>
        {webhook.description && <p class="hint wrap-anywhere">{webhook.url}</p>}
        <EndpointHealth of={webhook} isBrief />
      </>
    ),
    advice: endpointAdvice(webhook, t),
  }));
  return { result, items };
}

function useSenders(result: Props["senders"]): Part {
  const { t, format } = useTexts();
  const now = Date.now();
  const faultOf = (sender: Sender) => {
    const wait = waitOf(sender, now);
    return [
      ...(sender.state === "ready" ? [] : [`${wordFor(t.settings.senders.states, sender.state)}.`]),
      ...(wait > 0 ? [t.overview.waiting(format.shortSpan(wait / 1_000))] : []),
    ].join(" ");
  };
  const items = (result.value ?? [])
    .filter((sender) => isStuck(sender, now))
    .map((sender) => ({
      id: sender.id,
      isBad: sender.state === "unconnected",
      href: "/console/settings/senders",
      title: `${wordFor(t.channel, sender.channel)} ${phoneText(sender.address)}, ${sender.carrier}`,
      what: faultOf(sender),
      advice: sender.state === "unconnected" ? t.overview.advice.unconnected : t.overview.advice.queue,
    }));
  return { result, items };
}

/** Key of the advice text for each fault of a scheduled campaign. */
const ADVICE = {
  noRecipients: "noRecipients",
  noRecipientsInSample: "noRecipients",
  listDeleted: "listDeleted",
  senderRemoved: "senderRemoved",
  notLaunchable: "noMessages",
} as const;

interface Doubtful {
  campaign: Campaign;
  fault: keyof typeof ADVICE;
}

/** Numbers of scheduled campaigns that were not checked, by reason. */
interface UncheckedCounts {
  /** Campaigns that the key may not check. */
  forbidden: number;
  /** Campaigns that launch after the first `MAX_CHECKED`. */
  later: number;
  /** Campaigns whose check failed for a reason outside the campaign. */
  failed: number;
}

interface Schedules {
  doubtful: readonly Doubtful[];
  unchecked: UncheckedCounts;
}

const NO_SCHEDULES: Schedules = { doubtful: [], unchecked: { forbidden: 0, later: 0, failed: 0 } };

/** Finds scheduled campaigns that would fail or reach no recipient, and counts unchecked campaigns. */
function useSchedules(isReady: boolean): Part & Pick<Schedules, "unchecked"> {
  const { t, format } = useTexts();
  const mayRead = useScope("campaigns:read") && isReady;
  const mayCheck = [useScope("contacts:read"), useScope("messages:send")].every(Boolean);
  const result = useQuery(
    `schedules ${mayRead} ${mayCheck}`,
    async (recado): Promise<Schedules> => {
      if (!mayRead) return NO_SCHEDULES;
      const page = { status: ["scheduled" as const], limit: MAX_ITEMS };
      const { data, pagination } = await recado.campaigns.list(page);
      if (!mayCheck) return { doubtful: [], unchecked: { forbidden: pagination.total, later: 0, failed: 0 } };
      const next = [...data]
        .sort((a, b) => (a.scheduled_at ?? "").localeCompare(b.scheduled_at ?? ""))
        .slice(0, MAX_CHECKED);
      const checks = next.map(async (campaign): Promise<Doubtful | "failed" | null> => {
        try {
          const check = await checkWithoutRecipients(recado, campaign, Date.now());
          if (check === null) return null;
          return { campaign, fault: isSampled(check) ? "noRecipientsInSample" : "noRecipients" };
        } catch (error) {
          const fault = checkFaultOf(error);
          return fault === null ? "failed" : { campaign, fault };
        }
      });
      const checked = await Promise.all(checks);
      return {
        doubtful: checked.filter((one) => one !== null && one !== "failed"),
        unchecked: {
          forbidden: 0,
          later: pagination.total - next.length,
          failed: checked.filter((one) => one === "failed").length,
        },
      };
    },
    { everyMs: CHECK_POLL_MS },
  );
  const { doubtful, unchecked } = result.value ?? NO_SCHEDULES;
  const items = doubtful.map(({ campaign, fault }) => ({
    id: campaign.id,
    isBad: true,
    title: campaign.name,
    href: `/console/campaigns/${campaign.id}`,
    what: t.overview[fault](format.instant(campaign.scheduled_at ?? campaign.updated_at)),
    advice: t.overview.advice[ADVICE[fault]],
  }));
  return { result, items, unchecked };
}

/**
 * Returns items for campaigns with many failures or without recipients that run or have recently ended, and
 * for interrupted campaigns.
 */
function useCampaigns(result: Props["campaigns"]): Part {
  const { t, format } = useTexts();
  const { advice } = t.overview;
  const adviceOf = (verdict: Verdict | undefined) =>
    verdict === "empty" || verdict === "blocked" ? advice[verdict] : advice.noMessages;
  const troubled = (result.value ?? []).filter((campaign) => isTroubled(campaign, Date.now()));
  const items = troubled.map((campaign) => {
    const { failed, sent, share } = failuresOf(campaign);
    const numbers = t.overview.failures(
      format.number(failed),
      format.number(sent),
      format.share(share),
      failed === 1,
      sent === 1,
    );
    return {
      id: campaign.id,
      title: campaign.name,
      href: `/console/campaigns/${campaign.id}`,
      isBad: share >= 0.5 || campaign.status === "error",
      what: (
        <>
          <CampaignStatus of={campaign} />
          {failed > 0 && ` · ${numbers}`}
        </>
      ),
      advice: failed > 0 ? advice.failures : adviceOf(verdictOf(campaign)?.verdict),
    };
  });
  return { result, items };
}
