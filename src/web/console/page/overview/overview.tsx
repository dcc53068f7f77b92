import { Plus } from "lucide";
import { useLocation } from "preact-iso";
import { useEffect } from "preact/hooks";
import { Icon } from "../../../design/icon";
import { Segments } from "../../../design/segments";
import { useTexts } from "../texts/language";
import { preloadBars } from "../parts/bars";
import { Heading } from "../parts/heading";
import { later, WithPart } from "../parts/later";
import { addressOf } from "../parts/pages";
import { useScope } from "../service/signed-in";
import { Attention } from "./attention";
import { FirstSteps } from "./first-steps";
import { Campaigns, Senders, Webhooks } from "./parts";
import { STACKS, type Stack } from "./slots";
import { useEndpoints, useSenders, useStartedCampaigns } from "./sources";
import { Usage, useUsage } from "./usage";

const usageBy = later(() => import("./usage-by"));

const PERIODS = [1, 7, 30, 90];
const PERIOD = 7;

export function Overview() {
  const { t } = useTexts();
  const { query, route } = useLocation();
  const days = PERIODS.find((count) => String(count) === query.days) ?? PERIOD;
  const stack = STACKS.find((one) => one === query.by) ?? "outcome";
  const show = (changes: { days?: number; by?: Stack }) => {
    const next = { days, by: stack, ...changes };
    route(
      addressOf("/console", {
        days: next.days === PERIOD ? "" : next.days,
        by: next.by === "outcome" ? "" : next.by,
      }),
    );
  };
  const mayMessages = useScope("messages:read");
  const mayCreate = useScope("campaigns:write");
  // Usage by purpose or tag and the check of scheduled campaigns are slow, so they wait for `usage`.
  const usage = useUsage(days, stack);
  const isReady = !usage.isLoading || usage.value !== null;
  const [endpoints, senders, campaigns] = [useEndpoints(), useSenders(), useStartedCampaigns()];
  useEffect(preloadBars, []);
  return (
    <>
      <div class="head">
        <Heading name={t.menu.overview} />
        <div class="choices">
          {mayMessages && (
            <Segments
              label={t.messages.period}
              value={days}
              options={PERIODS.map((count) => [count, t.overview.days(count)] as const)}
              onChange={(count) => show({ days: count })}
            />
          )}
          {mayCreate && (
            <a class="btn btn-primary" href="/console/campaigns/new">
              <Icon of={Plus} />
              {t.campaigns.create}
            </a>
          )}
        </div>
      </div>
      <Attention endpoints={endpoints} senders={senders} campaigns={campaigns} isReady={isReady} />
      {usage.value?.rows.length === 0 && <FirstSteps />}
      {mayMessages && <Usage result={usage} onStack={(by) => show({ by })} />}
      <Campaigns result={campaigns} />
      <div class="columns">
        {mayMessages && isReady && days > 1 && (
          <WithPart of={usageBy} placeholder={null}>
            {({ Purposes, Tags }) => (
              <>
                <Purposes days={days} />
                <Tags days={days} />
              </>
            )}
          </WithPart>
        )}
      </div>
      <div class="columns">
        <Webhooks result={endpoints} />
        <Senders result={senders} />
      </div>
    </>
  );
}
