import { ArrowRight } from "lucide";
import type { Campaign, UsageRow } from "../../../../client";
import { Icon } from "../../../design/icon";
import { useTexts } from "../texts/language";
import { CampaignProgress, deliveredText, notSentText } from "../parts/campaign-progress";
import { deliveryOf, present } from "../parts/outcomes";
import { Figures, type FigureText } from "../parts/figures";
import { waitsForTime } from "../parts/not-before";
import { addressOf } from "../parts/pages";
import { isPlaceholder, useAccountDetails } from "../parts/placeholder-price";
import { Status } from "../parts/status";
import { type QueryResult, useScope, useScopedQuery } from "../service/hooks";
import { followUpsIn, responseRate } from "./rules";

/** Polling interval of the cost in milliseconds; long, because the response covers all campaigns. */
const POLL_MS = 15_000;

/** Maximum number of pending messages, newest first, among which the page finds the earliest sending time. */
const MAX_WAITING = 100;

/**
 * Returns the campaign's message counts and cost, including follow-ups. The value is null if the campaign has
 * no messages, or if the key lacks the scope `messages:read`.
 */
export const useCampaignUsage = ({ id, created_at: created }: Campaign): QueryResult<UsageRow | null> =>
  useScopedQuery({
    scope: "messages:read",
    key: `usage ${id}`,
    none: null,
    everyMs: POLL_MS,
    async load({ usage }) {
      const { data } = await usage.get({ group_by: "campaign", from: created.slice(0, 10) });
      return data.find(({ campaign_id }) => campaign_id === id) ?? null;
    },
  });

export function Outcomes({ campaign }: { campaign: Campaign }) {
  const { t } = useTexts();
  const { id, progress } = campaign;
  const mayMessages = useScope("messages:read");
  const usage = useCampaignUsage(campaign).value;
  return (
    <section class="card">
      <div class="card-head">
        <h2>{t.campaigns.outcomes}</h2>
        {progress.total > 0 && mayMessages && (
          <a class="btn btn-ghost btn-sm" href={addressOf("/console/messages", { campaign: id })}>
            {t.campaigns.messages}
            <Icon of={ArrowRight} size={14} />
          </a>
        )}
      </div>
      <OutcomeFigures campaign={campaign} usage={usage} />
      <Breakdown campaign={campaign} />
    </section>
  );
}

/** Shows a bar of a campaign's outcomes, and below it each outcome with a link to its messages. */
export function Breakdown({ campaign }: { campaign: Campaign }) {
  const { t, format } = useTexts();
  const mayMessages = useScope("messages:read");
  const { id, template_id: template, progress } = campaign;
  return (
    <>
      <div class="breakdown">
        <CampaignProgress of={campaign} />
        <SendingTime campaign={campaign} />
      </div>
      <ul class="mt-3 flex flex-wrap gap-x-5 gap-y-1.5" aria-label={t.campaigns.outcomes}>
        {present([progress]).map((outcome) => {
          const content = (
            <>
              <Status status={outcome} /> <strong>{format.number(progress[outcome])}</strong>{" "}
              <span class="hint">{format.share(progress[outcome] / progress.total)}</span>
            </>
          );
          return (
            <li key={outcome} class="whitespace-nowrap">
              {mayMessages ? (
                // The filter by template excludes follow-ups, as `progress` does.
                <a
                  class="hover:underline"
                  href={addressOf("/console/messages", { campaign: id, template, status: outcome })}
                >
                  {content}
                </a>
              ) : (
                content
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** Shows the earliest time of the waiting messages; an estimate if over `MAX_WAITING` are pending. */
function SendingTime({ campaign: { id, status, progress } }: { campaign: Campaign }) {
  const { t, format } = useTexts();
  const isWaiting = status === "running" && progress.waiting > 0;
  const earliest = useScopedQuery({
    scope: "messages:read",
    key: `waiting ${id} ${isWaiting}`,
    none: null,
    everyMs: isWaiting ? POLL_MS : null,
    async load({ messages }) {
      if (!isWaiting) return null;
      const filter = { campaign_id: [id], status: ["pending" as const], limit: MAX_WAITING };
      const { data, pagination } = await messages.list(filter);
      const own = data.filter(({ parent_message_id: parent }) => parent === null);
      const times = own.filter((one) => waitsForTime(one, Date.now())).map(({ not_before: at }) => at);
      const [at] = times.sort();
      return at === undefined ? null : { at, isExact: !pagination.has_more };
    },
  }).value;
  if (earliest === null) return null;
  const { at, isExact } = earliest;
  const time = format.planned(at);
  return <p class="hint">{t.campaigns.firstAt(isExact ? time : t.campaigns.check.about(time))}</p>;
}

interface FiguresProps {
  campaign: Campaign;
  usage: UsageRow | null;
}

export function OutcomeFigures({ campaign, usage }: FiguresProps) {
  const { t, format } = useTexts();
  const { id, channel, progress, expected_total: expected, replied, opted_out: optedOut } = campaign;
  const number = (count: number) => format.number(count);
  const remaining = expected === null ? 0 : expected - progress.total;
  const { share, ended, all, errors, notSent } = deliveryOf(progress, remaining);
  const deliveredHint =
    share === null && all > 0
      ? t.rates.early(number(ended), number(all), ended === 1)
      : deliveredText(progress, remaining, { t, format });
  const prices = useAccountDetails().value?.prices;
  const isProvisional = prices !== undefined && isPlaceholder(prices, channel);
  const rate = (count: number) => {
    const of = responseRate(count, progress);
    return of === null ? null : t.campaigns.ofDelivered(format.share(of));
  };
  const followUps = followUpsIn(campaign, usage);
  const followUpText = followUps > 0 ? t.campaigns.plusFollowUps(number(followUps), followUps === 1) : null;
  const figures: FigureText[] = [
    [
      t.menu.messages,
      number(progress.total),
      expected === null ? followUpText : t.campaigns.ofPeople(number(expected), expected === 1),
    ],
    [t.rates.delivered, share === null ? "—" : format.share(share), deliveredHint],
    [t.rates.notSentName, number(notSent), notSentText(progress, { t, format }), errors > 0 && "refusal"],
  ];
  if (progress.read > 0) figures.push([t.campaigns.read, number(progress.read), rate(progress.read)]);
  const replies = (
    <a class="hover:underline" href={addressOf("/console/replies", { campaign_id: id, tab: "all" })}>
      {number(replied)}
    </a>
  );
  figures.push([t.campaigns.replied, replied > 0 ? replies : number(replied), rate(replied)]);
  figures.push([t.campaigns.optedOut, number(optedOut), rate(optedOut)]);
  if (usage !== null) {
    const hint = (
      <>
        {t.campaigns.withFollowUps}
        {isProvisional && (
          <details>
            <summary>{t.prices.provisional}</summary>
            {t.prices.placeholder}
          </details>
        )}
      </>
    );
    figures.push([t.campaigns.cost, format.money(usage.price), hint]);
  }
  return (
    <Figures
      of={figures}
      class={progress.read > 0 ? "sm:grid-cols-4 lg:grid-cols-3 xl:grid-cols-4" : "sm:grid-cols-3"}
    />
  );
}
