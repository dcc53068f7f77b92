import { ArrowRight } from "lucide";
import type { Campaign, UsageRow } from "../../../../client";
import { Icon } from "../../../design/icon";
import { useTexts } from "../texts/language";
import { CampaignProgress } from "../parts/campaign-progress";
import { deliveryOf, present } from "../parts/outcomes";
import { deliveredText, notSentText } from "../parts/delivery-rate";
import { Figures, type FigureText } from "../parts/figures";
import { addressOf } from "../parts/pages";
import { isPlaceholder, useAccountDetails } from "../parts/placeholder-price";
import { Status } from "../parts/status";
import { useScope } from "../service/signed-in";
import { type QueryResult, useScopedQuery } from "../service/use-query";
import { responseRate } from "./rules";

/** Polling interval of the cost in milliseconds; long, because the response covers all campaigns. */
const POLL_MS = 15_000;

/**
 * Returns the campaign's counts and cost, including its follow-ups. The value is null without messages, or if
 * the key lacks the scope `messages:read`.
 */
export const useCampaignUsage = ({ id, created_at: created }: Campaign): QueryResult<UsageRow | null> =>
  useScopedQuery({
    scope: "messages:read",
    key: `usage ${id}`,
    none: null,
    everyMs: POLL_MS,
    async load({ usage }, signal) {
      const { data } = await usage.get({ group_by: "campaign", from: created.slice(0, 10) }, { signal });
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

/** Shows a bar of the outcomes, and below it each outcome with a link to its messages. */
export function Breakdown({ campaign }: { campaign: Campaign }) {
  const { t, format } = useTexts();
  const mayMessages = useScope("messages:read");
  const { id, progress } = campaign;
  return (
    <>
      <div class="breakdown">
        <CampaignProgress of={campaign} />
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
                <a
                  class="hover:underline"
                  href={addressOf("/console/messages", { campaign: id, status: outcome })}
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
      ? t.rates.early(number(ended), number(all))
      : all + notSent > 0
        ? deliveredText(progress, remaining, { t, format })
        : null;
  const prices = useAccountDetails().value?.prices;
  const isProvisional = prices !== undefined && isPlaceholder(prices, channel);
  const rate = (count: number) => {
    const of = responseRate(count, progress);
    return of === null ? null : t.campaigns.ofDelivered(format.share(of));
  };
  const figures: FigureText[] = [
    [
      t.campaigns.howMany,
      number(progress.total),
      expected === null ? null : t.campaigns.ofPeople(number(expected)),
    ],
    [t.rates.delivered, share === null ? "—" : format.share(share), deliveredHint],
    [t.rates.notSentName, number(notSent), notSentText(progress, { t, format }), errors > 0 && "refusal"],
  ];
  if (progress.read > 0) figures.push([t.campaigns.read, number(progress.read), rate(progress.read)]);
  const replies = (
    <a class="hover:underline" href={addressOf("/console/replies", { campaign_id: id })}>
      {number(replied)}
    </a>
  );
  figures.push([t.campaigns.replied, replied > 0 ? replies : number(replied), rate(replied)]);
  figures.push([t.campaigns.optedOut, number(optedOut), rate(optedOut)]);
  if (usage !== null) {
    const provisional = (
      <details>
        <summary>{t.prices.provisional}</summary>
        {t.prices.placeholder} {t.campaigns.withFollowUps}
      </details>
    );
    const hint = isProvisional ? provisional : t.campaigns.withFollowUps;
    figures.push([t.campaigns.cost, format.money(usage.price), hint]);
  }
  return (
    <Figures
      of={figures}
      class={progress.read > 0 ? "sm:grid-cols-4 lg:grid-cols-3 xl:grid-cols-4" : "sm:grid-cols-3"}
    />
  );
}
