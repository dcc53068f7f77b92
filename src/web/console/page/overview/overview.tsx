import { useLocation } from "preact-iso";
import { Segments } from "../../../design/segments";
import { useTexts } from "../texts/language";
import { Heading } from "../parts/heading";
import { later, WithPart } from "../parts/later";
import { addressOf } from "../parts/pages";
import { useScope } from "../service/signed-in";
import { Attention } from "./attention";
import { FirstSteps } from "./first-steps";
import { RunningCampaigns, Senders, Webhooks } from "./parts";
import { STACKS, type Stack } from "./slots";
import { useEndpoints, useSenders } from "./sources";
import { Usage } from "./usage";

const purposesPart = later(() => import("./purposes"));
const tags = later(() => import("./tags"));

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
  const [mayMessages, mayCampaigns] = [useScope("messages:read"), useScope("campaigns:read")];
  const [endpoints, senders] = [useEndpoints(), useSenders()];
  return (
    <>
      <div class="head">
        <Heading name={t.overview.title} />
        {mayMessages && (
          <Segments
            label={t.overview.period}
            value={days}
            options={PERIODS.map((count) => [count, t.overview.days(count)] as const)}
            onChange={(count) => show({ days: count })}
          />
        )}
      </div>
      <Attention endpoints={endpoints} senders={senders} />
      {mayMessages && <FirstSteps />}
      {mayMessages && <Usage days={days} stack={stack} onStack={(by) => show({ by })} />}
      {mayMessages && (
        <WithPart of={tags} placeholder={null}>
          {({ Tags }) => <Tags days={days} />}
        </WithPart>
      )}
      <div class="columns overview-columns">
        {mayCampaigns && <RunningCampaigns />}
        {mayMessages && days > 1 && (
          <WithPart of={purposesPart} placeholder={null}>
            {({ Purposes }) => <Purposes days={days} />}
          </WithPart>
        )}
        <Webhooks result={endpoints} />
        <Senders result={senders} />
      </div>
    </>
  );
}
